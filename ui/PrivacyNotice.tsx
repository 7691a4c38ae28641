import { privacyNotice } from '#brand/privacy-notice.ts'
import { LegalDialog } from './LegalDialog.tsx'

/** The privacy notice dialog (HIPAA; specification §1). */
export function PrivacyNotice(props: { opened: boolean; onClose: () => void }) {
  return <LegalDialog text={privacyNotice} {...props} />
}

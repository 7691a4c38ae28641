import { LegalDialog } from '#ui/LegalDialog.tsx'
import { useLegalTexts } from '../legal-texts.ts'

/** The privacy notice dialog (HIPAA; specification §1). */
export function PrivacyNotice(props: { opened: boolean; onClose: () => void }) {
  const { privacyNotice } = useLegalTexts()
  return <LegalDialog text={privacyNotice} {...props} />
}

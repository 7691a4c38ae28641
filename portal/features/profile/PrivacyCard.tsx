import { Button } from '@mantine/core'
import { useState } from 'react'
import { useLegalTexts } from '#portal/legal-texts.ts'
import { useSession } from '#portal/session/session.ts'
import { Card } from '#ui/Card.tsx'
import { LegalDialog } from '#ui/LegalDialog.tsx'
import classes from './profile.module.css'
import * as texts from './texts.ts'

/** What the user has agreed to, to be read again. */
export function PrivacyCard() {
  const { annualNoticeDue } = useSession().user
  const { terms, privacyNotice } = useLegalTexts()
  const [openText, setOpenText] = useState<'terms' | 'notice'>('terms')
  const [opened, setOpened] = useState(false)
  const show = (text: 'terms' | 'notice') => {
    setOpenText(text)
    setOpened(true)
  }
  return (
    <Card title={texts.termsAndPrivacy}>
      <p className={classes.text}>
        {texts.termsInForce(
          terms.effective,
          annualNoticeDue
            ? 'You are asked once a year to take note of the privacy notice: it is due again, and shown when you open the portal next.'
            : 'You have taken note of the privacy notice within the last year.',
        )}
      </p>
      <div className={classes.links}>
        <Button variant="default" aria-haspopup="dialog" onClick={() => show('terms')}>
          {texts.readTheTerms}
        </Button>
        <Button variant="default" aria-haspopup="dialog" onClick={() => show('notice')}>
          {texts.readThePrivacyNotice}
        </Button>
      </div>
      <LegalDialog
        text={openText === 'terms' ? terms : privacyNotice}
        opened={opened}
        onClose={() => setOpened(false)}
      />
    </Card>
  )
}

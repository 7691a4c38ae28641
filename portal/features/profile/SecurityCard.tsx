import { Button } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useSession } from '#portal/session/session.ts'
import { Card } from '#ui/Card.tsx'
import classes from './profile.module.css'
import * as texts from './texts.ts'

/** What belongs to the account itself is kept by the identity provider: the way there. */
export function SecurityCard() {
  const { accountUrl } = useSession().configuration
  if (accountUrl === null)
    return (
      <Card title={texts.securityTitle}>
        <p className={classes.text}>{texts.providerManages}</p>
      </Card>
    )
  return (
    <Card title={texts.securityTitle}>
      <p className={classes.text}>{texts.separatePage}</p>
      <ul className={classes.list}>
        <li>{texts.password}</li>
        <li>{texts.secondFactor}</li>
        <li>{texts.passkeys}</li>
        <li>{texts.sessions}</li>
      </ul>
      <Button
        component="a"
        href={accountUrl}
        variant="default"
        rightSection={<IconExternalLink size={16} aria-hidden />}
      >
        {texts.openSecurity}
      </Button>
    </Card>
  )
}

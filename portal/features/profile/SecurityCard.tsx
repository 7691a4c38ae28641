import { Button } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useSession } from '#portal/session/session.ts'
import { Card } from '#ui/Card.tsx'
import classes from './profile.module.css'

/** What belongs to the account itself is kept by the identity provider: the way there. */
export function SecurityCard() {
  const { accountUrl } = useSession().configuration
  if (accountUrl === null)
    return (
      <Card title="Sign-in and security">
        <p className={classes.text}>
          You sign in through your hospital’s identity provider. It keeps your password, second factor and
          sessions: ask your hospital’s help desk to change them.
        </p>
      </Card>
    )
  return (
    <Card title="Sign-in and security">
      <p className={classes.text}>On a page of their own, where you confirm that it is you:</p>
      <ul className={classes.list}>
        <li>Password</li>
        <li>Second factor (authenticator app) and recovery codes</li>
        <li>Passkeys</li>
        <li>Where you are signed in, and signing out elsewhere</li>
      </ul>
      <Button
        component="a"
        href={accountUrl}
        variant="default"
        rightSection={<IconExternalLink size={16} aria-hidden />}
      >
        Open sign-in and security
      </Button>
    </Card>
  )
}

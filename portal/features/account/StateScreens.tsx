import { Button } from '@mantine/core'
import type { Physician } from '#contract/physicians.ts'
import { Screen } from '#portal/frame/Screen.tsx'
import { LogOutButton } from '#portal/session/LogButtons.tsx'
import { ContactLines } from '#portal/session/public-pages.tsx'
import { Timeline } from '#ui/Timeline.tsx'
import classes from './account.module.css'
import { OpenInvitations } from './OpenInvitations.tsx'
import * as texts from './texts.ts'

/** Specification §8. */
export function ErrorScreen({ retry, signedIn }: { retry: () => void; signedIn: boolean }) {
  return (
    <Screen
      title={texts.thereWasAnError}
      action={<Button onClick={retry}>{texts.tryAgain}</Button>}
      headerAction={signedIn && <LogOutButton />}
    >
      <p>{texts.retrievingFailed}</p>
      <p>
        <ContactLines />
      </p>
    </Screen>
  )
}

/** Specification §2. Live news turns it into the dashboard. */
export function WaitingScreen({ user }: { user: Physician }) {
  return (
    <Screen title={texts.waitingTitle} headerAction={<LogOutButton />}>
      <p>{texts.confirmationTo(user.email)}</p>
      <Timeline
        items={[
          { key: 'sent', title: texts.registrationSent, state: 'done' },
          {
            key: 'approval',
            title: texts.approval,
            detail: texts.approvalHint,
            state: 'expected',
          },
          {
            key: 'start',
            title: texts.yourDashboard,
            detail: texts.updatesAutomatically,
            state: 'expected',
          },
        ]}
      />
      <OpenInvitations />
      <p className={classes.questions}>
        Questions? <ContactLines />
      </p>
    </Screen>
  )
}

/** What a closed account is called, and why it may be closed. */
const CLOSED = {
  Blocked: [texts.yourAccountIsBlocked, texts.blockedHint],
  Inactive: [texts.inactiveTitle, texts.inactiveHint],
} as const

export function ClosedScreen({ status }: { status: keyof typeof CLOSED }) {
  const [title, why] = CLOSED[status]
  return (
    <Screen title={title} headerAction={<LogOutButton />}>
      <p>{texts.ordersKept(why)}</p>
      <OpenInvitations />
      <p>
        {texts.stillWorkThere} <ContactLines />
      </p>
    </Screen>
  )
}

/** Active, but nobody has said yet what they may do. Live news turns it into the dashboard. */
export function NoRoleScreen({ user }: { user: Physician }) {
  const where = user.locationName === '' ? texts.yourInstitution : user.locationName
  return (
    <Screen title={texts.noRoleTitle} headerAction={<LogOutButton />}>
      <p>{texts.noRoleHint(where)}</p>
      <p>
        {texts.unknownAdministrator} <ContactLines />
      </p>
    </Screen>
  )
}

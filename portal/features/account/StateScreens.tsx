import { Button } from '@mantine/core'
import type { Physician } from '#contract/physicians.ts'
import { Screen } from '#portal/frame/Screen.tsx'
import { LogOutButton } from '#portal/session/LogButtons.tsx'
import { ContactLines } from '#portal/session/public-pages.tsx'
import { Timeline } from '#ui/Timeline.tsx'
import classes from './account.module.css'
import { OpenInvitations } from './OpenInvitations.tsx'

/** Specification §8. */
export function ErrorScreen({ retry, signedIn }: { retry: () => void; signedIn: boolean }) {
  return (
    <Screen
      title="There was an error"
      action={<Button onClick={retry}>Try again</Button>}
      headerAction={signedIn && <LogOutButton />}
    >
      <p>
        There was an issue retrieving your information. Please try again and if you are receiving the same
        error message please contact the laboratory for assistance.
      </p>
      <p>
        <ContactLines />
      </p>
    </Screen>
  )
}

/** Specification §2. Live news turns it into the dashboard. */
export function WaitingScreen({ user }: { user: Physician }) {
  return (
    <Screen
      title="Thank you for signing up. Your account is waiting approval."
      headerAction={<LogOutButton />}
    >
      <p>
        You will get a confirmation email once your account is approved. This takes 1-2 business days. We send
        it to {user.email}.
      </p>
      <Timeline
        items={[
          { key: 'sent', title: 'Registration sent', state: 'done' },
          {
            key: 'approval',
            title: 'Approval',
            detail: 'The laboratory, or an administrator of your institution, looks at what you sent.',
            state: 'expected',
          },
          {
            key: 'start',
            title: 'Your dashboard',
            detail: 'This page goes on by itself: it can stay open.',
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
  Blocked: ['Your account is blocked', 'An administrator has blocked your access to the portal.'],
  Inactive: [
    'Your account is not active',
    'Your access to the portal has ended, for instance because you left your institution.',
  ],
} as const

export function ClosedScreen({ status }: { status: keyof typeof CLOSED }) {
  const [title, why] = CLOSED[status]
  return (
    <Screen title={title} headerAction={<LogOutButton />}>
      <p>{why} Your orders and reports are kept.</p>
      <OpenInvitations />
      <p>
        If you still work there, ask an administrator of your institution to open your account again, or
        contact the laboratory: <ContactLines />
      </p>
    </Screen>
  )
}

/** Active, but nobody has said yet what they may do. Live news turns it into the dashboard. */
export function NoRoleScreen({ user }: { user: Physician }) {
  const where = user.locationName === '' ? 'your institution' : user.locationName
  return (
    <Screen title="Your account has no role yet" headerAction={<LogOutButton />}>
      <p>
        A role says what you may see and order. Ask an administrator of {where} to give you one; this page
        goes on by itself once you have it.
      </p>
      <p>
        If you do not know who that is, contact the laboratory: <ContactLines />
      </p>
    </Screen>
  )
}

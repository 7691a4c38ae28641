import { Anchor } from '@mantine/core'
import { brand } from '#brand/brand.ts'
import { Screen } from '../frame/Screen.tsx'
import { LogInButton, LogOutButton } from './LogButtons.tsx'

/** /logged-out */
export function LoggedOutPage() {
  return (
    <Screen title="You are logged out" headerAction={<LogInButton>LOGIN</LogInButton>}>
      <p>Log in to order tests and to follow your orders.</p>
    </Screen>
  )
}

/** /email-not-verified (specification §8). The way back to the log in leads through LOGOUT (§4). */
export function EmailNotVerifiedPage() {
  return (
    <Screen title="Please verify your email." headerAction={<LogOutButton />}>
      <p>
        A verification email was sent to the address you signed up with. Open the link in it, then log out
        here and log in again.
      </p>
      <p>
        If this persists, contact laboratory support: <ContactLines />
      </p>
    </Screen>
  )
}

/** How to reach the laboratory, in one line. */
export function ContactLines() {
  const { phone, email, hours } = brand.contact
  return (
    <>
      <Anchor underline="always" href={`tel:${phone.replace(/[^\d+]/g, '')}`}>
        {phone}
      </Anchor>{' '}
      or{' '}
      <Anchor underline="always" href={`mailto:${email}`}>
        {email}
      </Anchor>
      , {hours}.
    </>
  )
}

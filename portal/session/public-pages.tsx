import { Anchor } from '@mantine/core'
import { brand } from '#brand/brand.ts'
import { Screen } from '../frame/Screen.tsx'
import { LogInButton, LogOutButton } from './LogButtons.tsx'
import { otherProvider } from './other-provider.ts'
import { useSignIn } from './use-sign-in.ts'

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
  const { configuration } = useSignIn()
  const other = configuration && otherProvider(configuration.identity.issuer, location.origin)
  return (
    <Screen title="Please verify your email." headerAction={<LogOutButton />}>
      {other === null ? (
        <p>
          A verification email was sent to the address you signed up with. Open the link in it, then log out
          here and log in again.
        </p>
      ) : (
        <>
          <p>
            Your organization’s sign-in at {other} does not say that your e-mail address is verified. Without
            that you cannot register here. We send no e-mail for it.
          </p>
          <p>
            Ask whoever looks after that sign-in, and tell them: the access token for this portal needs the
            claims <code>email</code> and <code>email_verified</code>, the latter with the value{' '}
            <code>true</code>. Then log out here and log in again.
          </p>
        </>
      )}
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

import { Anchor } from '@mantine/core'
import { brand } from '#ui/brand.ts'
import { Screen } from '../frame/Screen.tsx'
import { LogInButton, LogOutButton } from './LogButtons.tsx'
import { otherProvider } from './other-provider.ts'
import * as texts from './texts.ts'
import { useSignIn } from './use-sign-in.ts'

/** /logged-out */
export function LoggedOutPage() {
  return (
    <Screen title={texts.youAreLoggedOut} headerAction={<LogInButton>{texts.login}</LogInButton>}>
      <p>{texts.loggedOutHint}</p>
    </Screen>
  )
}

/** /email-not-verified (specification §8). The way back to the log in leads through LOGOUT (§4). */
export function EmailNotVerifiedPage() {
  const { configuration } = useSignIn()
  const other = configuration && otherProvider(configuration.identity.issuer, location.origin)
  return (
    <Screen title={texts.pleaseVerifyYourEmail} headerAction={<LogOutButton />}>
      {other === null ? (
        <p>{texts.verificationSent}</p>
      ) : (
        <>
          <p>{texts.notVerifiedThere(other)}</p>
          <p>
            {texts.askForClaims} <code>email</code> and <code>email_verified</code>
            {texts.latterWithValue} <code>true</code>
            {texts.thenLogIn}
          </p>
        </>
      )}
      <p>
        {texts.ifThisPersists} <ContactLines />
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

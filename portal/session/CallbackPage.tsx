import { useRouter } from '@tanstack/react-router'
import { ErrorResponse } from 'oidc-client-ts'
import { useEffect, useState } from 'react'
import { wordsFor } from '#ui/problem-words.ts'
import { LoadingScreen, Screen } from '../frame/Screen.tsx'
import { report } from '../log.ts'
import { completeSignIn, emailIsNotVerified, restartSignIn } from './identity.ts'
import { LogInButton } from './LogButtons.tsx'
import * as texts from './texts.ts'
import { mentionsUnverifiedEmail } from './unverified-email.ts'

/** /callback: takes the identity provider's answer, and goes on to the page that was wanted. */
export function CallbackPage() {
  const router = useRouter()
  const [failure, setFailure] = useState<unknown>(null)

  useEffect(() => {
    completeSignIn().then(
      (returnTo) => router.history.replace(returnTo),
      async (error: unknown) => {
        if (await restartSignIn(error).catch(() => false)) return
        report('error', 'The sign-in did not complete', error)
        if (error instanceof ErrorResponse && mentionsUnverifiedEmail(error.error_description ?? ''))
          emailIsNotVerified()
        else setFailure(error)
      },
    )
  }, [router])

  if (failure === null) return <LoadingScreen />
  const words =
    failure instanceof ErrorResponse
      ? (failure.error_description ?? failure.error ?? '')
      : wordsFor(failure).detail
  return (
    <Screen title={texts.signInFailed} action={<LogInButton>{texts.logIn}</LogInButton>}>
      <p>{texts.signInIncomplete}</p>
      {words !== '' && <p>{texts.signInMessage(words)}</p>}
    </Screen>
  )
}

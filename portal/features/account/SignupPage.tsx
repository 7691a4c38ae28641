import { Navigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { LoadingScreen } from '#portal/frame/Screen.tsx'
import { signIn, signInFailed } from '#portal/session/identity.ts'
import { useSignIn } from '#portal/session/use-sign-in.ts'
import { ErrorScreen } from './StateScreens.tsx'

/** /signup: to the identity provider's sign-up, and back to /register. `?login_hint=` fills in an e-mail address. */
export default function SignupPage() {
  const { status } = useSignIn()
  useEffect(() => {
    if (status !== 'signed-out') return
    const loginHint = new URLSearchParams(location.search).get('login_hint')
    const extraQueryParams = {
      screen_hint: 'signup',
      ...(loginHint === null ? {} : { login_hint: loginHint }),
    }
    void signIn('/register', { extraQueryParams }).catch(signInFailed)
  }, [status])
  if (status === 'signed-in') return <Navigate to="/register" replace />
  if (status === 'failed') return <ErrorScreen retry={() => location.reload()} signedIn={false} />
  return <LoadingScreen />
}

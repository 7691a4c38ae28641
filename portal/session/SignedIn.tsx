import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useSyncExternalStore } from 'react'
import { ProblemError } from '#contract/errors.ts'
import type { Physician } from '#contract/physicians.ts'
import { userState } from '#domain/user-state/user-state.ts'
import { api } from '../api.ts'
import { Frame } from '../frame/Frame.tsx'
import { LoadingScreen, Screen } from '../frame/Screen.tsx'
import { onSignInChange, signIn, signInFailed, signInState } from './identity.ts'
import { LogOutButton } from './LogButtons.tsx'
import { ContactLines } from './public-pages.tsx'
import { SessionEnded } from './SessionEnded.tsx'
import { SessionProvider } from './SessionProvider.tsx'

/** The profile of whoever is signed in; null when the account has none. */
async function fetchProfile(): Promise<Physician | null> {
  try {
    return await api.physicians.current()
  } catch (error) {
    if (error instanceof ProblemError && error.problem.code === 'not-registered') return null
    throw error
  }
}

/** Everything that needs a signed-in user: decides by the user's state what is shown (specification §2, §4). */
export function SignedIn() {
  const { status, ended } = useSyncExternalStore(onSignInChange, signInState)
  const profile = useQuery({
    queryKey: ['profile'],
    queryFn: fetchProfile,
    enabled: status === 'signed-in',
    staleTime: 5 * 60_000,
  })
  const user = profile.data ?? null
  const state = userState({
    loading: status === 'starting' || (status === 'signed-in' && profile.isPending),
    authenticated: status !== 'signed-out',
    profileFailed: status === 'failed' || (profile.isError && profile.data === undefined),
    profile: user,
  })
  return (
    <>
      {state === 'Ok' && user && user.customerRoles.length > 0 ? (
        <SessionProvider user={user}>
          <Frame />
        </SessionProvider>
      ) : (
        <UserStateScreen
          state={state === 'Ok' ? 'Need Registration' : state}
          retry={() => (status === 'failed' ? location.reload() : void profile.refetch())}
        />
      )}
      {ended && <SessionEnded />}
    </>
  )
}

interface UserStateScreenProps {
  state: Exclude<ReturnType<typeof userState>, 'Ok'>
  retry: () => void
}

function UserStateScreen({ state, retry }: UserStateScreenProps) {
  switch (state) {
    case 'Loading':
      return <LoadingScreen />
    case 'NotLoggedIn':
      return <ToSignIn />
    case 'Error':
      return (
        <Screen title="There was an error" action={<Button onClick={retry}>Try again</Button>}>
          <p>
            There was an issue retrieving your information. Please try again and if you are receiving the same
            error message please contact the laboratory for assistance.
          </p>
          <p>
            <ContactLines />
          </p>
        </Screen>
      )
    case 'Need Registration':
      return (
        <Screen title="Your account is not registered yet" headerAction={<LogOutButton />}>
          <p>
            You are logged in, but your account does not belong to an institution yet, so there is nothing to
            show. Please ask the laboratory to add you to your institution:
          </p>
          <p>
            <ContactLines />
          </p>
        </Screen>
      )
    case 'Waiting For Approval':
      return (
        <Screen
          title="Thank you for signing up. Your account is waiting approval."
          headerAction={<LogOutButton />}
        >
          <p>
            You will get a confirmation email once your account is approved. This takes 1-2 business days.
          </p>
        </Screen>
      )
  }
}

/** Leaves for the sign-in page, and comes back to the page that was wanted. */
function ToSignIn() {
  const router = useRouter()
  useEffect(() => void signIn(router.history.location.href).catch(signInFailed), [router])
  return <LoadingScreen />
}

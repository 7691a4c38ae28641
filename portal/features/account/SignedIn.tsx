import { useQuery } from '@tanstack/react-query'
import { Navigate, Outlet, useLocation, useMatch, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { Physician } from '#contract/physicians.ts'
import { findClosedGate } from '#domain/user-state/account-gate.ts'
import { userState } from '#domain/user-state/user-state.ts'
import { Frame } from '#portal/frame/Frame.tsx'
import { LoadingScreen } from '#portal/frame/Screen.tsx'
import { redirectFrom } from '#portal/session/guards.ts'
import { signIn, signInFailed } from '#portal/session/identity.ts'
import { profileOptions } from '#portal/session/profile.ts'
import { SessionEnded } from '#portal/session/SessionEnded.tsx'
import { SessionProvider } from '#portal/session/SessionProvider.tsx'
import { useSignIn } from '#portal/session/use-sign-in.ts'
import { ClosedScreen, ErrorScreen, NoRoleScreen, WaitingScreen } from './StateScreens.tsx'

const AnnualNotice = lazy(async () => ({
  default: (await import('./AnnualNotice.tsx')).AnnualNotice,
}))
const AttestationScreen = lazy(async () => ({
  default: (await import('./AttestationScreen.tsx')).AttestationScreen,
}))
const TermsStep = lazy(async () => ({
  default: (await import('./TermsStep.tsx')).TermsStep,
}))

/** Everything that needs a signed-in user: decides by the user's state what is shown (specification §2, §4). */
export function SignedIn() {
  const { ended } = useSignIn()
  return (
    <>
      <Suspense fallback={<LoadingScreen />}>
        <ForState />
      </Suspense>
      {ended && <SessionEnded />}
    </>
  )
}

function ForState() {
  const { status, ended } = useSignIn()
  const profile = useQuery({ ...profileOptions, enabled: status === 'signed-in' })
  const user = profile.data ?? null
  const state = userState({
    // A session that was over before anything was shown asks for a login, and is no failure.
    loading: status === 'starting' || (status === 'signed-in' && (profile.isPending || (ended && !user))),
    authenticated: status !== 'signed-out',
    profileFailed: status === 'failed' || (profile.isError && profile.data === undefined),
    profile: user,
  })
  if (state === 'NotLoggedIn') return <ToSignIn />
  if (state === 'Need Registration') return <Unregistered />
  if (state === 'Error')
    return (
      <ErrorScreen
        retry={() => (status === 'failed' ? location.reload() : void profile.refetch())}
        signedIn={status === 'signed-in'}
      />
    )
  if (state === 'Loading' || user === null) return <LoadingScreen />
  return <Registered user={user} />
}

/** Leaves for the sign-in page, and comes back to the page that was wanted. */
function ToSignIn() {
  const router = useRouter()
  useEffect(() => void signIn(router.history.location.href).catch(signInFailed), [router])
  return <LoadingScreen />
}

/** /register, whatever was wanted. */
function Unregistered() {
  const pathname = useLocation({ select: (location) => location.pathname })
  const redirect = redirectFrom(pathname, {
    emailVerified: true,
    state: 'Need Registration',
    mayManageUsers: false,
  })
  // The address changes before the page does: until then the outlet still holds the page that was wanted.
  const isThere = useMatch({ from: '/signed-in/register', shouldThrow: false }) !== undefined
  if (redirect) return <Navigate to={redirect} replace />
  return isThere ? <Outlet /> : <LoadingScreen />
}

/** What the server would refuse is not begun: the first gate that is shut is shown in place of the app. */
function Registered({ user }: { user: Physician }) {
  // Asked at the beginning of a visit, never in the middle of one.
  const [noticeDue] = useState(user.annualNoticeDue)
  const problem = findClosedGate({
    status: user.status,
    attestationDue: user.showUserManagementAttestationMessage,
    termsAccepted: user.attestations.tnCApproved,
  })
  switch (problem) {
    case 'account-waiting':
      return <WaitingScreen user={user} />
    case 'account-closed':
      return <ClosedScreen status={user.status === 'Blocked' ? 'Blocked' : 'Inactive'} />
    case 'attestation-due':
      return <AttestationScreen />
    case 'terms-not-accepted':
      return <TermsStep />
    case null:
      if (user.customerRoles.every(({ roles }) => roles.length === 0)) return <NoRoleScreen user={user} />
  }
  return (
    <SessionProvider user={user}>
      <Frame />
      {noticeDue && (
        <Suspense>
          <AnnualNotice user={user} />
        </Suspense>
      )}
    </SessionProvider>
  )
}

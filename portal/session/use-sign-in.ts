import { useSyncExternalStore } from 'react'
import { onSignInChange, type SignIn, signInState } from './identity.ts'

/** Who is signed in, as far as this tab knows. */
export function useSignIn(): SignIn {
  return useSyncExternalStore(onSignInChange, signInState)
}

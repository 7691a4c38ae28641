import type { UserStatus } from '../lookups.ts'

export type UserState =
  | 'Loading'
  | 'NotLoggedIn'
  | 'Error'
  | 'Need Registration'
  | 'Waiting For Approval'
  | 'Ok'

export interface UserStateInput {
  /** It is not known yet whether a user is signed in, or who. */
  loading: boolean
  authenticated: boolean
  /** The profile could not be fetched. */
  profileFailed: boolean
  /** Null: the account has no profile. */
  profile: { status: UserStatus } | null
}

/** The first rule that applies decides (specification §4, App user state). */
const RULES = [
  ['Loading', (input) => input.loading],
  ['NotLoggedIn', (input) => !input.authenticated],
  ['Error', (input) => input.profileFailed],
  ['Need Registration', (input) => input.profile === null],
  ['Waiting For Approval', (input) => input.profile?.status === 'WaitingForApproval'],
] as const satisfies readonly (readonly [UserState, (input: UserStateInput) => boolean])[]

export function userState(input: UserStateInput): UserState {
  return RULES.find(([, applies]) => applies(input))?.[0] ?? 'Ok'
}

import type { UserStatus } from '../lookups.ts'

export type UserState =
  | 'Loading'
  | 'NotLoggedIn'
  | 'Error'
  | 'Need Registration'
  | 'Waiting For Approval'
  | 'Ok'

export interface UserFacts {
  /** Whether somebody is signed in, or who it is, is not known yet. */
  loading: boolean
  authenticated: boolean
  /** The profile could not be fetched. */
  profileFailed: boolean
  /** Null: the account has no profile. */
  profile: { status: UserStatus } | null
}

/** The first line that applies decides (specification §4, App user state). */
const RULES = [
  ['Loading', (facts) => facts.loading],
  ['NotLoggedIn', (facts) => !facts.authenticated],
  ['Error', (facts) => facts.profileFailed],
  ['Need Registration', (facts) => facts.profile === null],
  ['Waiting For Approval', (facts) => facts.profile?.status === 'WaitingForApproval'],
] as const satisfies readonly (readonly [UserState, (facts: UserFacts) => boolean])[]

export function userState(facts: UserFacts): UserState {
  return RULES.find(([, applies]) => applies(facts))?.[0] ?? 'Ok'
}

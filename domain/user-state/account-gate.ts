import type { UserStatus } from '../lookups.ts'

/** What the account gates check about a registered user. */
export interface AccountGates {
  status: UserStatus
  /** Must first certify that they may manage their institution's users (specification §2). */
  attestationDue: boolean
  /** The current version of the ordering portal terms. */
  termsAccepted: boolean
}

/** The conditions a registered user must meet before anything else; the first unmet one decides. */
const GATES = [
  ['account-waiting', (account) => account.status === 'WaitingForApproval'],
  ['account-closed', (account) => account.status !== 'Active'],
  ['attestation-due', (account) => account.attestationDue],
  ['terms-not-accepted', (account) => !account.termsAccepted],
] as const satisfies readonly (readonly [string, (account: AccountGates) => boolean])[]

/** Also the error codes of the server's refusals. */
export type AccountGate = (typeof GATES)[number][0]

/** The first unmet condition of a user, or null. */
export function findClosedGate(account: AccountGates): AccountGate | null {
  return GATES.find(([, applies]) => applies(account))?.[0] ?? null
}

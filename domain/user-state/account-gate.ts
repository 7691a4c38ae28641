import type { UserStatus } from '../lookups.ts'

/** How a registered user stands with the portal. */
export interface AccountGates {
  status: UserStatus
  /** Must certify first that they may manage their institution's users (specification §2). */
  attestationDue: boolean
  /** The ordering portal terms, in the version that is in force. */
  termsAccepted: boolean
}

/** What a registered user must be through before anything else; the first gate that applies decides. */
const GATES = [
  ['account-waiting', (account) => account.status === 'WaitingForApproval'],
  ['account-closed', (account) => account.status !== 'Active'],
  ['attestation-due', (account) => account.attestationDue],
  ['terms-not-accepted', (account) => !account.termsAccepted],
] as const satisfies readonly (readonly [string, (account: AccountGates) => boolean])[]

/** Also the codes of the server's refusals. */
export type AccountGate = (typeof GATES)[number][0]

/** What keeps a user out; null: nothing does. */
export function findClosedGate(account: AccountGates): AccountGate | null {
  return GATES.find(([, applies]) => applies(account))?.[0] ?? null
}

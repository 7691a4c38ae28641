import type { UserStatus } from '../lookups.ts'

/** How a registered user stands with the portal. */
export interface Standing {
  status: UserStatus
  /** Must certify first that they may manage their institution's users (specification §2). */
  attestationDue: boolean
  /** The ordering portal terms, in the version that is in force. */
  termsAccepted: boolean
}

/** What a registered user must be through before anything else; the first gate that applies decides. */
const GATES = [
  ['account-waiting', (standing) => standing.status === 'WaitingForApproval'],
  ['account-closed', (standing) => standing.status !== 'Active'],
  ['attestation-due', (standing) => standing.attestationDue],
  ['terms-not-accepted', (standing) => !standing.termsAccepted],
] as const satisfies readonly (readonly [string, (standing: Standing) => boolean])[]

/** Also the codes of the server's refusals. */
export type StandingProblem = (typeof GATES)[number][0]

/** What keeps a user out; null: nothing does. */
export function standingProblem(standing: Standing): StandingProblem | null {
  return GATES.find(([, applies]) => applies(standing))?.[0] ?? null
}

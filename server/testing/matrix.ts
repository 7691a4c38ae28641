import type { ErrorCode } from '#contract/errors.ts'
import type { Example } from './examples/example.ts'
import { CHILD, FOREIGN, INSTITUTIONS, PARENT, type TestUser } from './world.ts'

/**
 * The permissions of each role, written out again from the specification's §6, so that a slip in the code's
 * own table shows. Support belongs to the laboratory, at every institution; the specification does not define
 * its permissions: read, and manage users.
 */
export const ROLE_TABLE: Record<string, string[]> = {
  UserAdmin: ['CreateUser', 'ViewUser'],
  OrderCreator: ['CreateOrder', 'ViewOrder'],
  OrderSubmitter: ['CreateOrder', 'SubmitOrder', 'ViewOrder'],
  OrderViewer: ['ViewOrder'],
  SuperUser: ['CreateUser', 'ViewUser', 'CreateOrder', 'SubmitOrder', 'ViewOrder'],
  Support: ['CreateUser', 'ViewUser', 'ViewOrder'],
}
const ROLES = ['UserAdmin', 'OrderCreator', 'OrderSubmitter', 'OrderViewer', 'SuperUser'] as const
const ALL = INSTITUTIONS.map(({ code }) => code).sort()

/** A client of the matrix, and what follows from who they are. */
export interface TestClient {
  subject: string
  /** Null: not registered, or registered nowhere. */
  user: TestUser | null
  support?: true
  /** The refusal that they get everywhere; null: none. */
  gate: ErrorCode | null
}

/** The institutions where they have one of `permissions`, including children. */
function permissionsOf({ user, support }: TestClient, permissions: readonly string[]): string[] {
  const may = (role: string) => permissions.some((one) => ROLE_TABLE[role]?.includes(one))
  if (support) return may('Support') ? ALL : []
  const granted = Object.entries(user?.roles ?? {}).flatMap(([at, role]) => {
    if (role === null || !may(role) || (user?.statusAt?.[at] ?? user?.status)) return []
    return at === PARENT && user?.statusAt?.[CHILD] !== 'Blocked' ? [PARENT, CHILD] : [at]
  })
  return [...new Set(granted)].sort()
}

const MANAGES = ['SuperUser', 'UserAdmin']
const STATES: [name: string, state: Partial<TestUser>, gate: (role: string) => ErrorCode | null][] = [
  ['active', {}, () => null],
  ['waiting', { status: 'WaitingForApproval' }, () => 'account-waiting'],
  ['blocked', { status: 'Blocked' }, () => 'account-closed'],
  ['inactive', { status: 'Inactive' }, () => 'account-closed'],
  ['no-terms', { missing: 'terms' }, () => 'terms-not-accepted'],
  ['not-attested', { missing: 'attestation' }, (role) => (MANAGES.includes(role) ? 'attestation-due' : null)],
]

/** Each role at each institution in each state. */
const INDIVIDUALS = [PARENT, CHILD, FOREIGN].flatMap((at) =>
  ROLES.flatMap((role) =>
    STATES.map(([state, more, gate]): TestClient => {
      const user = { ...more, roles: { [at]: role } }
      return { subject: `${role}@${at} ${state}`, user, gate: gate(role) }
    }),
  ),
)
/** One role at one institution and another at a second: neither is valid at the other. */
const PAIRS = ROLES.flatMap((here) =>
  ROLES.map((there): TestClient => {
    const user = { roles: { [PARENT]: here, [FOREIGN]: there } }
    return { subject: `${here}@${PARENT} ${there}@${FOREIGN}`, user, gate: null }
  }),
)
/** Active at one institution but not at another: their role at the other is not valid. */
const HALVES = (['Blocked', 'Inactive', 'WaitingForApproval'] as const).map((status): TestClient => {
  const user: TestUser = {
    roles: { [CHILD]: 'OrderViewer', [FOREIGN]: 'SuperUser' },
    statusAt: { [FOREIGN]: status },
  }
  return { subject: `OrderViewer@${CHILD} ${status}@${FOREIGN}`, user, gate: null }
})

/** A role at the parent is valid at its child, unless the user is blocked there (decision 15). */
const ABOVE = (['Blocked', 'Inactive', 'WaitingForApproval'] as const).map((status): TestClient => {
  const user: TestUser = { roles: { [PARENT]: 'SuperUser', [CHILD]: null }, statusAt: { [CHILD]: status } }
  return { subject: `SuperUser@${PARENT} ${status}@${CHILD}`, user, gate: null }
})

/** All clients of the matrix. Those with a `user` must be inserted into the database. */
export const TEST_CLIENTS: TestClient[] = [
  ...INDIVIDUALS,
  ...PAIRS,
  ...HALVES,
  ...ABOVE,
  { subject: 'no role', user: { roles: { [PARENT]: null } }, gate: null },
  { subject: 'no institution', user: { roles: {} }, gate: 'not-registered' },
  { subject: 'not registered', user: null, gate: 'not-registered' },
  { subject: 'Support of the matrix', user: { roles: {} }, support: true, gate: null },
  {
    subject: 'Support without terms',
    user: { roles: {}, missing: 'terms' },
    support: true,
    gate: 'terms-not-accepted',
  },
]

/** The access check's decision: admitted, with the institutions visible to the request, or why not. */
export type Decision = { refused: ErrorCode } | { sees: readonly string[] | null }

/** The institutions that the institution-codes header leaves. */
function narrowedCodes(codes: readonly string[], header: string): string[] {
  const requested = header.split(',').flatMap((code) => code.trim() || [])
  return codes.filter((code) => requested.length === 0 || requested.includes(code))
}

/** The decision required of the access check; `named` is the path's institution, if the access check reads it. */
export function expectedDecision(
  example: Example,
  client: TestClient,
  header: string,
  named: string | null,
): Decision {
  const { needs } = example
  if (needs === 'nobody' || needs === 'token' || example.beforeGates) return { sees: null }
  if (client.gate) return { refused: client.gate }
  if (needs === 'active user' || needs === 'own') return { sees: null }
  if (needs === 'support') return client.support ? { sees: ALL } : { refused: 'forbidden' }
  const may = (permissions: readonly string[]) => narrowedCodes(permissionsOf(client, permissions), header)
  const isPermitted = may(needs)
  if (named === null) return isPermitted.length > 0 ? { sees: isPermitted } : { refused: 'forbidden' }
  if (isPermitted.includes(named)) return { sees: [named] }
  return { refused: may(['ViewOrder', 'ViewUser']).includes(named) ? 'forbidden' : 'not-found' }
}

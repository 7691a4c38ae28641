import type { RoleName } from '../permissions/permissions.ts'

/** Each role in words, in display order: its name, and what it allows at the institution. */
export const ROLE_WORDS = {
  OrderViewer: {
    name: 'Order viewer',
    allows: 'Sees all orders and reports of the institution. Cannot change anything.',
  },
  OrderCreator: {
    name: 'Order creator',
    allows: 'Sees all orders and reports, and prepares orders. Another user submits them.',
  },
  OrderSubmitter: {
    name: 'Order submitter',
    allows: 'Sees all orders and reports, prepares orders and submits them to the laboratory.',
  },
  UserAdmin: {
    name: 'User administrator',
    allows: 'Approves and invites users, assigns and removes roles, ends access. Sees no orders or reports.',
  },
  SuperUser: {
    name: 'Super user',
    allows: 'Everything: sees, prepares and submits orders, reads reports, and manages users.',
  },
  Support: {
    name: 'Laboratory support',
    allows:
      'Works for the laboratory: sees the orders, reports and users of every institution, and manages its users. Assigned by the laboratory only.',
  },
} as const satisfies Record<RoleName, { name: string; allows: string }>

/** The roles in display order, from least to most. */
export const ROLES_LISTED = Object.keys(ROLE_WORDS) as RoleName[]

/** `Order creator, User administrator`, in the order of the table; 'No role' for none. */
export function rolesInWords(roles: readonly RoleName[]): string {
  const names = ROLES_LISTED.filter((role) => roles.includes(role)).map((role) => ROLE_WORDS[role].name)
  return names.join(', ') || 'No role'
}

/** The roles that a change adds and removes, in words. */
export function roleChange<R extends RoleName>(before: readonly R[], after: readonly R[]) {
  const without = (all: readonly R[], those: readonly R[]) => all.filter((role) => !those.includes(role))
  return { given: without(after, before), taken: without(before, after) }
}

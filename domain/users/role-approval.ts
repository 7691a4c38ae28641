import type { RoleName } from '../permissions/permissions.ts'
import { type InstitutionRole, rolesWith } from './roles.ts'

/** Roles that can see an institution's orders. */
const ORDER_ROLES: readonly RoleName[] = rolesWith('ViewOrder')

/** Roles that can be the second person, and that assign roles alone. */
const APPROVERS: readonly RoleName[] = ['SuperUser', 'Support']

/** Whether an actor with `ownRoles` at an institution can be the second person there. */
export function canApproveRoles(ownRoles: readonly RoleName[]): boolean {
  return APPROVERS.some((role) => ownRoles.includes(role))
}

interface RoleGrant {
  /** The roles of the assigning user at the institution. */
  giver: readonly RoleName[]
  /** The roles of the receiving user there, or at its parent. */
  currentRoles: readonly RoleName[]
  newRoles: readonly InstitutionRole[]
}

/**
 * The roles of `newRoles` that take effect only once a second person has approved them: those that see
 * orders, assigned by a user administrator to a user who has none of them yet. Otherwise a user
 * administrator, who must not see orders, could assign them to a second account of their own.
 */
export function rolesAwaitingApproval({ giver, currentRoles, newRoles }: RoleGrant): InstitutionRole[] {
  const isNew = !ORDER_ROLES.some((role) => currentRoles.includes(role))
  if (canApproveRoles(giver) || !isNew) return []
  return newRoles.filter((role) => ORDER_ROLES.includes(role))
}

import type { RoleName } from '../permissions/permissions.ts'
import { type InstitutionRole, rolesWith } from './roles.ts'

/** Roles with which somebody sees an institution's orders. */
const ORDER_ROLES: readonly RoleName[] = rolesWith('ViewOrder')

/** Roles of who can be the second person, and gives roles alone. */
const APPROVERS: readonly RoleName[] = ['SuperUser', 'Support']

/** Whether who holds `ownRoles` at an institution can be the second person there. */
export function canApproveRoles(ownRoles: readonly RoleName[]): boolean {
  return APPROVERS.some((role) => ownRoles.includes(role))
}

interface RoleGrant {
  /** What who gives holds at the institution. */
  giver: readonly RoleName[]
  /** What who gets them holds there, or at its parent. */
  currentRoles: readonly RoleName[]
  newRoles: readonly InstitutionRole[]
}

/**
 * Of `newRoles`, the roles that take effect only once a second person has approved them: those that see orders, given by a
 * user administrator to somebody who holds none of them yet. Otherwise whoever manages users, and is to see no orders,
 * could give them to an account of their own.
 */
export function rolesAwaitingApproval({ giver, currentRoles, newRoles }: RoleGrant): InstitutionRole[] {
  const isNew = !ORDER_ROLES.some((role) => currentRoles.includes(role))
  if (canApproveRoles(giver) || !isNew) return []
  return newRoles.filter((role) => ORDER_ROLES.includes(role))
}

import { type PermissionName, ROLE_NAMES, ROLES, type RoleName } from '../permissions/permissions.ts'

/** A role at an institution. Support is the laboratory's own role and comes with the token. */
export type InstitutionRole = Exclude<RoleName, 'Support'>

export const INSTITUTION_ROLES = ROLE_NAMES.filter((role): role is InstitutionRole => role !== 'Support')

/** The roles that each role may assign and remove at the same institution. */
const GIVES = {
  SuperUser: INSTITUTION_ROLES,
  Support: INSTITUTION_ROLES,
  UserAdmin: ['UserAdmin', 'OrderCreator', 'OrderSubmitter', 'OrderViewer'],
  OrderCreator: [],
  OrderSubmitter: [],
  OrderViewer: [],
} as const satisfies Record<RoleName, readonly InstitutionRole[]>

/** The roles that an actor with `ownRoles` at an institution may assign and remove there. */
export function givableRoles(ownRoles: readonly RoleName[]): InstitutionRole[] {
  const given = new Set<InstitutionRole>(ownRoles.flatMap((role) => GIVES[role]))
  return INSTITUTION_ROLES.filter((role) => given.has(role))
}

/** Those of `roles` that an actor with `ownRoles` may not assign or remove. */
export function rolesOutOfReach(
  ownRoles: readonly RoleName[],
  roles: readonly InstitutionRole[],
): InstitutionRole[] {
  const given = givableRoles(ownRoles)
  return roles.filter((role) => !given.includes(role))
}

/** The roles that have a permission. */
export function rolesWith(permission: PermissionName): InstitutionRole[] {
  return INSTITUTION_ROLES.filter((role) =>
    (ROLES[role].permissions as readonly PermissionName[]).includes(permission),
  )
}

const MANAGING = rolesWith('CreateUser')

/** Whether one of `roles` can manage an institution's users. */
export function managesUsers(roles: readonly RoleName[]): boolean {
  return MANAGING.some((role) => roles.includes(role))
}

const ORDERING = [...rolesWith('CreateOrder'), ...rolesWith('SubmitOrder')]

/** Whether a user with `roles` can take over the drafts and orders of a user who leaves. */
export function canTakeOver(roles: readonly RoleName[]): boolean {
  return ORDERING.some((role) => roles.includes(role))
}

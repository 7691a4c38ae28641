/** All permissions with their ids (specification §3). */
export const PERMISSIONS = {
  CreateUser: 1,
  ViewUser: 2,
  CreateOrder: 3,
  SubmitOrder: 4,
  ViewOrder: 5,
} as const
export type PermissionName = keyof typeof PERMISSIONS
export const PERMISSION_NAMES = Object.keys(PERMISSIONS) as PermissionName[]

/**
 * The role table (specification §6), with the role ids of §3. Support is the laboratory's own role and comes
 * from the token.
 */
export const ROLES = {
  UserAdmin: { id: 2, permissions: ['CreateUser', 'ViewUser'] },
  OrderCreator: { id: 3, permissions: ['CreateOrder', 'ViewOrder'] },
  OrderSubmitter: { id: 4, permissions: ['CreateOrder', 'SubmitOrder', 'ViewOrder'] },
  OrderViewer: { id: 5, permissions: ['ViewOrder'] },
  SuperUser: { id: 1, permissions: PERMISSION_NAMES },
  Support: { id: 6, permissions: ['CreateUser', 'ViewUser', 'ViewOrder'] },
} as const satisfies Record<string, { id: number; permissions: readonly PermissionName[] }>
export type RoleName = keyof typeof ROLES
export const ROLE_NAMES = Object.keys(ROLES) as [RoleName, ...RoleName[]]

export function permissionsOf(roles: readonly RoleName[]): PermissionName[] {
  const granted = new Set<PermissionName>(roles.flatMap((role) => ROLES[role].permissions))
  return PERMISSION_NAMES.filter((name) => granted.has(name))
}

/** Accepts one name or a list and passes if the user has any of them (specification §6). */
export function hasPermission(
  permissions: readonly PermissionName[],
  required: PermissionName | readonly PermissionName[],
): boolean {
  return (typeof required === 'string' ? [required] : required).some((name) => permissions.includes(name))
}

/** The roles of a user at an institution. A role at a parent applies at its children too. */
export interface InstitutionRoles {
  code: string
  parentCode: string | null
  roles: readonly RoleName[]
}

/**
 * The institutions at which the user has one of `required`. `requestedCodes` are the codes of the
 * institution-codes header: they narrow the result and never widen it; none means all.
 */
export function institutionsWith(
  memberships: readonly InstitutionRoles[],
  required: readonly PermissionName[],
  requestedCodes: readonly string[] = [],
): string[] {
  return memberships
    .filter((at) => hasPermission(permissionsOf(at.roles), required))
    .map((at) => at.code)
    .filter((code) => requestedCodes.length === 0 || requestedCodes.includes(code))
}

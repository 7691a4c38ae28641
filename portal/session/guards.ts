import type { Physician } from '#contract/physicians.ts'
import type { portalRoutes } from '#contract/portal.ts'
import type { ReplyOf } from '#contract/route.ts'
import type { PermissionName, RoleName } from '#domain/permissions/permissions.ts'
import type { UserState } from '#domain/user-state/user-state.ts'

export type Configuration = ReplyOf<typeof portalRoutes.configuration>

const ADMIN_ROLES: readonly RoleName[] = ['SuperUser', 'UserAdmin']
const USER_PERMISSIONS: readonly PermissionName[] = ['CreateUser', 'ViewUser']

/** The admin flag of the specification's §6. */
export function isAdmin({ customerRoles }: Pick<Physician, 'customerRoles'>): boolean {
  return customerRoles.some(({ roles }) => roles.some(({ name }) => ADMIN_ROLES.includes(name)))
}

/** Whether the permission is held at any institution. */
export function hasPermissionAnywhere(
  { customerRoles }: Pick<Physician, 'customerRoles'>,
  required: readonly PermissionName[],
): boolean {
  return customerRoles.some(({ permissions }) => permissions.some((one) => required.includes(one)))
}

/** The rule of the /users route (specification §6). */
export function mayManageUsers(
  user: Pick<Physician, 'customerRoles' | 'userManagementSupported'>,
  features: Pick<Configuration['features'], 'userAdmin'>,
): boolean {
  return (
    user.userManagementSupported &&
    features.userAdmin &&
    (isAdmin(user) || hasPermissionAnywhere(user, USER_PERMISSIONS))
  )
}

/** Open to everybody, in whatever state. */
const UNVERIFIED = '/email-not-verified'

/** Who opens a page, as far as the guards ask. */
export interface Visitor {
  emailVerified: boolean
  state: UserState
  mayManageUsers: boolean
}

interface Guard {
  who: (visitor: Visitor) => boolean
  where: (path: string) => boolean
  /** Where they are sent instead. */
  to: typeof UNVERIFIED | '/register' | '/dashboard'
}

/** The first line that applies decides (specification §2, §4, §6). */
const GUARDS: readonly Guard[] = [
  {
    who: ({ emailVerified }) => !emailVerified,
    where: () => true,
    to: UNVERIFIED,
  },
  {
    who: ({ state }) => state === 'Need Registration',
    where: (path) => path !== '/register',
    to: '/register',
  },
  {
    who: ({ state }) => state === 'Ok',
    where: (path) => ['/', '/register'].includes(path),
    to: '/dashboard',
  },
  {
    who: ({ state, mayManageUsers }) => state === 'Ok' && !mayManageUsers,
    where: (path) => path === '/users' || path.startsWith('/users/'),
    to: '/dashboard',
  },
]

/** Where `visitor` is sent who opens `pathname`; null: they stay. */
export function redirectFrom(pathname: string, visitor: Visitor): Guard['to'] | null {
  // As the router reads a path: in any case, with or without a slash at the end.
  const path = pathname.toLowerCase().replace(/(?<=.)\/+$/, '')
  if (path === UNVERIFIED) return null
  return GUARDS.find(({ who, where }) => who(visitor) && where(path))?.to ?? null
}

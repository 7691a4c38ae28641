import { createContext, useContext } from 'react'
import type { Physician } from '#contract/physicians.ts'
import type { PermissionName } from '#domain/permissions/permissions.ts'
import type { Configuration } from './guards.ts'

export type Institution = Physician['customerRoles'][number]['institution']

export interface Session {
  user: Physician
  /** The one the user works for now. */
  institution: Institution
  institutions: readonly Institution[]
  /** Whether the user may do this at the selected institution. */
  can(permission: PermissionName): boolean
  /** A VA user, as things stand with the selected institution (specification §4). */
  va: boolean
  /** Holds SuperUser or UserAdmin anywhere (§6). */
  admin: boolean
  /** May open /users (§6). */
  mayManageUsers: boolean
  configuration: Configuration
  selectInstitution(code: string): void
  logout(): Promise<void>
}

export const SessionContext = createContext<Session | null>(null)

/** The signed-in user and the institution worked for. Only inside the signed-in frame. */
export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession outside the signed-in frame')
  return session
}

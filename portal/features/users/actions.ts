import type { User } from '#contract/users.ts'
import type { UserStatus } from '#domain/lookups.ts'
import type { RoleName } from '#domain/permissions/permissions.ts'
import { actionRefusal, USER_ACTION_STATUSES, type UserAction } from '#domain/users/actions.ts'
import { managesUsers } from '#domain/users/roles.ts'

/** The buttons of a user's page, in their order; a decision has two. */
const BUTTONS = [
  { button: 'approve', action: 'decide', label: 'Approve' },
  { button: 'refuse', action: 'decide', label: 'Deny' },
  { button: 'reactivate', action: 'reactivate', label: 'Reactivate' },
  { button: 'move', action: 'move', label: 'Move' },
  { button: 'endSessions', action: 'endSessions', label: 'Log out everywhere' },
  { button: 'forgetSecondFactor', action: 'forgetSecondFactor', label: 'Remove second factor' },
  { button: 'block', action: 'block', label: 'Block' },
  { button: 'deactivate', action: 'deactivate', label: 'End affiliation' },
  { button: 'changeRoles', action: 'changeRoles', label: 'Change roles' },
] as const satisfies readonly { button: string; action: UserAction; label: string }[]
export type UserButton = (typeof BUTTONS)[number]['button']

/** Who looks at the page, and from which institution. */
export interface Reader {
  id: number
  hospital: string
  /** Held at that institution. */
  roles: readonly RoleName[]
}

export type ActionSubject = Pick<
  User,
  | 'id'
  | 'status'
  | 'roles'
  | 'held'
  | 'hasRoleAtParent'
  | 'institution'
  | 'institutionIsNew'
  | 'abilities'
  | 'mayMoveTo'
>

export interface OfferedButton {
  button: UserButton
  label: string
  enabled: boolean
}

const fits = (user: ActionSubject, action: UserAction) =>
  (USER_ACTION_STATUSES[action] as readonly UserStatus[]).includes(user.status) &&
  // Of another identity provider's sessions there is nothing to say here, and lost factors are Support's.
  action !== 'endSessions' &&
  action !== 'forgetSecondFactor' &&
  (action !== 'move' || user.mayMoveTo.length > 0)

/**
 * What the server lets the reader do; disabled what fits the user's status but is not for this reader; absent all
 * else, and everything for who does not manage users.
 */
export function buttonsOf(user: ActionSubject, reader: Reader): OfferedButton[] {
  return BUTTONS.flatMap(({ button, action, label }) => {
    const enabled = user.abilities[action]
    return enabled || (fits(user, action) && managesUsers(reader.roles)) ? [{ button, label, enabled }] : []
  })
}

/** Why buttons are disabled, each reason once, in the words of the server's own refusal. */
export function reasonsOf(user: ActionSubject, reader: Reader): string[] {
  const inherited = user.held.flatMap(({ name, inheritedFrom }) => (inheritedFrom ? [name] : []))
  const one = {
    actorRoles: reader.roles,
    isOwnAccount: user.id === reader.id,
    status: user.status,
    roles: [...user.roles, ...inherited].filter((role) => role !== 'Support'),
    ofParent: user.institution.code !== reader.hospital,
    hasRoleAtParent: user.hasRoleAtParent,
    institutionIsNew: user.institutionIsNew,
    proposed: [],
    // Only the server knows; what nothing else explains is that.
    lastManager: true,
  }
  const disabled = buttonsOf(user, reader).filter(({ enabled }) => !enabled)
  const words = disabled.flatMap(({ button }) => {
    const action = BUTTONS.find((known) => known.button === button)?.action
    return action ? (actionRefusal(action, one)?.words ?? []) : []
  })
  return [...new Set(words)]
}

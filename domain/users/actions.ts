import type { UserStatus } from '../lookups.ts'
import { hasPermission, permissionsOf, type RoleName } from '../permissions/permissions.ts'
import { canApproveRoles } from './role-approval.ts'
import { type InstitutionRole, managesUsers, rolesOutOfReach } from './roles.ts'

/**
 * Which statuses at the institution each action may start from. The same table refuses on the server and disables
 * the button.
 */
export const USER_ACTION_STATUSES = {
  decide: ['WaitingForApproval'],
  changeRoles: ['Active'],
  move: ['Active'],
  block: ['Active'],
  deactivate: ['Active', 'Blocked'],
  reactivate: ['Inactive', 'Blocked'],
  endSessions: ['Active', 'Blocked'],
  approveRoles: ['Active'],
} as const satisfies Record<string, readonly UserStatus[]>
export type UserAction = keyof typeof USER_ACTION_STATUSES

/** The action that brings a user into a status. */
export const ACTION_TO = {
  Active: 'reactivate',
  Inactive: 'deactivate',
  Blocked: 'block',
} as const satisfies Record<Exclude<UserStatus, 'WaitingForApproval'>, UserAction>

/** After these a user no longer works at the institution. */
const ENDING: readonly UserAction[] = ['move', 'block', 'deactivate']

export interface UserCase {
  /** What who acts holds at the institution, roles at its parent included. */
  actorRoles: readonly RoleName[]
  /** Who acts is the user themself. */
  isOwnAccount: boolean
  status: UserStatus
  /** What the user holds at the institution, roles at its parent included, whether or not they count now. */
  roles: readonly InstitutionRole[]
  /** Belongs to the parent, and is seen from its child. */
  ofParent: boolean
  /** The only active user of the institution who manages its users. */
  lastManager: boolean
  /** The laboratory has not approved the institution yet. */
  institutionIsNew: boolean
  /** Roles that wait for a second person. */
  proposed: readonly InstitutionRole[]
  /** The roles that are to be theirs; left out while nobody has chosen. */
  newRoles?: readonly InstitutionRole[]
}

const STATUS_WORDS = {
  Active: 'The user is active.',
  Inactive: 'The user is inactive.',
  Blocked: 'The user is blocked.',
  WaitingForApproval: 'The user is waiting for approval.',
} as const satisfies Record<UserStatus, string>

const ofSupport = ({ actorRoles }: UserCase) => actorRoles.includes('Support')

/** Who may not ('forbidden'), and what the user's state does not allow ('user-state'): codes of the server's refusals. */
type Kind = 'forbidden' | 'user-state'

/** What stands in the way; the first that applies is told. */
const REFUSALS = [
  [
    'forbidden',
    (one) => !hasPermission(permissionsOf(one.actorRoles), 'CreateUser'),
    () => 'Only an administrator of the institution’s users may do this.',
  ],
  [
    'forbidden',
    (one) => one.isOwnAccount,
    () => 'You can’t change your own roles or status. Ask another administrator.',
  ],
  [
    'forbidden',
    (one) => one.ofParent,
    () => 'This user belongs to the parent institution and must be changed there.',
  ],
  [
    'forbidden',
    // Who waits holds nothing that counts: all their roles are still to be given.
    (one, action) => action !== 'decide' && rolesOutOfReach(one.actorRoles, one.roles).length > 0,
    () => 'This user has a role above yours. Ask a super user of the institution.',
  ],
  [
    'forbidden',
    (one) => rolesOutOfReach(one.actorRoles, one.newRoles ?? []).length > 0,
    () => 'You may not assign this role. Ask a super user of the institution.',
  ],
  [
    'user-state',
    (one, action) => action === 'approveRoles' && one.proposed.length === 0,
    () => 'This user has no role waiting for approval.',
  ],
  [
    'forbidden',
    (one, action) => action === 'approveRoles' && !canApproveRoles(one.actorRoles),
    () => 'These roles must be approved by a super user of the institution or by laboratory support.',
  ],
  [
    'forbidden',
    (one, action) => action === 'decide' && one.institutionIsNew && !ofSupport(one),
    () => 'Only the laboratory can approve a new institution.',
  ],
  [
    'user-state',
    (one, action) => !(USER_ACTION_STATUSES[action] as readonly UserStatus[]).includes(one.status),
    (one) => STATUS_WORDS[one.status],
  ],
  [
    'user-state',
    (one, action) =>
      one.lastManager &&
      !ofSupport(one) &&
      (ENDING.includes(action) || (one.newRoles !== undefined && !managesUsers(one.newRoles))),
    () =>
      'This is the last active user who manages the institution’s users. Give another user that role first, ' +
      'or ask laboratory support.',
  ],
] as const satisfies readonly (readonly [
  Kind,
  (one: UserCase, action: UserAction) => boolean,
  (one: UserCase) => string,
])[]

/** Why an action can't be done, in words for who asked; null: it can. */
export function actionRefusal(action: UserAction, one: UserCase): { kind: Kind; words: string } | null {
  const found = REFUSALS.find(([, applies]) => applies(one, action))
  return found ? { kind: found[0], words: found[2](one) } : null
}

/** What who acts may do with the user now. Travels with the user. */
export function userAbilities(one: UserCase): Record<UserAction, boolean> {
  const may = (action: UserAction) => actionRefusal(action, one) === null
  return {
    decide: may('decide'),
    changeRoles: may('changeRoles'),
    move: may('move'),
    block: may('block'),
    deactivate: may('deactivate'),
    reactivate: may('reactivate'),
    endSessions: may('endSessions'),
    approveRoles: may('approveRoles'),
  }
}

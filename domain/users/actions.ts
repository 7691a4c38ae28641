import type { UserStatus } from '../lookups.ts'
import { hasPermission, permissionsOf, type RoleName } from '../permissions/permissions.ts'
import { canApproveRoles } from './role-approval.ts'
import { type InstitutionRole, managesUsers, rolesOutOfReach } from './roles.ts'

/**
 * The statuses at the institution in which each action is possible. The same table refuses on the server and
 * disables the button.
 */
export const USER_ACTION_STATUSES = {
  decide: ['WaitingForApproval'],
  changeRoles: ['Active'],
  move: ['Active'],
  block: ['Active'],
  deactivate: ['Active', 'Blocked'],
  reactivate: ['Inactive', 'Blocked'],
  endSessions: ['Active', 'Blocked'],
  /** Of somebody who has lost it. */
  forgetSecondFactor: ['Active', 'Blocked'],
  approveRoles: ['Active'],
} as const satisfies Record<string, readonly UserStatus[]>
export type UserAction = keyof typeof USER_ACTION_STATUSES

/** The action that leads to a status. */
export const ACTION_TO = {
  Active: 'reactivate',
  Inactive: 'deactivate',
  Blocked: 'block',
} as const satisfies Record<Exclude<UserStatus, 'WaitingForApproval'>, UserAction>

/** After these a user no longer works at the institution. */
const ENDING: readonly UserAction[] = ['move', 'block', 'deactivate']

export interface UserCase {
  /** The actor's roles at the institution, including those at its parent. */
  actorRoles: readonly RoleName[]
  /** The actor is the user themself. */
  isOwnAccount: boolean
  status: UserStatus
  /**
   * The user's roles at the institution, including those at its parent, whether or not they are in effect.
   */
  roles: readonly InstitutionRole[]
  /** The user belongs to the parent, and is viewed from its child. */
  ofParent: boolean
  /** A role at the parent counts here, whatever the membership here: only a block ends that. */
  hasRoleAtParent: boolean
  /** The only active user of the institution who manages its users. */
  lastManager: boolean
  /** The laboratory has not approved the institution yet. */
  institutionIsNew: boolean
  /** Roles that await a second person. */
  proposed: readonly InstitutionRole[]
  /** The user's intended roles; left out until chosen. */
  newRoles?: readonly InstitutionRole[]
}

const STATUS_WORDS = {
  Active: 'The user is active.',
  Inactive: 'The user is inactive.',
  Blocked: 'The user is blocked.',
  WaitingForApproval: 'The user is waiting for approval.',
} as const satisfies Record<UserStatus, string>

const ofSupport = ({ actorRoles }: UserCase) => actorRoles.includes('Support')

/**
 * The actor may not ('forbidden'), or the user's status does not allow it ('user-state'): error codes of the
 * server.
 */
type Kind = 'forbidden' | 'user-state'

/** The reasons to refuse an action; the first that applies is returned. */
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
    // The roles of a waiting user are not in effect yet: all are still to be assigned.
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
    (one, action) =>
      !(USER_ACTION_STATUSES[action] as readonly UserStatus[]).includes(one.status) &&
      !(action === 'block' && one.status === 'Inactive' && one.hasRoleAtParent),
    (one) => STATUS_WORDS[one.status],
  ],
  [
    'forbidden',
    (one, action) => action === 'forgetSecondFactor' && !ofSupport(one),
    () => 'Only laboratory support can remove a lost second factor.',
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

/** Why an action is not possible, in words for the actor; null if it is. */
export function actionRefusal(action: UserAction, one: UserCase): { kind: Kind; words: string } | null {
  const found = REFUSALS.find(([, applies]) => applies(one, action))
  return found ? { kind: found[0], words: found[2](one) } : null
}

/** What the actor may do with the user now. Sent with the user. */
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
    forgetSecondFactor: may('forgetSecondFactor'),
    approveRoles: may('approveRoles'),
  }
}

import { describe, expect, test } from 'vitest'
import { USER_STATUSES, type UserStatus } from '../lookups.ts'
import {
  actionRefusal,
  USER_ACTION_STATUSES,
  type UserAction,
  type UserCase,
  userAbilities,
} from './actions.ts'

const ACTIONS = Object.keys(USER_ACTION_STATUSES) as UserAction[]

/** A super user and an active order viewer: only the status can prevent an action. */
const PLAIN: UserCase = {
  ...{ actorRoles: ['SuperUser'], isOwnAccount: false, status: 'Active', roles: ['OrderViewer'] },
  ...{
    ofParent: false,
    hasRoleAtParent: false,
    lastManager: false,
    institutionIsNew: false,
    proposed: ['OrderViewer'],
  },
}

const allowed = (one: UserCase) => ACTIONS.filter((action) => actionRefusal(action, one) === null)
/** In a status that allows the action. */
const kindOf = (action: UserAction, more: Partial<UserCase>) => {
  const [status] = USER_ACTION_STATUSES[action]
  return actionRefusal(action, { ...PLAIN, status, ...more })?.kind ?? null
}

test('pending roles are approved by a super user or Support, and only if there are any', () => {
  for (const role of ['SuperUser', 'Support'] as const)
    expect(kindOf('approveRoles', { actorRoles: [role] })).toBeNull()
  expect(kindOf('approveRoles', { actorRoles: ['UserAdmin'] })).toBe('forbidden')
  expect(kindOf('approveRoles', { isOwnAccount: true })).toBe('forbidden')
  expect(kindOf('approveRoles', { proposed: [] })).toBe('user-state')
})

test.each<[UserStatus, UserAction[]]>([
  ['Active', ['changeRoles', 'move', 'block', 'deactivate', 'endSessions', 'approveRoles']],
  ['Inactive', ['reactivate']],
  ['Blocked', ['deactivate', 'reactivate', 'endSessions']],
  ['WaitingForApproval', ['decide']],
])('a user who is %s', (status, actions) => {
  expect(allowed({ ...PLAIN, status })).toEqual(actions)
  for (const action of ACTIONS.filter((one) => !actions.includes(one) && one !== 'forgetSecondFactor'))
    expect(actionRefusal(action, { ...PLAIN, status })?.kind).toBe('user-state')
})

test('abilities are the actions that are not refused', () => {
  for (const status of USER_STATUSES) {
    const may = userAbilities({ ...PLAIN, status })
    expect(ACTIONS.filter((action) => may[action])).toEqual(allowed({ ...PLAIN, status }))
  }
})

describe.each(ACTIONS)('%s', (action) => {
  test.each<[string, Partial<UserCase>]>([
    ['by who does not manage users', { actorRoles: ['OrderSubmitter', 'OrderViewer'] }],
    ['of oneself', { isOwnAccount: true }],
    ['of a user of the parent', { ofParent: true }],
  ])('%s is forbidden', (_, more) => {
    expect(kindOf(action, more)).toBe('forbidden')
  })

  test('on a super user is not possible for a user administrator', () => {
    const kind = kindOf(action, { actorRoles: ['UserAdmin'], roles: ['OrderViewer', 'SuperUser'] })
    // The roles of a waiting user are not in effect yet.
    expect(kind).toBe(action === 'decide' ? null : 'forbidden')
    expect(kindOf(action, { actorRoles: ['Support'], roles: ['SuperUser'] })).toBeNull()
  })

  test('leaves the institution a user manager, unless laboratory support acts', () => {
    const last = { lastManager: true, roles: ['UserAdmin'] } as const
    const ending = action === 'move' || action === 'block' || action === 'deactivate'
    const ofSupport = action === 'forgetSecondFactor'
    expect(kindOf(action, last)).toBe(ending ? 'user-state' : ofSupport ? 'forbidden' : null)
    expect(kindOf(action, { ...last, actorRoles: ['Support'] })).toBeNull()
  })
})

test('whom a role at the parent still lets in can be blocked after the affiliation has ended', () => {
  const one = { ...PLAIN, status: 'Inactive', hasRoleAtParent: true } as const
  expect(allowed(one)).toEqual(['block', 'reactivate'])
})

test.each(['changeRoles', 'decide'] as const)('%s assigns only roles that the actor may assign', (action) => {
  const actorRoles = ['UserAdmin'] as const
  expect(kindOf(action, { actorRoles, newRoles: ['SuperUser'] })).toBe('forbidden')
  expect(kindOf(action, { actorRoles, newRoles: ['UserAdmin', 'OrderSubmitter'] })).toBeNull()
  expect(kindOf(action, { newRoles: ['SuperUser'] })).toBeNull()
})

test('the last user manager keeps a role that manages users', () => {
  const last = { lastManager: true, roles: ['UserAdmin'] } as const
  expect(kindOf('changeRoles', { ...last, newRoles: ['SuperUser'] })).toBeNull()
  expect(kindOf('changeRoles', { ...last, newRoles: ['OrderViewer'] })).toBe('user-state')
  expect(actionRefusal('changeRoles', { ...PLAIN, ...last, newRoles: [] })?.words).toContain(
    'the last active user',
  )
  expect(kindOf('changeRoles', { ...last, newRoles: [], actorRoles: ['Support'] })).toBeNull()
})

test('only the laboratory removes a lost second factor, of users who are or were at work', () => {
  for (const role of ['SuperUser', 'UserAdmin'] as const)
    expect(kindOf('forgetSecondFactor', { actorRoles: [role] })).toBe('forbidden')
  const statuses = USER_STATUSES.filter(
    (status) => kindOf('forgetSecondFactor', { actorRoles: ['Support'], status }) === null,
  )
  expect(statuses.toSorted()).toEqual(['Active', 'Blocked'])
})

test('only the laboratory approves a new institution', () => {
  expect(kindOf('decide', { institutionIsNew: true })).toBe('forbidden')
  expect(kindOf('decide', { institutionIsNew: true, actorRoles: ['Support'] })).toBeNull()
})

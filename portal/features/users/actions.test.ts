import { describe, expect, it } from 'vitest'
import { USER_STATUSES, type UserStatus } from '#domain/lookups.ts'
import { type ActionSubject, buttonsOf, reasonsOf } from './actions.ts'

const NOTHING = {
  ...{ changeRoles: false, block: false, deactivate: false, reactivate: false, move: false, decide: false },
  ...{ endSessions: false, forgetSecondFactor: false, approveRoles: false },
}
const user = (status: UserStatus, abilities: Partial<typeof NOTHING> = {}): ActionSubject => ({
  id: 7,
  status,
  roles: ['OrderCreator'],
  held: [],
  hasRoleAtParent: false,
  institution: { code: '1001', name: 'Riverside' },
  institutionIsNew: false,
  abilities: { ...NOTHING, ...abilities },
  mayMoveTo: [],
})
const admin = { id: 1, hospital: '1001', roles: ['UserAdmin'] } as const
const labels = (one: ActionSubject) => buttonsOf(one, admin).map(({ label }) => label)

describe('what can be done with a user', () => {
  it('is what the server allows, in one order', () => {
    const active = user('Active', { changeRoles: true, block: true, deactivate: true })
    expect(buttonsOf(active, admin).map(({ label, enabled }) => [label, enabled])).toEqual([
      ['Block', true],
      ['End affiliation', true],
      ['Change roles', true],
    ])
    expect(reasonsOf(active, admin)).toEqual([])
    expect(labels(user('WaitingForApproval', { decide: true }))).toEqual(['Approve', 'Deny'])
    expect(labels(user('Inactive', { reactivate: true }))).toEqual(['Reactivate'])
  })

  it('is nothing at all for who does not manage users', () => {
    for (const status of USER_STATUSES) {
      const viewer = { ...admin, roles: ['OrderViewer'] as const }
      expect(buttonsOf(user(status), viewer)).toEqual([])
      expect(reasonsOf(user(status), viewer)).toEqual([])
    }
  })

  it('is disabled, with the server’s own reason, where it fits the status but is not for this reader', () => {
    const disabled = buttonsOf(user('Active'), admin)
    expect(disabled.map(({ label }) => label)).toEqual(['Block', 'End affiliation', 'Change roles'])
    expect(disabled.some(({ enabled }) => enabled)).toBe(false)
    const reasonFor = (
      overrides: Partial<ActionSubject>,
      reader: Partial<typeof admin> | { id: number } = {},
    ) => reasonsOf({ ...user('Active'), ...overrides }, { ...admin, ...reader }).join(' ')
    expect(reasonFor({}, { id: 7 })).toMatch(/^You can’t change your own/)
    expect(reasonFor({ institution: { code: '1000', name: 'Health' } })).toMatch(/belongs to the parent/)
    expect(reasonFor({ roles: ['SuperUser'] })).toMatch(/role above yours/)
    expect(reasonFor({ abilities: { ...NOTHING, changeRoles: true } })).toMatch(/last active user/)
    expect(reasonFor({ status: 'WaitingForApproval', institutionIsNew: true })).toMatch(
      /Only the laboratory can approve/,
    )
  })

  it('offers to log somebody out only to who may, and says nothing of it else', () => {
    expect(labels(user('Active', { endSessions: true }))).toContain('Log out everywhere')
    expect(labels(user('Active', { forgetSecondFactor: true }))).toContain('Remove second factor')
    expect(labels(user('Active'))).not.toContain('Remove second factor')
    expect(labels(user('Active'))).not.toContain('Log out everywhere')
  })

  it('offers to move only where there is a place to move to', () => {
    expect(labels(user('Active'))).not.toContain('Move')
    expect(labels({ ...user('Active'), mayMoveTo: [{ code: '1002', name: 'Annex' }] })).toContain('Move')
  })
})

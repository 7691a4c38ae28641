import { expect, test } from 'vitest'
import type { UserChange } from '#contract/users.ts'
import { toChangeLines } from './changes.ts'

const change = (at: string, action: UserChange['action'], more: Partial<UserChange> = {}): UserChange => ({
  at,
  actor: 'Ines Moreau',
  action,
  detail: '',
  reason: '',
  ...more,
})

test('the newest change stands first, and of one moment the one that was written last', () => {
  const lines = toChangeLines([
    change('2026-03-01T10:00:00Z', 'registered'),
    change('2026-03-02T10:00:00Z', 'deactivated'),
    change('2026-03-02T10:00:00Z', 'handed-over'),
  ])
  expect(lines.map((line) => line.title)).toEqual([
    'Open work handed over',
    'Affiliation ended',
    'Registered',
  ])
})

test('what changed stands before the reason, which is quoted', () => {
  const [line] = toChangeLines([
    change('2026-03-01T10:00:00Z', 'roles-changed', { detail: 'gave Order viewer', reason: 'New tasks' }),
  ])
  expect(line?.detail).toBe('gave Order viewer · “New tasks”')
  expect(line?.actor).toBe('Ines Moreau')
})

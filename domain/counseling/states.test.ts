import { expect, test } from 'vitest'
import { APPOINTMENT_STATES, canDo, movesOn, PARTNER_STATES } from './states.ts'

test('what the partner says never goes back, and a deleted request stays so', () => {
  const moved = APPOINTMENT_STATES.map((from) => [from, PARTNER_STATES.filter((to) => movesOn(from, to))])
  expect(Object.fromEntries(moved)).toEqual({
    stored: ['received', 'scheduled', 'closed'],
    'handed-over': ['received', 'scheduled', 'closed'],
    received: ['scheduled', 'closed'],
    scheduled: ['closed'],
    closed: [],
    refused: ['received', 'scheduled', 'closed'],
    deleted: [],
  })
})

test('Support hands over again what the partner has not said to have, and deletes what is not deleted', () => {
  const can = (action: 'again' | 'remove') => APPOINTMENT_STATES.filter((state) => canDo(action, state))
  expect(can('again')).toEqual(['stored', 'handed-over', 'refused'])
  expect(can('remove')).toEqual(APPOINTMENT_STATES.filter((state) => state !== 'deleted'))
})

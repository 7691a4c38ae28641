import { expect, test } from 'vitest'
import { APPOINTMENT_STATES, canDo, movesOn, PARTNER_STATES } from './states.ts'

test("the partner's updates never go back, and a deleted request stays deleted", () => {
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

test('Support can resend what the partner has not confirmed, and delete what is not deleted', () => {
  const can = (action: 'again' | 'remove') => APPOINTMENT_STATES.filter((state) => canDo(action, state))
  expect(can('again')).toEqual(['stored', 'handed-over', 'refused'])
  expect(can('remove')).toEqual(APPOINTMENT_STATES.filter((state) => state !== 'deleted'))
})

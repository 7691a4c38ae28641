import { expect, test } from 'vitest'
import type { LaboratoryMessage } from '#contract/laboratory.ts'
import { messageName, outcomeWords, senderWords } from './words.ts'

const message: LaboratoryMessage = {
  ...{ direction: 'out', id: 1, list: 'waiting', controlId: 'XO4711-1', kind: 'change', sender: '' },
  ...{ at: '2026-03-12T14:05:07Z', order: null, tries: 0, lastError: '', answeredAt: null },
  ...{ answerCode: '', reason: '', answerWords: '', sentAgain: 0, abilities: ['sendAgain'] },
}
const outcomeOf = (overrides: Partial<LaboratoryMessage>) => outcomeWords({ ...message, ...overrides })

test('what waits says what its last try failed with, and how many there were', () => {
  expect(outcomeOf({})).toEqual({ first: 'Not tried yet', second: '' })
  expect(outcomeOf({ tries: 1, lastError: 'it is down' })).toEqual({
    first: 'it is down',
    second: '1 try, no answer',
  })
  expect(outcomeOf({ tries: 7, lastError: 'it is down', sentAgain: 2 }).second).toBe(
    '7 tries, no answer. Sent again 2 times',
  )
})

test('what is refused says why, and what is taken with which code', () => {
  expect(outcomeOf({ list: 'refused', answerCode: 'AE', reason: 'AE: No such test', sentAgain: 1 })).toEqual({
    first: 'AE: No such test',
    second: 'Sent again 1 time',
  })
  expect(outcomeOf({ list: 'sent', answerCode: 'AA' }).first).toBe('Accepted with AA')
  expect(outcomeOf({ direction: 'in', list: 'taken-in' }).first).toBe('Answered with nothing')
})

test('a message is called by what it is for and its control id', () => {
  expect(messageName(message)).toBe('Addition to an order XO4711-1')
  expect(messageName({ direction: 'in', kind: 'ORU^R01', controlId: '7' })).toBe('ORU^R01 7')
  expect(messageName({ direction: 'in', kind: '', controlId: '' })).toBe('Unreadable message')
  expect([senderWords({ sender: 'LIS|LARKFIELD' }), senderWords({ sender: '|' })]).toEqual([
    ...['LIS, LARKFIELD', ''],
  ])
})

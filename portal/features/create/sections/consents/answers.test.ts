import { expect, it } from 'vitest'
import { answeredBy, answerOf, commonAnswer } from './answers.ts'

const TRIO = ['proband', 'm', 'f']
const all = TRIO.map((patient) => ({ patient, consentId: 'research', answer: false }))
const other = { patient: 'proband', consentId: 'testing', answer: true }

it('answers a question once for everybody, and otherwise for whom it differs', () => {
  const yes = answeredBy([...all, other], TRIO, 'research', true)
  expect(commonAnswer(yes, TRIO, 'research')).toBe(true)
  const differs = answeredBy(yes, ['m'], 'research', false)
  expect(TRIO.map((patient) => answerOf(differs, patient, 'research'))).toEqual([true, false, true])
  expect(commonAnswer(differs, TRIO, 'research')).toBe(null)
  expect(differs).toContainEqual(other)
  expect(differs).toHaveLength(4)
})

it('adds an answer that is not there yet', () => {
  expect(commonAnswer([], TRIO, 'research')).toBe(null)
  expect(answeredBy([], TRIO, 'research', false)).toEqual(all.map((one) => ({ ...one, reviewed: false })))
})

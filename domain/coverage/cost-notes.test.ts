import { describe, expect, test } from 'vitest'
import { summarizeBenefits } from './benefit-summary.ts'
import { type CostQuestion, estimateCost } from './cost.ts'
import { ANSWER, dollars, parseWorkedExamples } from './testing/worked-examples.ts'

/** The columns are explained in cost.test.ts. */
function the(row: string): CostQuestion {
  const [found] = parseWorkedExamples(`case | ${row} | | by hand`)
  if (!found) throw new Error(`no case: ${row}`)
  return found.question
}
const IN_PART = the('250 | - | 20% | 5000 | | 1000')
const WITH_BALANCE = the('500 | - | 40% | 5000 | out balance | 600/900')

describe('notes with the amount', () => {
  const base = IN_PART
  const priced = (more: Partial<(typeof base.tests)[number]>) => ({
    ...base,
    tests: base.tests.map((one) => ({ ...one, ...more })),
  })

  test.each([
    [399_99, 'cheaper'],
    [400_00, 'same'],
    [400_01, 'dearer'],
    [null, 'unknown'],
  ])('compares self-pay of %s as %s than 400.00', (selfPayCents, compared) => {
    expect(estimateCost(priced({ selfPayCents })).selfPay).toEqual({ cents: selfPayCents, compared })
  })

  test('lists self-pay as a change if it may be cheaper', () => {
    const kinds = (cents: number) => estimateCost(priced({ selfPayCents: cents })).changes.map((c) => c.words)
    expect(kinds(250_00)).toContain('The self-pay price, without insurance, is $250.00.')
    expect(kinds(400_00).join()).not.toContain('without insurance')
  })

  test.each([
    ['no', 'unknown', 'no'],
    ['unknown', 'no', 'no'],
    ['no', 'yes', 'yes'],
    ['yes', 'no', 'yes'],
    ['unknown', 'unknown', 'unknown'],
  ] as const)('authorization: %s for the test, %s by the payer is %s', (rule, authorization, together) => {
    const question = priced({ authorizationRequired: rule })
    const estimate = estimateCost({ ...question, benefitSummary: { ...base.benefitSummary, authorization } })
    expect(estimate.authorizationRequired).toBe(together)
  })

  const unanswered = summarizeBenefits(ANSWER, true)
  test.each([
    ['no', 'yes', 'unknown'],
    ['unknown', 'yes', 'unknown'],
    ['yes', 'yes', 'yes'],
    ['no', 'no', 'no'],
    ['no', 'unknown', 'no'],
  ] as const)(
    'authorization: %s for the test, %s by an answer that counts no longer is %s',
    (rule, was, is) => {
      const earlier = { ...base.benefitSummary, authorization: was }
      const ofTest = priced({ authorizationRequired: rule })
      const estimate = estimateCost({ ...ofTest, benefitSummary: unanswered, earlier })
      expect(estimate.authorizationRequired).toBe(is)
      const again = estimate.missing.filter(({ name }) => name === 'authorization-again')
      expect(again.map(({ test: code, howToLearn }) => [code, howToLearn])).toEqual(
        was === 'yes' && rule !== 'yes' ? [['T1', 'Check the coverage again.']] : [],
      )
      // A new answer decides.
      for (const authorization of ['yes', 'no'] as const) {
        const benefitSummary = { ...base.benefitSummary, authorization }
        const asked = estimateCost({ ...priced({}), benefitSummary, earlier: null })
        expect(asked.authorizationRequired).toBe(authorization)
      }
    },
  )

  test('lists each change with the amount owed in that case', () => {
    const question = priced({ authorizationRequired: 'yes', listPriceCents: 1500_00 })
    const changeText = ({ kind, cents }: { kind: string; cents: number | null }) =>
      `${kind} ${cents === null ? '?' : dollars(cents)}`
    const benefitSummary = { ...base.benefitSummary, hasOtherPayer: true, hasLimit: true }
    expect(estimateCost({ ...question, benefitSummary }).changes.map(changeText)).toEqual([
      'deductible-met 200.00',
      'maximum-reached 0.00',
      'authorization-refused 1500.00',
      'limited ?',
      'other-payer ?',
    ])
    expect(estimateCost(WITH_BALANCE).changes.map(changeText)).toEqual([
      'in-network ?',
      'no-surprises ?',
      'deductible-met 540.00',
      'maximum-reached 300.00',
    ])
    expect(estimateCost(the('of500 | - | 20% | 5000 | | 600')).changes.map(changeText)).toEqual([
      'deductible-partly-met ?',
      'deductible-met 120.00',
      'maximum-reached 0.00',
    ])
    expect(estimateCost(the('of0 | - | 20% | 5000 | | 600')).changes.map(changeText)).toEqual([
      'maximum-reached 0.00',
    ])
    expect(estimateCost(WITH_BALANCE).isOutOfNetwork).toBe(true)
  })

  test('refuses a price that is not a whole number of cents', () => {
    expect(() => estimateCost(priced({ allowedCents: 0.5 }))).toThrow(RangeError)
    expect(() => estimateCost(priced({ listPriceCents: -1 }))).toThrow(RangeError)
  })
})

test('includes the payer’s words in a refusal', () => {
  const rejections = [
    { level: 'subscriber', code: '75', followUp: 'C', words: 'Subscriber not found.' },
  ] as const
  const benefitSummary = summarizeBenefits({ ...ANSWER, rejections }, true)
  expect(estimateCost({ ...IN_PART, benefitSummary }).result).toMatchObject({
    because: 'rejected',
    reason: 'The payer did not answer the question about this patient. Subscriber not found.',
  })
})

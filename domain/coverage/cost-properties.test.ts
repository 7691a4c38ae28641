import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BenefitSummary } from './benefit-summary.ts'
import { type CostQuestion, estimateCost } from './cost.ts'
import type { PricedTest, Step } from './estimate.ts'

const cents = fc.integer({ min: 0, max: 200_000 })
const rate = fc.integer({ min: 0, max: 10_000 })
const perhaps = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 3 })
const known = fc.constantFrom('yes', 'no', 'unknown')

const anyCopay = fc.record({ cents: perhaps(cents), isOncePerOrder: fc.boolean() })
const anySummary: fc.Arbitrary<BenefitSummary> = fc.record({
  state: fc.constantFrom('active', 'active', 'active', 'active', 'inactive', 'rejected', 'unknown'),
  rejection: fc.constant(''),
  deductibleCents: perhaps(cents),
  outOfPocketCents: perhaps(cents),
  copay: perhaps(anyCopay),
  coinsurance: perhaps(rate),
  isNonCovered: fc.integer({ min: 0, max: 9 }).map((number) => number === 0),
  authorization: known,
  hasLimit: fc.boolean(),
  hasOtherPayer: fc.boolean(),
  otherPayers: fc.constant([]),
  paysFirst: fc.constantFrom('', '', '', 'ACME'),
  isCoverageUnclear: fc.integer({ min: 0, max: 9 }).map((number) => number === 0),
  limitCents: fc.option(cents, { freq: 1 }),
  limits: fc.constant([]),
  unclear: fc.constant([]),
  notes: fc.constant([]),
  procedures: fc.constant([]),
})
const anyTest: fc.Arbitrary<PricedTest> = fc
  .record({
    allowedCents: fc.option(cents, { freq: 9 }),
    markUp: cents,
    selfPayCents: perhaps(cents),
    covered: fc.constantFrom('yes', 'yes', 'yes', 'no', 'unknown'),
    authorizationRequired: known,
  })
  .map(({ markUp, ...test }) => ({
    ...{ ...test, code: 'T', name: 'Test' },
    listPriceCents: (test.allowedCents ?? 0) + markUp,
  }))
const anyQuestion: fc.Arbitrary<CostQuestion> = fc.record({
  benefitSummary: anySummary,
  terms: fc.record({
    inNetwork: fc.boolean(),
    copayBeforeDeductible: fc.boolean(),
    balanceBilling: fc.boolean(),
  }),
  tests: fc.array(anyTest, { maxLength: 4 }),
})
/** All inputs known, except perhaps the maximum, which is optional. */
const anyKnown: fc.Arbitrary<CostQuestion> = fc
  .tuple(anyQuestion, cents, rate, cents, fc.boolean())
  .map(([question, deductibleCents, coinsurance, amount, isOncePerOrder]) => ({
    ...question,
    benefitSummary: {
      ...{ ...question.benefitSummary, state: 'active', deductibleCents, coinsurance },
      copay: { cents: amount, isOncePerOrder },
      ...{ isCoverageUnclear: false, paysFirst: '', limitCents: null },
    },
    tests: [
      ...question.tests,
      { ...{ code: 'T', name: 'Test', allowedCents: amount, listPriceCents: amount, selfPayCents: null } },
    ].map((test) => ({
      ...{ authorizationRequired: 'no' as const, ...test },
      allowedCents: test.allowedCents ?? 0,
      covered: 'covered' in test && test.covered === 'no' ? 'no' : 'yes',
    })),
  }))

const RUNS = { numRuns: 300 }
const sum = (steps: readonly Step[]) => steps.reduce((total, step) => total + step.cents, 0)
const BEYOND: readonly Step['kind'][] = ['balance', 'not-covered']

/** Both ends of the estimate; null if there is no number. */
function ends(question: CostQuestion): [number, number] | null {
  const { result } = estimateCost(question)
  if (result.kind === 'none') return null
  return result.kind === 'amount' ? [result.cents, result.cents] : [result.low, result.high]
}
function amount(question: CostQuestion): number {
  const { result } = estimateCost(question)
  if (result.kind !== 'amount') throw new Error(`no amount but ${result.kind}`)
  return result.cents
}
const withSummary = (question: CostQuestion, more: Partial<BenefitSummary>) => ({
  ...question,
  benefitSummary: { ...question.benefitSummary, ...more },
})

describe('the estimate of any question', () => {
  it('is never negative, always in whole cents, and the sum of its steps', () => {
    fc.assert(
      fc.property(anyQuestion, (question) => {
        const { result, steps, stepsOfLow } = estimateCost(question)
        const range = ends(question)
        const [low, high] = range ?? [0, 0]
        expect(Number.isSafeInteger(low) && Number.isSafeInteger(high)).toBe(true)
        expect(low).toBeGreaterThanOrEqual(0)
        expect(high).toBeGreaterThanOrEqual(low)
        expect(sum(steps)).toBe(high)
        expect(sum(stepsOfLow)).toBe(result.kind === 'range' ? low : 0)
      }),
      RUNS,
    )
  })

  it('never exceeds allowed, not covered and balance-billed amounts, or the maximum for covered tests', () => {
    fc.assert(
      fc.property(anyQuestion, (question) => {
        const range = ends(question)
        if (range === null) return
        const isBalanceBilled = !question.terms.inNetwork && question.terms.balanceBilling
        const atMost = ({ covered, allowedCents, listPriceCents }: PricedTest) =>
          covered !== 'yes' ||
          question.benefitSummary.isNonCovered ||
          question.benefitSummary.isCoverageUnclear ||
          isBalanceBilled
            ? listPriceCents
            : (allowedCents ?? 0)
        const { steps } = estimateCost(question)
        expect(range[1]).toBeLessThanOrEqual(question.tests.reduce((total, test) => total + atMost(test), 0))
        const beyond = sum(steps.filter(({ kind }) => BEYOND.includes(kind)))
        expect(range[1] - beyond).toBeLessThanOrEqual(
          question.benefitSummary.outOfPocketCents ?? Number.POSITIVE_INFINITY,
        )
        if (!isBalanceBilled) expect(steps.some(({ kind }) => kind === 'balance')).toBe(false)
      }),
      RUNS,
    )
  })

  it('is not a number if the coverage is inactive, and names missing inputs', () => {
    fc.assert(
      fc.property(anyQuestion, (question) => {
        const { result, missing } = estimateCost(question)
        if (question.benefitSummary.state !== 'active') expect(result.kind).toBe('none')
        if (missing.some(({ isNeeded }) => isNeeded)) expect(result.kind).not.toBe('amount')
        if (result.kind === 'range' || (result.kind === 'none' && result.because === 'missing'))
          expect(missing.some(({ isNeeded }) => isNeeded)).toBe(true)
      }),
      RUNS,
    )
  })

  it('contains the true amount, whatever the unknown inputs turn out to be', () => {
    fc.assert(
      fc.property(
        anyQuestion,
        anyKnown,
        fc.array(fc.boolean(), { minLength: 4 }),
        (question, other, flips) => {
          const range = ends(question)
          if (range === null) return
          const { benefitSummary, tests } = question
          const copay = benefitSummary.copay && {
            ...benefitSummary.copay,
            cents: benefitSummary.copay.cents ?? other.benefitSummary.copay?.cents ?? 0,
          }
          const truth = amount({
            ...withSummary(question, {
              copay,
              deductibleCents: benefitSummary.deductibleCents ?? other.benefitSummary.deductibleCents,
              coinsurance: benefitSummary.coinsurance ?? other.benefitSummary.coinsurance,
              isCoverageUnclear: false,
            }),
            tests: tests.map((test, index) =>
              test.covered === 'unknown' || (test.covered === 'yes' && benefitSummary.isCoverageUnclear)
                ? { ...test, covered: flips[index] ? 'yes' : 'no' }
                : test,
            ),
          })
          expect(truth).toBeGreaterThanOrEqual(range[0])
          expect(truth).toBeLessThanOrEqual(range[1])
        },
      ),
      { numRuns: 1000 },
    )
  })
})

describe('the estimate of a question without unknowns', () => {
  it('is an amount', () => {
    fc.assert(
      fc.property(anyKnown, (question) => {
        expect(estimateCost(question).result.kind).toBe('amount')
        expect(estimateCost(question).missing.some(({ isNeeded }) => isNeeded)).toBe(false)
      }),
      RUNS,
    )
  })

  it('never falls if the remaining deductible, the rate, the copayment or the maximum rises', () => {
    const more = (key: 'deductibleCents' | 'outOfPocketCents' | 'coinsurance', top: number) =>
      fc.property(anyKnown, fc.integer({ min: 1, max: 100_000 }), (question, step) => {
        const value = Math.min(top, (question.benefitSummary[key] ?? 0) + step)
        const before = withSummary(question, { [key]: question.benefitSummary[key] ?? 0 })
        expect(amount(withSummary(question, { [key]: value }))).toBeGreaterThanOrEqual(amount(before))
      })
    fc.assert(more('deductibleCents', 1_000_000), RUNS)
    fc.assert(more('outOfPocketCents', 1_000_000), RUNS)
    fc.assert(more('coinsurance', 10_000), RUNS)
    fc.assert(
      fc.property(anyKnown, cents, fc.boolean(), (question, step, isOncePerOrder) => {
        const withCopay = (copay: number) =>
          amount(withSummary(question, { copay: { cents: copay, isOncePerOrder } }))
        expect(withCopay(step + 1)).toBeGreaterThanOrEqual(withCopay(step))
      }),
      RUNS,
    )
  })

  it('does not depend on the order of the tests', () => {
    fc.assert(
      fc.property(anyKnown, (question) => {
        const reversed = { ...question, tests: question.tests.toReversed() }
        expect(amount(reversed)).toBe(amount(question))
      }),
      RUNS,
    )
  })
})

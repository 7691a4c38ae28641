import { type Adjudication, adjudicate, type BilledTest, type KnownPlan } from './adjudicate.ts'
import type { BenefitSummary } from './benefit-summary.ts'
import type { BasisPoints, Cents } from './benefits.ts'
import type {
  Change,
  ContractTerms,
  Estimate,
  EstimateResult,
  MissingInput,
  NoEstimate,
  PricedTest,
  Step,
  YesNoUnknown,
} from './estimate.ts'
import type { BenefitAbout, UnclearBenefit } from './rows.ts'
import { type TestTerms, termsOf } from './test-terms.ts'
import { change, missing, NO_ESTIMATE, payerInWords, stepWords } from './words.ts'

export interface CostQuestion {
  /** The payer's response, interpreted for the same network as in `terms`. */
  readonly benefitSummary: BenefitSummary
  /** If that is no answer: the payer's last one about the patient, which counts no longer. */
  readonly earlier?: BenefitSummary | null
  readonly terms: ContractTerms
  /** The tests of one order: they share one deductible and one maximum. */
  readonly tests: readonly PricedTest[]
}

/**
 * What the patient will probably pay (COVER-02). `adjudicate` has the formula; this decides what can be said
 * with it.
 * An unknown input is never taken as zero. Both extremes are tried: a deductible met and not met at all, a
 * coinsurance of nothing and of everything, a test covered and not covered. If both give the same result,
 * that is the amount. Otherwise the result is a range, unless it would say nothing: an unknown coinsurance or
 * copayment gives one only if the out-of-pocket maximum caps it below the price. Otherwise there is no
 * number, and the missing inputs are named. An out-of-pocket maximum or a copayment in none of the payer's
 * rows is taken as absent, which `missing` states too: the first can only reduce the amount, and plans
 * without a copayment send no row for it.
 *
 * @throws RangeError for a price that is not a whole, non-negative number of cents.
 */
export function estimateCost(question: CostQuestion): Estimate {
  const { terms, tests, benefitSummary } = question
  for (const { allowedCents, listPriceCents, selfPayCents } of tests)
    for (const cents of [allowedCents ?? 0, listPriceCents, selfPayCents ?? 0])
      if (!Number.isSafeInteger(cents) || cents < 0) throw new RangeError(`${cents} is no price in cents`)
  const { result, ends } = resultOf(question)
  const notes = benefitSummary.state === 'active' ? notesOn(question) : []
  return {
    result,
    steps: [...notes, ...(ends?.high.steps ?? [])],
    stepsOfLow: ends && result.kind === 'range' ? [...notes, ...ends.low.steps] : [],
    missing: missingIn(question, result.kind !== 'amount'),
    isOutOfNetwork: !terms.inNetwork && terms.isOnFile !== false,
    authorizationRequired: together(mayBeCovered(question)),
    selfPay: selfPayOf(tests, result),
    changes: changesOf(question, result),
  }
}

/** The main reason for the lack of a number: the part of the payer's response that cannot be judged here. */
function becauseOf(question: CostQuestion): string {
  const [first] = missingIn(question, true).filter(({ name, isNeeded }) => isNeeded && name !== 'allowed')
  return first?.words ?? ''
}

/** Whether the tests cost more than the payer's limit for such tests. */
function isBeyondLimit(
  { benefitSummary: { limitCents }, tests }: CostQuestion,
  covered: readonly TestAndTerms[],
) {
  const allowed = covered.reduce((total, { test }) => total + (test.allowedCents ?? test.listPriceCents), 0)
  return limitCents !== null && tests.length > 0 && allowed > limitCents
}

interface Ends {
  readonly low: Adjudication
  readonly high: Adjudication
}

function resultOf(question: CostQuestion): { result: EstimateResult; ends: Ends | null } {
  const { state, rejection } = question.benefitSummary
  const none = (because: NoEstimate, more = '') => ({
    result: { kind: 'none', because, reason: `${NO_ESTIMATE[because]}${more && ` ${more}`}` } as const,
    ends: null,
  })
  if (question.tests.length === 0) return none('no-tests')
  if (state !== 'active') return none(state === 'unknown' ? 'coverage-unknown' : state, rejection)
  if (question.terms.isOnFile === false) return none('no-contract')
  if (question.benefitSummary.paysFirst !== '')
    return none('other-payer', `It names ${question.benefitSummary.paysFirst}.`)
  const ends = endsOf(question)
  if (ends === null) return none('missing', becauseOf(question))
  const [low, high] = [ends.low.cents, ends.high.cents]
  return { result: low === high ? { kind: 'amount', cents: low } : { kind: 'range', low, high }, ends }
}

/**
 * The least and the most that can be owed; null if that is unknown or says nothing. Tests that are perhaps
 * covered are tried all as covered, then all as not covered: mixed cases lie between, since no payer allows
 * more than the list price.
 */
function endsOf(question: CostQuestion): Ends | null {
  const { benefitSummary, terms } = question
  const { outOfPocketCents, copay, deductibleCents } = benefitSummary
  const perhaps = mayBeCovered(question)
  if (perhaps.some(({ test }) => test.allowedCents === null)) return null
  if (isBeyondLimit(question, perhaps)) return null
  const common = {
    outOfPocket: outOfPocketCents ?? Number.POSITIVE_INFINITY,
    isCopayOncePerOrder: copay?.isOncePerOrder ?? false,
  }
  const knownCopay = copay === null ? 0 : copay.cents
  const least: KnownPlan = {
    ...common,
    deductible: deductibleCents ?? 0,
    copay: knownCopay ?? 0,
  }
  const most: KnownPlan = {
    ...common,
    deductible: deductibleCents ?? Number.POSITIVE_INFINITY,
    copay: knownCopay ?? Number.POSITIVE_INFINITY,
  }
  const readings = ([true, false] as const).map((isCoveredIfUnknown) => {
    const billed = (unknownCopay: number, unknownRate: BasisPoints) =>
      billedTests(question, { isCoveredIfUnknown, unknownCopay, unknownRate })
    return [
      adjudicate(billed(0, 0), least, terms),
      adjudicate(billed(Number.POSITIVE_INFINITY, 10_000), most, terms),
    ] as const
  })
  const isOpen =
    perhaps.some(({ terms: own }) => own.coinsurance === null || own.copay?.cents === null) &&
    readings.some(([one, other]) => one.cents !== other.cents)
  const allowed = perhaps.reduce((total, { test }) => total + (test.allowedCents ?? 0), 0)
  if (isOpen && common.outOfPocket >= allowed) return null
  const all = readings.flat().sort((one, other) => one.cents - other.cents)
  const [low, high] = [all[0], all.at(-1)]
  return low && high ? { low, high } : null
}

interface Unknowns {
  readonly isCoveredIfUnknown: boolean
  readonly unknownCopay: number
  readonly unknownRate: BasisPoints
}

function billedTests(question: CostQuestion, taken: Unknowns): BilledTest[] {
  return withTerms(question).map(({ test, terms: { covered, copay, hasOwnCopay, coinsurance } }) => ({
    ...{ code: test.code, name: test.name, listPriceCents: test.listPriceCents },
    allowedCents: test.allowedCents ?? 0,
    isCovered: covered === 'yes' || (covered === 'unknown' && taken.isCoveredIfUnknown),
    ...(hasOwnCopay ? { copay: copay?.cents ?? taken.unknownCopay } : {}),
    coinsurance: coinsurance ?? taken.unknownRate,
  }))
}

interface TestAndTerms {
  readonly test: PricedTest
  readonly terms: TestTerms
  /** An answer that counts no longer required an authorization. */
  readonly wasRequired: boolean
}

function withTerms({ benefitSummary, earlier, tests }: CostQuestion): TestAndTerms[] {
  return tests.map((test) => ({
    test,
    terms: termsOf(benefitSummary, test),
    wasRequired: earlier ? termsOf(earlier, test).authorization === 'yes' : false,
  }))
}

function mayBeCovered(question: CostQuestion): TestAndTerms[] {
  return withTerms(question).filter(({ terms }) => terms.covered !== 'no')
}

/**
 * Combines the contract's rule for a test with the payer's response: either can require authorization. What
 * the payer required before has to be asked again, whatever the contract says.
 */
function authorizationOf({ test, terms, wasRequired }: TestAndTerms): YesNoUnknown {
  const authorizations = [test.authorizationRequired, terms.authorization]
  if (authorizations.includes('yes')) return 'yes'
  return authorizations.includes('no') && !wasRequired ? 'no' : 'unknown'
}

function together(tests: readonly TestAndTerms[]): YesNoUnknown {
  const all = tests.map(authorizationOf)
  return all.includes('yes') ? 'yes' : all.includes('unknown') ? 'unknown' : 'no'
}

function notesOn(question: CostQuestion): Step[] {
  const covered = mayBeCovered(question)
  const none = { test: null, about: null, cents: 0, ofCents: null, rate: null }
  const notes: Omit<Step, 'words'>[] = question.benefitSummary.notes
    .filter(({ about }) => covered.length > 0 || about === 'coverage')
    .map(({ kind, about }) => ({ ...none, kind, about }))
  for (const about of new Set(covered.flatMap(({ terms }) => terms.several)))
    if (!notes.some((note) => note.kind === 'contradictory' && note.about === about))
      notes.push({ ...none, kind: 'contradictory', about })
  if (covered.length > 1) notes.push({ ...none, kind: 'dearest-first' })
  return notes.map((note) => ({ ...note, words: stepWords(note, '') }))
}

function missingIn(question: CostQuestion, hasNoAmount: boolean): MissingInput[] {
  const { state, deductibleCents, outOfPocketCents } = question.benefitSummary
  const covered = mayBeCovered(question)
  const again = covered
    .filter((one) => one.wasRequired && authorizationOf(one) === 'unknown')
    .map(({ test }) => missing('authorization-again', false, test))
  if (state === 'unknown') return [missing('active', true), ...again]
  if (state !== 'active') return again
  const { benefitSummary, terms } = question
  if (terms.isOnFile === false) return [missing('contract', true)]
  const others = benefitSummary.otherPayers.map(payerInWords).join('; ')
  const order = benefitSummary.hasOtherPayer
    ? [missing('payer-order', benefitSummary.paysFirst !== '', null, others)]
    : []
  if (covered.length === 0) return order
  const because = (about: BenefitAbout, own: readonly UnclearBenefit[] = benefitSummary.unclear) =>
    [...new Set(own.filter((one) => one.about === about).map(({ words }) => words))].join('; ')
  const ofTests = (about: BenefitAbout) =>
    because(
      about,
      covered.flatMap(({ terms }) => terms.unclear),
    )
  return [
    ...order,
    ...(isBeyondLimit(question, covered)
      ? [missing('limit', true, null, benefitSummary.limits.join('; '))]
      : []),
    ...covered
      .filter(({ test }) => test.allowedCents === null)
      .map(({ test }) => missing('allowed', true, test)),
    ...covered
      .filter(({ terms }) => terms.covered === 'unknown')
      .map(({ test, terms }) => missing('coverage', hasNoAmount, test, because('coverage', terms.unclear))),
    ...(deductibleCents === null ? [missing('deductible', hasNoAmount, null, because('deductible'))] : []),
    ...(covered.some(({ terms }) => terms.coinsurance === null)
      ? [missing('coinsurance', hasNoAmount, null, ofTests('coinsurance'))]
      : []),
    ...(covered.some(({ terms }) => terms.copay === null) ? [missing('copay', false)] : []),
    ...(covered.some(({ terms }) => terms.copay?.cents === null)
      ? [missing('copay-amount', hasNoAmount, null, ofTests('copay'))]
      : []),
    ...(outOfPocketCents === null ? [missing('out-of-pocket', false, null, because('out-of-pocket'))] : []),
    ...covered
      .filter((one) => authorizationOf(one) === 'unknown')
      .map(({ test }) => missing('authorization', false, test)),
  ]
}

function selfPayOf(tests: readonly PricedTest[], result: EstimateResult): Estimate['selfPay'] {
  const cents = tests.reduce<Cents | null>(
    (total, { selfPayCents: price }) => (total === null || price === null ? null : total + price),
    0,
  )
  if (cents === null || result.kind === 'none') return { cents, compared: 'unknown' }
  const [low, high] = result.kind === 'amount' ? [result.cents, result.cents] : [result.low, result.high]
  if (cents < low) return { cents, compared: 'cheaper' }
  if (cents > high) return { cents, compared: 'dearer' }
  return { cents, compared: low === high ? 'same' : 'unknown' }
}

function changesOf(question: CostQuestion, result: EstimateResult): Change[] {
  const { benefitSummary, terms, tests } = question
  const { cents: selfPay, compared } = selfPayOf(tests, result)
  const offersSelfPay = selfPay !== null && tests.length > 0 && !['dearer', 'same'].includes(compared)
  const withoutInsurance = offersSelfPay ? [change('self-pay', selfPay)] : []
  if (benefitSummary.state === 'active' && terms.isOnFile === false)
    return [change('no-surprises'), ...withoutInsurance]
  if (benefitSummary.state !== 'active' || mayBeCovered(question).length === 0) return withoutInsurance
  /** What would be owed in that case, if it can be computed and differs. */
  const then = (kind: Change['kind'], other: Partial<CostQuestion>): Change[] => {
    const { result: changed } = resultOf({ ...question, ...other })
    if (changed.kind !== 'amount') return []
    return result.kind === 'amount' && result.cents === changed.cents ? [] : [change(kind, changed.cents)]
  }
  const isTotalOnly = benefitSummary.notes.some(
    ({ kind, about }) => kind === 'total' && about === 'deductible',
  )
  const refused = withTerms(question).map((one) =>
    authorizationOf(one) === 'yes' ? { ...one.test, covered: 'no' as const } : one.test,
  )
  return [
    ...(terms.inNetwork ? [] : [change('in-network'), change('no-surprises')]),
    ...(isTotalOnly && benefitSummary.deductibleCents !== 0 ? [change('deductible-partly-met')] : []),
    ...then('deductible-met', { benefitSummary: { ...benefitSummary, deductibleCents: 0 } }),
    ...then('maximum-reached', { benefitSummary: { ...benefitSummary, outOfPocketCents: 0 } }),
    ...then('authorization-refused', { tests: refused }),
    ...(benefitSummary.hasLimit ? [change('limited', null, benefitSummary.limits.join('; '))] : []),
    ...(benefitSummary.hasOtherPayer
      ? [change('other-payer', null, benefitSummary.otherPayers.map(payerInWords).join('; '))]
      : []),
    ...withoutInsurance,
  ]
}

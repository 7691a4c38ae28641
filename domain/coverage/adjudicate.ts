import type { BasisPoints, Cents } from './benefits.ts'
import type { ContractTerms, Step, StepKind } from './estimate.ts'
import { stepWords } from './words.ts'

/** One test as billed, with all inputs known. */
export interface BilledTest {
  readonly code: string
  readonly name: string
  readonly allowedCents: Cents
  readonly listPriceCents: Cents
  readonly isCovered: boolean
  readonly coinsurance: BasisPoints
  /** For this test alone, instead of the plan's. */
  readonly copay?: number
}

/** A plan with all inputs known. Infinity: a deductible not met at all, or no maximum. */
export interface KnownPlan {
  readonly deductible: number
  readonly outOfPocket: number
  readonly copay: number
  readonly isCopayOncePerOrder: boolean
}

export interface Adjudication {
  readonly cents: Cents
  /** The part that counts toward the out-of-pocket maximum. */
  readonly coveredCents: Cents
  /** They add up to `cents`. */
  readonly steps: readonly Step[]
}

/**
 * What the patient owes for all tests of one order. Of each covered test:
 *
 *     deductible  = min(remaining deductible, allowed)
 *     copay       = min(copay, allowed − deductible)           or before the deductible, if the plan does so
 *     coinsurance = (allowed − deductible − copay) × rate      rounded half up, per test
 *     owed        = min(deductible + copay + coinsurance, remaining out-of-pocket maximum)
 *
 * All tests share one deductible, one maximum and, if it is per visit, one copayment, except for terms that a test has
 * of its own. To this is added, without any maximum, the list price of tests that are not covered and, out of network,
 * the part of the list price above the allowed amount.
 *
 * The most expensive test comes first, whatever the order in which the tests were chosen: a payer may process them in
 * any order, this one never gives the lower of two results if each test has a copayment, and the same tests always cost
 * the same.
 */
export function adjudicate(
  tests: readonly BilledTest[],
  plan: KnownPlan,
  terms: ContractTerms,
): Adjudication {
  const left = { deductible: plan.deductible, outOfPocket: plan.outOfPocket, copay: plan.copay }
  const covered = tests.filter(({ isCovered }) => isCovered).sort(dearestFirst)
  const coveredSteps: Step[] = []
  for (const test of covered) {
    const { allowedCents: allowed } = test
    const upTo = (limit: number, rest: Cents) => Math.min(limit, rest)
    const copayLimit = test.copay ?? (plan.isCopayOncePerOrder ? left.copay : plan.copay)
    const isCopayFirst = terms.copayBeforeDeductible
    const early = upTo(isCopayFirst ? copayLimit : left.deductible, allowed)
    const late = upTo(isCopayFirst ? left.deductible : copayLimit, allowed - early)
    const [deductible, copay] = isCopayFirst ? [late, early] : [early, late]
    const rest = allowed - early - late
    const coinsurance = shareOf(rest, test.coinsurance)
    const before = deductible + copay + coinsurance
    const owed = upTo(left.outOfPocket, before)
    left.deductible -= deductible
    if (test.copay === undefined) left.copay -= copay
    left.outOfPocket -= owed
    const first = [
      step('deductible', test, deductible, allowed),
      step('copay', test, copay, allowed - (isCopayFirst ? 0 : deductible)),
    ]
    coveredSteps.push(
      ...[
        ...(isCopayFirst ? first.reverse() : first),
        step('coinsurance', test, coinsurance, rest, test.coinsurance),
        step('cap', test, owed - before, before),
      ].filter(({ cents }) => cents !== 0),
    )
    if (before === 0) coveredSteps.push(step('paid', test, 0, allowed))
  }
  const isBalanceBilled = !terms.inNetwork && terms.balanceBilling
  const beyond = [
    ...covered
      .filter(({ allowedCents, listPriceCents }) => isBalanceBilled && listPriceCents > allowedCents)
      .map((test) => step('balance', test, test.listPriceCents - test.allowedCents, test.listPriceCents)),
    ...tests
      .filter(({ isCovered }) => !isCovered)
      .map((test) => step('not-covered', test, test.listPriceCents, test.listPriceCents)),
  ]
  const steps = [...coveredSteps, ...beyond]
  return { cents: sum(steps), coveredCents: sum(coveredSteps), steps }
}

/** Ties are broken by the test's own terms, so that the same tests always come in the same order. */
function dearestFirst(one: BilledTest, other: BilledTest): number {
  return (
    other.allowedCents - one.allowedCents ||
    (other.copay ?? 0) - (one.copay ?? 0) ||
    other.coinsurance - one.coinsurance ||
    (one.code < other.code ? -1 : 1)
  )
}

function sum(steps: readonly Step[]): Cents {
  return steps.reduce((total, { cents }) => total + cents, 0)
}

/** Rounds half a cent up. */
function shareOf(cents: Cents, rate: BasisPoints): Cents {
  return Math.floor((cents * rate + 5_000) / 10_000)
}

function step(
  kind: StepKind,
  { code, name }: BilledTest,
  cents: Cents,
  ofCents: Cents,
  rate: BasisPoints | null = null,
): Step {
  const fields = { kind, test: code, about: null, cents, ofCents, rate }
  return { ...fields, words: stepWords(fields, name) }
}

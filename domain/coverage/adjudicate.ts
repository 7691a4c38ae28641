import type { BasisPoints, Cents } from './benefits.ts'
import type { ContractTerms, Step, StepKind } from './estimate.ts'
import { stepWords } from './words.ts'

/** One test as it is billed, with nothing unknown. */
export interface BilledTest {
  readonly code: string
  readonly name: string
  readonly allowedCents: Cents
  readonly listPriceCents: Cents
  readonly isCovered: boolean
  readonly coinsurance: BasisPoints
  /** Of this test alone, instead of the plan's. */
  readonly copay?: number
}

/** A plan with nothing unknown. Infinity stands for a deductible not met at all, and for no maximum. */
export interface KnownPlan {
  readonly deductible: number
  readonly outOfPocket: number
  readonly copay: number
  readonly isCopayOncePerOrder: boolean
}

export interface Adjudication {
  readonly cents: Cents
  /** What of it counts against the out-of-pocket maximum. */
  readonly coveredCents: Cents
  /** Together they are `cents`. */
  readonly steps: readonly Step[]
}

/**
 * What the patient owes for all tests of one order. Of each covered test:
 *
 *     deductible  = min(what is left of the deductible, allowed)
 *     copay       = min(copay, allowed − deductible)           or before the deductible, as the plan does it
 *     coinsurance = (allowed − deductible − copay) × rate      rounded half up, once a test
 *     owed        = min(deductible + copay + coinsurance, what is left of the out-of-pocket maximum)
 *
 * with one deductible, one maximum and, where it is by visit, one copayment for all of them, but for what is said of a test alone; and to that, which no
 * maximum limits, the list price of what is not covered and, out of network, what the payer does not allow.
 *
 * The dearest test comes first, whatever the order they were chosen in: a payer may take them in any order, this one is
 * never the cheaper of two where there is a copayment for each, and the same tests always cost the same.
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

/** Of two that are as dear the one with more of its own, so that the same tests always come in the same order. */
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

/** Half a cent is rounded up. */
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

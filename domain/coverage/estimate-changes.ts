import type { Estimate, EstimateResult, StepKind } from './estimate.ts'
import { money } from './money.ts'

/** What of an estimate is compared; the contract's `costEstimate` is one too. */
type ComparableEstimate = Pick<Estimate, 'isOutOfNetwork' | 'authorizationRequired'> & {
  readonly result: EstimateResult
  readonly steps: readonly { readonly kind: StepKind; readonly cents: number }[]
  readonly missing: readonly { readonly words: string; readonly isNeeded: boolean }[]
}

/** The parts of an amount, as they are compared. */
const AMOUNT_NAMES = {
  deductible: 'of the deductible',
  copay: 'copayment',
  coinsurance: 'coinsurance',
  cap: 'off, by the out-of-pocket maximum',
  balance: 'beyond what the plan allows',
  'not-covered': 'not covered',
} as const satisfies { readonly [Kind in StepKind]?: string }

/**
 * What differs between an estimate that was given and one that is made now, in words; empty where they come to the
 * same. Null stands for an order that no insurance paid.
 */
export function whatChanged(before: ComparableEstimate | null, now: ComparableEstimate | null): string[] {
  if (before === null || now === null)
    return before === now
      ? []
      : [before === null ? 'An insurance is to pay now.' : 'No insurance is to pay any more.']
  const words: string[] = []
  const [was, is] = [resultWords(before.result), resultWords(now.result)]
  if (was !== is) words.push(`It was ${was}; it is ${is} now.`)
  if (was !== is && before.result.kind !== 'none' && now.result.kind !== 'none')
    for (const [kind, name] of Object.entries(AMOUNT_NAMES)) {
      const [old, fresh] = [amountOf(before, kind), amountOf(now, kind)]
      if (old !== fresh) words.push(`${money(Math.abs(fresh))} ${name}, not ${money(Math.abs(old))}.`)
    }
  if (before.isOutOfNetwork !== now.isOutOfNetwork)
    words.push(`The laboratory is ${now.isOutOfNetwork ? 'out of' : 'in'} the plan’s network now.`)
  if (before.authorizationRequired !== now.authorizationRequired)
    words.push(AUTHORIZATION[now.authorizationRequired])
  const needed = ({ missing }: ComparableEstimate) =>
    missing.filter(({ isNeeded }) => isNeeded).map((one) => one.words)
  const known = needed(before)
  return [
    ...words,
    ...needed(now)
      .filter((one) => !known.includes(one))
      .map((one) => `Not known now: ${one}`),
  ]
}

const AUTHORIZATION = {
  yes: 'An authorization is required now.',
  no: 'No authorization is required any more.',
  unknown: 'Whether an authorization is required is not known any more.',
} as const satisfies Record<Estimate['authorizationRequired'], string>

function amountOf({ steps }: ComparableEstimate, kind: string): number {
  return steps.filter((step) => step.kind === kind).reduce((total, { cents }) => total + cents, 0)
}

/** A result in the middle of a sentence: `$400.00`, `between $100.00 and $400.00`, `no amount (why)`. */
export function resultWords(result: EstimateResult): string {
  if (result.kind === 'amount') return money(result.cents)
  if (result.kind === 'range') return `between ${money(result.low)} and ${money(result.high)}`
  return `no amount (${result.reason.replace(/\.$/, '')})`
}

import type { Estimate, EstimateResult, StepKind } from './estimate.ts'
import { money } from './money.ts'

/** The compared parts of an estimate; the contract's `costEstimate` fits too. */
type ComparableEstimate = Pick<Estimate, 'isOutOfNetwork' | 'authorizationRequired'> & {
  readonly result: EstimateResult
  readonly steps: readonly { readonly kind: StepKind; readonly cents: number }[]
  readonly missing: readonly { readonly words: string; readonly isNeeded: boolean }[]
}

/** The parts of an amount that are compared. */
const AMOUNT_NAMES = {
  deductible: 'of the deductible',
  copay: 'copayment',
  coinsurance: 'coinsurance',
  cap: 'off, due to the out-of-pocket maximum',
  balance: 'above the allowed amount',
  'not-covered': 'not covered',
} as const satisfies { readonly [Kind in StepKind]?: string }

/**
 * The differences between an earlier estimate and the current one, in words; empty if there are none. Null:
 * no insurance pays for the order.
 */
export function whatChanged(before: ComparableEstimate | null, now: ComparableEstimate | null): string[] {
  if (before === null || now === null)
    return before === now
      ? []
      : [before === null ? 'Insurance is now billed.' : 'Insurance is no longer billed.']
  const words: string[] = []
  const [was, is] = [resultWords(before.result), resultWords(now.result)]
  if (was !== is) words.push(`The estimate was ${was}; it is now ${is}.`)
  if (was !== is && before.result.kind !== 'none' && now.result.kind !== 'none')
    for (const [kind, name] of Object.entries(AMOUNT_NAMES)) {
      const [old, fresh] = [amountOf(before, kind), amountOf(now, kind)]
      if (old !== fresh) words.push(`${money(Math.abs(fresh))} ${name}, not ${money(Math.abs(old))}.`)
    }
  if (before.isOutOfNetwork !== now.isOutOfNetwork)
    words.push(`The laboratory is now ${now.isOutOfNetwork ? 'out of' : 'in'} the plan’s network.`)
  if (before.authorizationRequired !== now.authorizationRequired)
    words.push(AUTHORIZATION[now.authorizationRequired])
  const needed = ({ missing }: ComparableEstimate) =>
    missing.filter(({ isNeeded }) => isNeeded).map((one) => one.words)
  const known = needed(before)
  return [
    ...words,
    ...needed(now)
      .filter((one) => !known.includes(one))
      .map((one) => `No longer known: ${one}`),
  ]
}

const AUTHORIZATION = {
  yes: 'Prior authorization is now required.',
  no: 'Prior authorization is no longer required.',
  unknown: 'It is no longer known whether prior authorization is required.',
} as const satisfies Record<Estimate['authorizationRequired'], string>

function amountOf({ steps }: ComparableEstimate, kind: string): number {
  return steps.filter((step) => step.kind === kind).reduce((total, { cents }) => total + cents, 0)
}

/** A result for use within a sentence: `$400.00`, `between $100.00 and $400.00`, `no amount (why)`. */
export function resultWords(result: EstimateResult): string {
  if (result.kind === 'amount') return money(result.cents)
  if (result.kind === 'range') return `between ${money(result.low)} and ${money(result.high)}`
  return `no amount (${result.reason.replace(/\.$/, '')})`
}

import type { Benefit, Cents } from './benefits.ts'

const isUsed = ({ period }: Benefit) => period === 'year-to-date'

/** Whether a limit is used up: the row says so, or the used quantity reaches it. */
export function isUsedUp(row: Benefit, limits: readonly Benefit[]): boolean {
  const { period, amountCents, quantity } = row
  if (row.isUsedUp || (period === 'remaining' && amountCents === 0)) return true
  if (!quantity || isUsed(row)) return false
  const used = limits.flatMap((one) =>
    isUsed(one) && one.quantity?.of === quantity.of ? [one.quantity.number] : [],
  )
  return used.length > 0 && Math.max(...used) >= quantity.number
}

/**
 * The smallest remaining amount of any limit; null if none gives an amount. For a full amount it is that
 * amount less what was used; if only the used amount is given, the remainder is unknown.
 */
export function remainingOfLimits(limits: readonly Benefit[]): Cents | null {
  const amounts = (those: readonly Benefit[]) =>
    those.map(({ amountCents }) => amountCents).filter((cents) => cents !== null)
  const used = amounts(limits.filter(isUsed))
  const left = limits
    .filter((row) => !isUsed(row))
    .flatMap((row) =>
      amounts([row]).map((cents) => cents - (row.period === 'remaining' ? 0 : Math.max(0, ...used))),
    )
  if (left.length > 0) return Math.max(0, Math.min(...left))
  return used.length > 0 ? 0 : null
}

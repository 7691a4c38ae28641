import type { Benefit, Cents } from './benefits.ts'

const isUsed = ({ period }: Benefit) => period === 'year-to-date'

/** Whether nothing is left of a limit: it says so itself, or as many were used as it allows. */
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
 * The smallest amount that is left of any limit; null where none names an amount. Of a whole it is the whole less what was
 * used, and nothing that anybody knows where only what was used is named.
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

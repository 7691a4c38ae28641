import type { Benefit } from './benefits.ts'
import { isForLaboratory, whyUnclear } from './countable-benefits.ts'
import {
  bestRows,
  type CombinedAmount,
  firmCents,
  reasonsOf,
  serviceTypeIs,
  type UnclearBenefit,
  worstOf,
} from './rows.ts'

/** The remaining amount of a deductible or maximum. */
export interface RemainingAmount extends CombinedAmount {
  /** Only the full amount is known, not how much is left. */
  readonly isTotal: boolean
  readonly unclear: readonly UnclearBenefit[]
}

const TOTALS: readonly Benefit['period'][] = ['service-year', 'calendar-year', 'contract', null]
const isRemaining = ({ period }: Benefit) => period === 'remaining'
const isUsed = ({ period }: Benefit) => period === 'year-to-date'
const isTotal = ({ period }: Benefit) => TOTALS.includes(period)

/**
 * The lower of the remaining amounts of individual and family; null as soon as one cannot be read. For a
 * level with a full and a used amount, the rest is left; of several, the highest full and the lowest used
 * amount apply, and if a remaining amount is given too, the higher of both. Amounts used of something else
 * (the whole plan, another network) are ignored. A level with only a full amount counts as if nothing of it
 * was met yet. A deductible that is due in another way (per visit, per lifetime) adds to the others in an
 * unknown way: then the result is unknown.
 */
export function remainingOf(
  kind: 'deductible' | 'out-of-pocket',
  all: readonly Benefit[],
  isInNetwork: boolean,
): RemainingAmount {
  const ofKind = all.filter((row) => row.kind === kind)
  const rows = bestRows(
    ofKind.filter((row) => isRemaining(row) || isTotal(row)),
    isInNetwork,
  )
  const used = ofKind.filter((row) => isUsed(row) && firmCents(row) !== null)
  const unknown = { value: null, isContradictory: false, isTotal: false }
  const others = bestRows(
    ofKind.filter((row) => !isRemaining(row) && !isTotal(row) && !isUsed(row) && row.amountCents !== 0),
    isInNetwork,
  )
  if (kind === 'deductible' && others.length > 0)
    return { ...unknown, unclear: others.map((row) => ({ about: kind, words: dueOtherwise(row) })) }
  const levels = (['individual', 'family'] as const)
    .map((level) => ({ level, those: rows.filter((row) => levelOf(row) === level) }))
    .filter(({ those }) => those.length > 0)
    .map(({ those }) => {
      const left = those.filter(isRemaining)
      const remainders = those.filter(isTotal).map((row) => remainderOf(row, used))
      if (left.length === 0) {
        const found = worstOf(remainders.map(({ cents }) => cents))
        const isContradictory =
          found.isContradictory || remainders.some((remainder) => remainder.isContradictory)
        const isFullAmount = remainders.some(({ cents, isFullAmount: is }) => is && cents === found.value)
        return { ...found, isContradictory, isTotal: found.value === null || isFullAmount, counted: those }
      }
      // The full amount less the used one may exceed the given remaining amount.
      const counted = remainders.flatMap(({ cents, isFullAmount }) =>
        isFullAmount || cents === null ? [] : [cents],
      )
      return { ...worstOf([...left.map(firmCents), ...counted]), isTotal: false, counted: left }
    })
  const unclear = reasonsOf(
    levels.flatMap(({ counted }) => counted.filter((row) => whyUnclear(row).length > 0)),
    kind,
  )
  if (levels.some(({ value }) => value === null)) return { ...unknown, unclear }
  const [least] = levels.sort((one, other) => Number(one.value) - Number(other.value))
  if (!least) return { ...unknown, unclear }
  const { value, isContradictory, isTotal: isFullAmount } = least
  return { value, isContradictory, isTotal: isFullAmount, unclear: [] }
}

/** A row without a level is the member's own. */
const levelOf = (row: Benefit) => row.level ?? 'individual'

/** The full amount less what was used of it; the full amount itself if no matching used amount is given. */
function remainderOf(total: Benefit, used: readonly Benefit[]) {
  const cents = firmCents(total)
  const ofIt = used.filter((row) => isUsedOf(row, total)).map((row) => row.amountCents ?? 0)
  if (cents === null || ofIt.length === 0) return { cents, isFullAmount: true, isContradictory: false }
  return {
    cents: Math.max(0, cents - Math.min(...ofIt)),
    isFullAmount: false,
    isContradictory: new Set(ofIt).size > 1,
  }
}

/** Whether the used amount belongs to this full amount: same person or family, services, plan and network. */
function isUsedOf(used: Benefit, total: Benefit): boolean {
  const isOfNetwork =
    used.network === total.network || (total.network === 'both' && used.network !== 'unknown')
  return (
    levelOf(used) === levelOf(total) &&
    (['5', '30'] as const).every((type) => serviceTypeIs(used, type) === serviceTypeIs(total, type)) &&
    used.plan === total.plan &&
    used.insuranceType === total.insuranceType &&
    isForLaboratory(used) === isForLaboratory(total) &&
    isOfNetwork
  )
}

function dueOtherwise(row: Benefit): string {
  const [why] = whyUnclear(row)
  return why ?? (row.period === 'visit' ? 'for each visit' : 'in a lifetime')
}

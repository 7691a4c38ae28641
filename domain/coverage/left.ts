import type { Benefit } from './benefits.ts'
import { whyUnclear } from './counting.ts'
import { atOnce, bestRows, type Found, firmCents, reasonsOf, type Unclear } from './rows.ts'

/** What is left of a deductible or maximum. */
export interface Left extends Found {
  /** Only the whole is known, not what of it is left. */
  readonly isTotal: boolean
  readonly unclear: readonly Unclear[]
}

const TOTALS: readonly Benefit['period'][] = ['service-year', 'calendar-year', 'contract', null]
const isLeft = ({ period }: Benefit) => period === 'remaining'
const isUsed = ({ period }: Benefit) => period === 'year-to-date'
const isTotal = ({ period }: Benefit) => TOTALS.includes(period)

/**
 * The least of what is left at the level of the individual and of the family; null as soon as one cannot be read. A level
 * that says its whole and what of it was used so far has the rest left; of several the highest whole and the least used
 * count. One that says its whole only counts as if nothing of it was met yet. A deductible that is due in another way
 * (for each visit, in a lifetime) adds to the others, nobody knows how: then it is unknown.
 */
export function leftOf(
  kind: 'deductible' | 'out-of-pocket',
  all: readonly Benefit[],
  isInNetwork: boolean,
): Left {
  const ofKind = all.filter((row) => row.kind === kind)
  const rows = bestRows(
    ofKind.filter((row) => isLeft(row) || isTotal(row)),
    isInNetwork,
  )
  const used = bestRows(ofKind.filter(isUsed), isInNetwork).filter((row) => firmCents(row) !== null)
  const unknown = { value: null, isContradictory: false, isTotal: false }
  const others = bestRows(
    ofKind.filter((row) => !isLeft(row) && !isTotal(row) && !isUsed(row) && row.amountCents !== 0),
    isInNetwork,
  )
  if (kind === 'deductible' && others.length > 0)
    return { ...unknown, unclear: others.map((row) => ({ about: kind, words: dueOtherwise(row) })) }
  // A row without a level is the member's own.
  const levelOf = (row: Benefit) => row.level ?? 'individual'
  const levels = (['individual', 'family'] as const)
    .map((level) => ({ level, those: rows.filter((row) => levelOf(row) === level) }))
    .filter(({ those }) => those.length > 0)
    .map(({ level, those }) => {
      const left = those.filter(isLeft)
      if (left.length > 0) return { ...atOnce(left.map(firmCents)), isTotal: false, counted: left }
      const whole = atOnce(those.map(firmCents))
      const ofLevel = used.filter((row) => levelOf(row) === level).map((row) => row.amountCents ?? 0)
      if (whole.value === null || ofLevel.length === 0) return { ...whole, isTotal: true, counted: those }
      const rest = Math.max(0, whole.value - Math.min(...ofLevel))
      const isContradictory = whole.isContradictory || new Set(ofLevel).size > 1
      return { value: rest, isContradictory, isTotal: false, counted: those }
    })
  const unclear = reasonsOf(
    levels.flatMap(({ counted }) => counted.filter((row) => whyUnclear(row).length > 0)),
    kind,
  )
  if (levels.some(({ value }) => value === null)) return { ...unknown, unclear }
  const [least] = levels.sort((one, other) => Number(one.value) - Number(other.value))
  if (!least) return { ...unknown, unclear }
  const { value, isContradictory, isTotal: isWhole } = least
  return { value, isContradictory, isTotal: isWhole, unclear: [] }
}

function dueOtherwise(row: Benefit): string {
  const [why] = whyUnclear(row)
  return why ?? (row.period === 'visit' ? 'for each visit' : 'in a lifetime')
}

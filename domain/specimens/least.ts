import { isIsoDate } from '../dates/dates.ts'
import { ageWords, isUnderAge } from '../orders/test-subjects.ts'
import { amountInWords } from './codes.ts'
import type { SpecimenRequirement } from './requirements.ts'

/** The least amount of somebody born on `born`, collected on `on`; that of any age unless both are dates. */
export function leastFor(
  { least, leastByAge = [] }: Pick<SpecimenRequirement, 'least' | 'leastByAge'>,
  { born, on }: { born: string; on: string },
): { least: number | null; underAge: string } {
  if (!isIsoDate(born) || !isIsoDate(on)) return { least, underAge: '' }
  return leastByAge.find(({ underAge }) => isUnderAge(underAge, born, on)) ?? { least, underAge: '' }
}

/**
 * The least amount for somebody born on `born`: 'at least 3 mL', 'at least 1 mL under 1 year'; with all ages while the
 * birth is unknown: 'at least 3 mL (1 mL under 1 year)'. '' if the row gives none.
 */
export function leastInWords(
  row: Pick<SpecimenRequirement, 'least' | 'leastByAge' | 'unit'>,
  { born, on }: { born: string; on: string },
): string {
  const { least, underAge } = leastFor(row, { born, on })
  if (least === null) return ''
  const amount = (of: number, age: string) =>
    `${amountInWords(of, row.unit)}${age && ` under ${ageWords(age)}`}`
  const young = isIsoDate(born) ? [] : (row.leastByAge ?? []).map((step) => amount(step.least, step.underAge))
  return `at least ${amount(least, underAge)}${young.length > 0 ? ` (${young.join(', ')})` : ''}`
}

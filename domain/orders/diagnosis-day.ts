import { type IsoDate, readIsoDate } from '../dates/dates.ts'
import type { Sample } from './document.ts'

/**
 * The day on which an order's diagnosis codes have to be valid: the first collection of its specimens (`specimensIn`), or
 * today without one.
 */
export function diagnosisDay(
  specimens: readonly Pick<Sample, 'dateOfCollection'>[],
  today: IsoDate,
): IsoDate {
  const collected = specimens
    .map(({ dateOfCollection }) => dateOfCollection)
    .filter((day) => readIsoDate(day) !== null && day <= today)
    .sort()
  return collected[0] ?? today
}

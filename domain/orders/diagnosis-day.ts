import { isStored } from '../coverage/service-day.ts'
import { type IsoDate, readIsoDate } from '../dates/dates.ts'
import type { Sample } from './document.ts'

/**
 * The day on which an order's diagnosis codes have to be valid, because a payer judges them on the day of service: the first
 * collection of its specimens (`specimensIn`) that are not from storage (`isStored`), or today without one.
 */
export function diagnosisDay(
  specimens: readonly Pick<Sample, 'dateOfCollection'>[],
  today: IsoDate,
): IsoDate {
  const collected = specimens
    .map(({ dateOfCollection }) => dateOfCollection)
    .filter((day) => readIsoDate(day) !== null && day <= today && !isStored(day, today))
    .sort()
  return collected[0] ?? today
}

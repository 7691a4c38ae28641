import { isStored, serviceDay } from '../coverage/service-day.ts'
import { type IsoDate, isIsoDate } from '../dates/dates.ts'
import type { Sample } from './document.ts'

type Specimens = readonly Pick<Sample, 'dateOfCollection'>[]

/**
 * The day on which an order's diagnosis codes have to be valid, because a payer judges them on the day of service
 * (`serviceDay` of its `specimensIn`): today where that is not known, or still to come.
 */
export function diagnosisDay(specimens: Specimens, today: IsoDate): IsoDate {
  const day = serviceDay(specimens, today)
  return day === null || day > today ? today : day
}

/** Whether that is today because the specimens were stored: their day of collection does not count. */
export function isJudgedFromStorage(specimens: Specimens, today: IsoDate): boolean {
  const days = specimens.map(({ dateOfCollection }) => dateOfCollection).filter(isIsoDate)
  return days.length > 0 && days.every((day) => isStored(day, today))
}

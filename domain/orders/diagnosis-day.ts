import { type IsoDate, readIsoDate } from '../dates/dates.ts'
import type { OrderDocument } from './document.ts'

/**
 * The day on which an order's diagnosis codes have to be valid: the first collection, or today without one.
 */
export function diagnosisDay({ samples }: Pick<OrderDocument, 'samples'>, today: IsoDate): IsoDate {
  const collected = samples
    .map(({ dateOfCollection }) => dateOfCollection)
    .filter((day) => readIsoDate(day) !== null && day <= today)
    .sort()
  return collected[0] ?? today
}

import { todayAtLaboratory } from '#domain/dates/dates.ts'
import { diagnosisDay } from '#domain/orders/diagnosis-day.ts'
import { specimensIn } from '#domain/orders/on-file.ts'
import type { FormState } from './order-form.ts'

/** The day on which the form's diagnosis codes have to be valid; of an added test, that of the specimen on file. */
export function diagnosisDayOf({ document, checked }: FormState): string {
  return diagnosisDay(specimensIn(document, checked.specimenOf), todayAtLaboratory(new Date()))
}

import type { Observation } from 'fhir/r4.js'
import type { ReportValue } from '#domain/reports/report-update.ts'
import { codeOf } from './tidy.ts'

/** A number that a FHIR decimal keeps as it is. */
const NUMBER = /^-?(0|[1-9]\d{0,11})(\.\d{1,6})?$/

/** Single results as Observations of the report that contains them, in its sequence. */
export function valueObservations(
  values: readonly ReportValue[],
  { subject, status, idOf }: Pick<Observation, 'subject' | 'status'> & { idOf: (count: number) => string },
): Observation[] {
  return values.map(({ code, name, value, unit, range, flag }, index) => {
    const coded = codeOf(code)
    const quantity = { value: Number(value), unit }
    const words = [value, unit].filter(Boolean).join(' ')
    return {
      resourceType: 'Observation',
      id: idOf(index + 1),
      status,
      category: [
        {
          coding: [
            { system: 'http://terminology.hl7.org/CodeSystem/observation-category', code: 'laboratory' },
          ],
        },
      ],
      code: {
        ...(coded ? { coding: [{ code: coded, display: name }] } : {}),
        text: name || coded || 'Result',
      },
      subject,
      ...(NUMBER.test(value) ? { valueQuantity: quantity } : words ? { valueString: words } : {}),
      ...(flag === '' ? {} : { interpretation: [{ text: flag }] }),
      ...(range === '' ? {} : { referenceRange: [{ text: range }] }),
    }
  })
}

import { isIsoDate } from '#domain/dates/dates.ts'
import type { OrderDocument } from '#domain/orders/document.ts'
import { openPoints } from '#domain/orders/readiness.ts'
import { searchable } from '#domain/text/searchable.ts'
import type { OrderedTestFacts } from '#server/features/catalogue/reads.ts'

export function wantedCodes(document: OrderDocument): string[] {
  return [...document.tests, ...document.addOnTests].map((test) => test.testCode).filter(Boolean)
}

/**
 * What lists and searches need of a document, as columns beside it. `tests` are the catalogue's facts of the
 * document's tests; `today` is the laboratory's date.
 */
export function projection(document: OrderDocument, tests: readonly OrderedTestFacts[], today: string) {
  const proband = document.patients[0]
  const chosen = document.tests.filter((test) => test.testCode !== '')
  const provider = document.orderingProvider
  const names = document.patients.flatMap((patient) => [patient.firstName, patient.lastName])
  return {
    document,
    patient_first_name: proband?.firstName ?? '',
    patient_last_name: proband?.lastName ?? '',
    patient_date_of_birth: isIsoDate(proband?.dateOfBirth ?? '') ? (proband?.dateOfBirth ?? '') : '',
    patient_sex: proband?.sex ?? '',
    test_code: chosen[0]?.testCode ?? '',
    test_name: chosen.map((test) => test.testName || test.testCode).join(', '),
    provider_name: `${provider.firstName} ${provider.lastName}`.trim(),
    is_vob: document.isVOB,
    open_points: openPoints(document, tests, today).length,
    turnaround_days: tests.length > 0 ? Math.max(...tests.map((test) => test.turnaroundDays)) : null,
    search_text: searchable(
      [...names, ...chosen.flatMap((test) => [test.testCode, test.testName])].join(' '),
    ),
  }
}

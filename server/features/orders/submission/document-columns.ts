import { isIsoDate } from '#domain/dates/dates.ts'
import { isBlank } from '#domain/orders/blank.ts'
import type { OrderDocument } from '#domain/orders/document.ts'
import type { AlertGroup } from '#domain/orders/hold-kinds.ts'
import { peopleKeys } from '#domain/orders/identity.ts'
import { isBlocking } from '#domain/orders/points.ts'
import { openPoints } from '#domain/orders/readiness.ts'
import type { RuleContext } from '#domain/orders/rule-context.ts'
import { fetusesInWords } from '#domain/orders/subject.ts'
import { searchable } from '#domain/text/searchable.ts'
import { type OrderTurnaround, turnaroundInDays } from '#domain/turnaround/turnaround.ts'
import type { OrderedTestInfo } from '#server/features/catalogue/public.ts'

/** The rule context, and what lists need from the tests. */
export type OrderRuleContext = Omit<RuleContext, 'tests'> & { tests: readonly OrderedTestInfo[] }

export function orderedCodes(document: OrderDocument): string[] {
  return [...document.tests, ...document.addOnTests].map((test) => test.testCode).filter(Boolean)
}

/** A genome test puts the order into the genomes' alert group (specification §3, Alert kinds). */
function alertGroupOf(tests: OrderRuleContext['tests']): AlertGroup {
  return tests.some(({ category }) => category === 'wgs') ? 'wgs' : 'other'
}

/** The time of the tests, if the laboratory describes that of any of them; null otherwise. */
function turnaroundOf(tests: OrderRuleContext['tests']): OrderTurnaround | null {
  if (tests.every(({ turnaround }) => turnaround === undefined)) return null
  return {
    tests: tests.map(({ turnaround, turnaroundDays }) => turnaround ?? turnaroundInDays(turnaroundDays)),
    holidays: tests.find(({ turnaround }) => turnaround)?.turnaround?.holidays ?? [],
  }
}

/** The MRNs, the patient's first ('' if they have none); empty if nobody has one. */
function recordNumbers({ patients: [proband, ...others] }: OrderDocument): string[] {
  const otherNumbers = others.map((one) => one.recordNumber).filter(Boolean)
  const own = proband?.recordNumber ?? ''
  return own === '' && otherNumbers.length === 0 ? [] : [own, ...otherNumbers]
}

/** What lists and searches need from a document, as columns. */
export function documentColumns(document: OrderDocument, context: OrderRuleContext) {
  const proband = document.patients[0]
  const chosen = document.tests.filter((test) => test.testCode !== '')
  const provider = document.orderingProvider
  const names = document.patients.flatMap((patient) => [patient.firstName, patient.lastName])
  const fetuses = fetusesInWords(document)
  const tests = chosen.flatMap((test) => [test.testCode, test.displayCode, test.testName, ...test.genes])
  return {
    document,
    patient_first_name: proband?.firstName ?? '',
    patient_last_name: proband?.lastName ?? '',
    patient_date_of_birth: isIsoDate(proband?.dateOfBirth ?? '') ? (proband?.dateOfBirth ?? '') : '',
    patient_sex: proband?.sex ?? '',
    fetuses,
    test_code: chosen[0]?.testCode ?? '',
    test_name: chosen.map((test) => test.testName || test.testCode).join(', '),
    provider_name: `${provider.firstName} ${provider.lastName}`.trim(),
    is_vob: document.isVOB,
    is_blank: isBlank(document),
    open_points: openPoints(document, context).filter(isBlocking).length,
    turnaround_days:
      context.tests.length > 0 ? Math.max(...context.tests.map((test) => test.turnaroundDays)) : null,
    turnaround: turnaroundOf(context.tests),
    search_text: searchable([...names, fetuses, ...tests].join(' ')),
    record_numbers: recordNumbers(document),
    people: peopleKeys(document),
    test_codes: [...new Set(orderedCodes(document))],
    alert_group: alertGroupOf(context.tests),
  }
}

import type { OrderRow } from '#contract/order.ts'
import type { OrderDocument, PatientKey } from '#domain/orders/document.ts'
import { pendingTests, reportedInFull } from '#domain/orders/pending-tests.ts'
import { subjectsOf } from '#domain/orders/subject.ts'
import type { ReportVersion } from '#domain/reports/history.ts'
import { PARTLY_REPORTED } from '../list/unsent.ts'
import type { StoredOrder } from '../store.ts'

/** What is read of a report to tell which tests have one. */
export interface ReportOfTest {
  person: PatientKey
  test_code: string
  status: ReportVersion['status']
  state: ReportVersion['state']
}

/** What is read of a document to tell which tests have a report. */
export type TestedDocument = Pick<OrderDocument, 'tests' | 'addOnTests' | 'patients' | 'pregnancy'>

const ofTest = ({ test_code: testCode, ...report }: ReportOfTest) => ({ ...report, testCode })

const ordered = ({ tests, addOnTests }: Pick<TestedDocument, 'tests' | 'addOnTests'>) =>
  [...tests, ...addOnTests].filter(({ testCode }) => testCode !== '')

const codesOf = (document: Pick<TestedDocument, 'tests' | 'addOnTests'>) =>
  ordered(document).map(({ testCode }) => testCode)

/** For a row of `orders`: what `pendingOf` reads, if it is partly reported. */
export const WHAT_IS_PENDING = `case when ${PARTLY_REPORTED} then (
    select json_build_object('cancelled_tests', orders.cancelled_tests, 'document', json_build_object(
        'tests', orders.document->'tests', 'addOnTests', orders.document->'addOnTests',
        'patients', orders.document->'patients', 'pregnancy', orders.document->'pregnancy'),
      'reports', coalesce(json_agg(json_build_object(
        'person', person, 'test_code', report.test_code, 'status', report.status, 'state', report.state)), '[]'))
    from report where order_id = orders.id
  ) end`

/** The tests of a reported order that have no final report yet, by name; nothing for any other order. */
export function pendingOf(
  { state, has_pending_test }: Pick<StoredOrder, 'state' | 'has_pending_test'>,
  of: {
    document: TestedDocument
    cancelled_tests: readonly string[]
    reports: readonly ReportOfTest[]
  },
): Pick<OrderRow, 'pendingTests'> {
  if (state !== 'reported' || !has_pending_test) return {}
  const { document, cancelled_tests: cancelledTests } = of
  const codes = pendingTests(of.reports.map(ofTest), {
    subjects: subjectsOf(document),
    ...{ tests: codesOf(document), cancelledTests },
  })
  // Of each only the first: an add-on may have been chosen as a test, too.
  const named = (codes ?? []).flatMap(
    (code) => ordered(document).find(({ testCode }) => testCode === code) ?? [],
  )
  return {
    pendingTests: named.map(({ testCode, testName }) => ({ testCode, testName: testName || testCode })),
  }
}

/** The people who have a final report of each test. */
export function peopleReported(
  { document, cancelled_tests: cancelledTests }: Pick<StoredOrder, 'document' | 'cancelled_tests'>,
  reports: readonly ReportOfTest[],
): PatientKey[] {
  return reportedInFull(reports.map(ofTest), { tests: codesOf(document), cancelledTests })
}

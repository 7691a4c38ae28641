import { fail } from '#contract/errors.ts'
import type { SentFile } from '#contract/route.ts'
import { type OrderDocument, type PatientKey, PROBAND } from '#domain/orders/document.ts'
import { isFetusKey } from '#domain/orders/subject.ts'
import { markedFileName } from '#domain/reports/file-name.ts'
import { canBeOpened, currentOf } from '#domain/reports/history.ts'
import { specimenKey } from '#domain/samples/sample.ts'
import { audit, type Scope } from '#server/database/scope.ts'
import { lockOrder } from '../locked-order.ts'
import type { OrderDeps, OrderRef } from '../order-deps.ts'
import * as store from '../store.ts'
import type { DemoReport } from './demo-report.ts'
import { reportsOf, type StoredReport } from './relations.ts'

interface ReportRequest {
  /** Default: the current version. */
  version?: number
  /** The key of a specimen: if no version is given and it is a fetus's, the fetus's report is meant. */
  specimen?: string | undefined
  /** The position of one of its documents among the parts; default: the first PDF. */
  part?: number
  /** The id of the version that the user saw under that number. */
  seen?: number | undefined
  /** The user knows that the laboratory is checking whether the report is valid. */
  beingChecked?: 'open' | undefined
}

/**
 * Whether the actor works there. The laboratory's Support can read reports, but does not open them for the
 * institution.
 */
export function isOfInstitution({ actor }: Scope, hospital: string): boolean {
  return actor.memberships.some((at) => at.code === hospital && !at.roles.includes('Support'))
}

/** The name of a report's test if the order has several; '' if it has one. */
function testNameOf(tests: OrderDocument['tests'], code: string): string {
  if (tests.length < 2) return ''
  return tests.find(({ testCode }) => testCode === code)?.testName ?? code
}

const isOfSubject = ({ person }: StoredReport) => person === PROBAND || isFetusKey(person)

/** Of twins each has a result: nothing but the version, or the person, says whose is meant. */
function onlyPersons(counting: readonly StoredReport[]): StoredReport | undefined {
  const people = [...new Set(counting.map(({ person }) => person))]
  if (people.length > 1) {
    const versions = people.map(
      (person) => `${currentOf(counting.filter((one) => one.person === person))?.version} (${person})`,
    )
    const message = `This order has reports of several people. Name the version: ${versions.join(', ')}.`
    fail('invalid-fields', { errors: [{ path: '/version', rule: 'whose-report', message }] })
  }
  return currentOf(counting)
}

/**
 * The requested version, else the current one: of `person` if they have one, the patient's or a fetus's before
 * a relative's. Refuses a withdrawn one, and to choose between several fetuses.
 */
function chosen(
  reports: readonly StoredReport[],
  version: number | undefined,
  person: PatientKey | undefined,
): StoredReport {
  const counting = reports.filter(({ state }) => state === 'current')
  const report =
    version === undefined
      ? (currentOf(counting.filter((one) => isFetusKey(one.person) && one.person === person)) ??
        onlyPersons(counting.filter(isOfSubject)) ??
        currentOf(counting))
      : reports.find((one) => one.version === version)
  if (report && canBeOpened(report)) return report
  if (report || (version === undefined && reports.length > 0)) fail('report-withdrawn')
  return fail('not-found', { detail: 'There is no report yet.' })
}

/**
 * Refuses a version that is not the one the user saw under its number: a report sent earlier that arrives later takes the
 * number of another, which may be another person's.
 */
export function refuseOtherReport(id: number, seen: number | undefined): void {
  if (seen !== undefined && id !== seen)
    fail('wrong-state', {
      detail: 'The order’s reports have changed since you opened this page. Reload to see them.',
    })
}

/** A report's document; an older report has only one, named in its row. */
function documentOf(
  { parts, file_key }: StoredReport,
  part: number | undefined,
): SentFile & { fileKey: string } {
  const documents = parts.map((one, index) => ({ ...one, part: index + 1 }))
  const found = documents.find((one) =>
    part === undefined ? one.kind === 'document' && one.mediaType === 'application/pdf' : one.part === part,
  )
  if (found?.kind === 'document') {
    const { fileKey, filename, mediaType } = found
    return { fileKey, filename, mediaType, content: Buffer.of() }
  }
  if (parts.length === 0 && file_key !== null && (part === undefined || part === 1))
    return { fileKey: file_key, filename: 'report.pdf', mediaType: 'application/pdf', content: Buffer.of() }
  return fail('not-found', {
    detail: 'This report has no such document. Read the report on the order’s page.',
  })
}

/**
 * Records that the actor, who works at the institution, has opened part of a report: they are notified when
 * it changes. `isComplete` means that all of it was opened, so that it is no longer unread. The order must be
 * locked.
 */
export async function noteReportRead(
  scope: Scope,
  { tests }: Pick<OrderDocument, 'tests'>,
  report: Pick<StoredReport, 'id' | 'order_id' | 'institution_code' | 'state' | 'test_code'>,
  { isComplete }: { isComplete: boolean },
): Promise<void> {
  await store.noteOpening(scope, report)
  if (!isComplete || report.state !== 'current' || !(await store.markOpened(scope, report))) return
  const order = { id: report.order_id, institution: report.institution_code }
  await store.addEvent(scope, order, 'report-opened', testNameOf(tests, report.test_code))
}

/**
 * The bytes of a report's document: as the laboratory sent it, or, for a demonstration order, written from
 * the order. Every route that returns reports uses this, so that all return the same.
 */
export async function reportContent(
  parts: Pick<OrderDeps, 'files' | 'demoReport'>,
  scope: Scope,
  order: Parameters<DemoReport>[1],
  report: Parameters<DemoReport>[2],
  fileKey: string,
): Promise<Uint8Array> {
  const made = order.earlier === null ? await parts.demoReport?.(scope, order, report) : null
  return made ?? (await parts.files.get(fileKey))
}

/**
 * Opens a report's document and records the reader, who is notified when it changes. Refuses with
 * `report-withdrawn` what the laboratory has withdrawn, and with `report-questioned` what it may withdraw,
 * unless the request accepts that.
 */
export async function openReport(
  deps: Pick<OrderDeps, 'files' | 'demoReport'>,
  scope: Scope,
  orderRef: OrderRef,
  { version, part, specimen, beingChecked, seen }: ReportRequest,
): Promise<SentFile> {
  // Locked, so that a corrected report arriving meanwhile stays unread, and a withdrawn one is not returned.
  const row = await lockOrder(scope, orderRef)
  const sampled = row.document.samples.find(({ key }) => specimen && key === specimenKey(specimen))
  const reports = await reportsOf(scope, row.id)
  for (const one of reports) if (one.version === version) refuseOtherReport(one.id, seen)
  const report = chosen(reports, version, sampled?.patient)
  if (report.is_questioned && beingChecked !== 'open') fail('report-questioned')
  const { fileKey, ...file } = documentOf(report, part)
  const content = await reportContent(deps, scope, row, report, fileKey)
  const order = { id: row.id, institution: orderRef.hospital }
  if (isOfInstitution(scope, orderRef.hospital))
    await noteReportRead(scope, row.document, report, { isComplete: true })
  await audit(scope, 'report.read', { kind: 'order', ...order }, { version: report.version })
  const named = { ...report, isQuestioned: report.is_questioned }
  return { ...file, filename: markedFileName(file.filename, named), content }
}

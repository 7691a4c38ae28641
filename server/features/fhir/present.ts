import type {
  CodeableConcept,
  DiagnosticReport,
  FhirResource,
  ServiceRequest,
  Specimen,
  Task,
} from 'fhir/r4.js'
import type { FhirWriter, LaboratoryOrder } from '#adapters/laboratory/port.ts'
import { blankSample, PROBAND, type Sample } from '#domain/orders/document.ts'
import { HOLD_META } from '#domain/orders/hold-kinds.ts'
import { isAwaitingAnswer } from '#domain/orders/obstacles.ts'
import { ORDER_STATE_META } from '#domain/orders/status.ts'
import { isFetusKey, subjectsOf } from '#domain/orders/subject.ts'
import { isFinal } from '#domain/reports/history.ts'
import { stageOfRow } from '#server/features/orders/public.ts'
import { SEARCHABLE_TYPES } from './criteria.ts'
import { contentOf, type Presented, type Version } from './report-content.ts'
import {
  type Followed,
  type FollowedTest,
  requestStatus,
  type SubmittedStage,
  taskStatus,
} from './statuses.ts'
import type { StoredOrder } from './store.ts'

/** A resource, and the versions of which it gives more than the documents' addresses. */
export interface Given {
  resource: FhirResource
  versions: readonly Version[]
}

/** All of an order's resources, with its state and the time of its last event. */
export function resourcesOf(stored: StoredOrder, parts: Presented): Given[] {
  const { writer } = parts
  const order = asSent(stored)
  const specimens = stored.samples.map((row) => specimenOf(stored, order, row, writer))
  const reports = stored.reports.map((row) => reportOf(stored, order, row, parts))
  const others = writer
    .resourcesOf(order)
    .map((resource) =>
      resource.resourceType === 'ServiceRequest' ? requestOf(stored, order, resource, writer) : resource,
    )
  const updated = stored.updatedAt.toISOString()
  const withoutResult = [...others, ...specimens, taskOf(stored, order, writer)]
  const all: Given[] = [...withoutResult.map((resource) => ({ resource, versions: [] })), ...reports]
  return all.map(({ resource, versions }) => ({
    resource: { ...resource, meta: { lastUpdated: updated, ...resource.meta } },
    versions,
  }))
}

function asSent({ order, institutionName, questionnaires, consents }: StoredOrder): LaboratoryOrder {
  return {
    orderId: order.id,
    controlId: `NW${order.id}`,
    submittedAt: order.submitted_at ?? order.created_at,
    institution: { code: order.institution_code, name: institutionName },
    document: order.document,
    existing: null,
    consents,
    // Attached files are named only: they are among the order's documents.
    questions: { questionnaires, files: [] },
  }
}

/** The stage, even if a cancellation is requested: `inWords` adds that. */
function stateOf({ order }: StoredOrder): SubmittedStage {
  const stage = stageOfRow(order)
  return stage === 'draft' ? 'en-route' : stage
}

function inWords(stored: StoredOrder): string {
  const { display } = ORDER_STATE_META[stateOf(stored)]
  return stored.order.state === 'pending-cancellation' ? `${display}, cancellation requested` : display
}

function numbers({ order: { accession_number: number } }: StoredOrder, writer: FhirWriter) {
  return number ? [writer.laboratoryNumber(number)] : []
}

/** The questions that the laboratory still waits for: the last report answers those before it. */
function openHolds({ holds, order }: StoredOrder): StoredOrder['holds'] {
  const { state, has_pending_test: hasPendingTest } = order
  const reportedAt = order.reported_at?.toISOString() ?? null
  return holds.filter(({ hold_key: key, held_at, released_at }) =>
    isAwaitingAnswer(
      { key, heldAt: held_at.toISOString(), releasedAt: released_at?.toISOString() ?? null },
      { state, reportedAt, hasPendingTest },
    ),
  )
}

function followed(stored: StoredOrder): Followed {
  return {
    stage: stateOf(stored),
    hasPendingTest: stored.order.has_pending_test,
    isOnHold: openHolds(stored).length > 0,
  }
}

function followedTest({ order, counting }: StoredOrder, code: string): FollowedTest {
  const finals = counting.filter((one) => one.test_code === code && isFinal(one))
  return {
    isReported: subjectsOf(order.document).every((key) => finals.some(({ person }) => person === key)),
    isCancelled: order.cancelled_tests.includes(code),
  }
}

function requestOf(
  stored: StoredOrder,
  { orderId, document: { tests, addOnTests } }: LaboratoryOrder,
  request: ServiceRequest,
  writer: FhirWriter,
): ServiceRequest {
  const test = [...tests, ...addOnTests].find(
    ({ testCode }) => writer.testId(orderId, testCode) === request.id,
  )
  const info = request.supportingInfo?.filter(({ reference = '' }) => isServed(reference)) ?? []
  const { supportingInfo: _, ...read } = request
  return {
    ...read,
    // What only the laboratory gets cannot be read here.
    ...(info.length > 0 ? { supportingInfo: info } : {}),
    identifier: [...(request.identifier ?? []), ...numbers(stored, writer)],
    status: requestStatus(followed(stored), followedTest(stored, test?.testCode ?? '')),
  }
}

const isServed = (reference: string) => SEARCHABLE_TYPES.some((type) => reference.startsWith(`${type}/`))

/**
 * A hold's question. Patients may read what an EHR holds: a doubt about who somebody is is told as its kind only.
 */
function holdInWords({ kind, words }: StoredOrder['holds'][number]): string {
  return kind === 'identity' ? HOLD_META.identity.title : words
}

/** The order's own Task; its status reason says what the laboratory is waiting for. */
function taskOf(stored: StoredOrder, order: LaboratoryOrder, writer: FhirWriter): Task {
  const task = writer.taskOf(order)
  const words = openHolds(stored).map(holdInWords).join('\n')
  return {
    ...task,
    identifier: [...(task.identifier ?? []), ...numbers(stored, writer)],
    status: taskStatus(followed(stored)),
    businessStatus: { text: inWords(stored) },
    lastModified: stored.updatedAt.toISOString(),
    ...(words ? { statusReason: { text: words } } : {}),
  }
}

function specimenOf(
  stored: StoredOrder,
  order: LaboratoryOrder,
  row: StoredOrder['samples'][number],
  writer: FhirWriter,
): Specimen {
  const [number] = numbers(stored, writer)
  return {
    ...writer.specimenOf(order, sampleOf(stored, row)),
    status: row.rejected_at ? 'unsatisfactory' : 'available',
    ...(row.rejected_at ? { condition: [writer.rejection(row.reject_code, row.reject_words)] } : {}),
    ...(row.accessioned_at ? { receivedTime: row.accessioned_at.toISOString() } : {}),
    ...(row.accessioned_at && number ? { accessionIdentifier: number } : {}),
  }
}

/** From the order's document; a recollected specimen belongs to the same person as the one it replaces. */
function sampleOf(
  { order: { document }, samples }: StoredOrder,
  row: StoredOrder['samples'][number],
): Sample {
  const written = document.samples.find(({ key }) => key === row.sample_key)
  if (written) return written
  let first = row
  for (let steps = 0; steps < samples.length && first.recollection_of !== null; steps += 1)
    first = samples.find(({ id }) => id === first.recollection_of) ?? first
  const person = document.samples.find(({ key }) => key === first.sample_key)?.patient ?? PROBAND
  return {
    ...blankSample(person, row.sample_key),
    specimenType: row.specimen_type as Sample['specimenType'],
    dateOfCollection: row.date_of_collection,
  }
}

/** The DiagnosticReport.status of a current version. */
const REPORT_STATUS = {
  ...({ preliminary: 'preliminary', partial: 'partial', final: 'final' } as const),
  ...({ addended: 'appended', amended: 'amended', corrected: 'corrected' } as const),
} as const satisfies Record<StoredOrder['reports'][number]['status'], DiagnosticReport['status']>

function statusOf({ state, is_questioned, status }: StoredOrder['reports'][number]) {
  if (state === 'withdrawn') return 'entered-in-error'
  // The laboratory's last word about it is uncertain, so a system that copies reports should wait.
  return is_questioned ? 'unknown' : REPORT_STATUS[status]
}

/**
 * Another one whenever the report changes: also if it is withdrawn, in doubt, or valid again. A system that copies reports
 * would take the withdrawal for what it has.
 */
function versionIdOf(row: StoredOrder['reports'][number]): string {
  return `${row.version}-${statusOf(row)}-${row.updatedAt.getTime()}`
}

/** The guide's code of a report with a genetic result, beside the test's own. */
function withGenetics(code: CodeableConcept, isGenetic: boolean): CodeableConcept {
  const panel = { system: 'http://loinc.org', code: '51969-4', display: 'Genetic analysis report' }
  return isGenetic ? { ...code, coding: [...(code.coding ?? []), panel] } : code
}

/** A test that was not ordered, with its own name and code. */
function codeOfUnordered({ test_code: code, test_name: name }: StoredOrder['reports'][number]) {
  if (code === '') return { text: 'Genetic test' }
  return { coding: [{ system: 'urn:karyo:catalogue', code }], text: name || code }
}

/**
 * The current version, with the documents of those it adds to; earlier versions can be read in the portal.
 */
function reportOf(
  stored: StoredOrder,
  order: LaboratoryOrder,
  row: StoredOrder['reports'][number],
  presented: Presented,
): Given {
  const { writer } = presented
  const { tests, addOnTests } = order.document
  const test = [...tests, ...addOnTests].find(({ testCode }) => testCode === row.test_code)
  const at = (row.made_at ?? row.received_at).toISOString()
  // Two fetuses of one mother differ by their specimens and their label alone.
  const specimens = stored.samples
    .filter((sample) => sample.rejected_at === null && sampleOf(stored, sample).patient === row.person)
    .map(({ sample_key }) => writer.specimenReference(order, sample_key))
  const addedTo = stored.counting.filter(
    (one) =>
      row.state === 'current' &&
      !row.is_questioned &&
      one.person === row.person &&
      one.test_code === row.test_code &&
      one.id !== row.id,
  )
  const subject = writer.patientReference(order, isFetusKey(row.person) ? row.person : PROBAND)
  const { forms, data, isGenetic, isReadable } = contentOf(order, [row, ...addedTo], subject, presented)
  const id = writer.testId(
    order.orderId,
    isFetusKey(row.person) ? `${row.test_code}-${row.person}` : row.test_code,
  )
  const resource: DiagnosticReport = {
    ...({ resourceType: 'DiagnosticReport', id } as const),
    meta: {
      ...{ versionId: versionIdOf(row), lastUpdated: row.updatedAt.toISOString() },
      ...(isGenetic ? { profile: [writer.geneticProfile] } : {}),
    },
    // The laboratory's number is the order's: its reports have it in common.
    identifier: [writer.reportNumber(id), ...numbers(stored, writer)],
    ...(test ? { basedOn: [writer.testReference(order, row.test_code)] } : {}),
    status: statusOf(row),
    category: [{ coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0074', code: 'GE' }] }],
    code: withGenetics(
      test
        ? { coding: [{ system: 'urn:karyo:catalogue', code: test.testCode }], text: test.testName }
        : codeOfUnordered(row),
      isGenetic,
    ),
    subject,
    ...(specimens.length > 0 ? { specimen: specimens } : {}),
    issued: at,
    ...data,
    // A withdrawn report is listed, so that copies can be found, but has no content.
    ...(forms.length > 0 ? { presentedForm: forms } : {}),
  }
  return { resource, versions: isReadable ? [row, ...addedTo] : [] }
}

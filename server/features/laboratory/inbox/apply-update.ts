import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { type PatientKey, PROBAND } from '#domain/orders/document.ts'
import type { LabEvent } from '#domain/orders/lab-events.ts'
import { projectLabEvents } from '#domain/orders/lab-projection.ts'
import { orderStateAfter } from '#domain/orders/status.ts'
import { subjectsOf } from '#domain/orders/subject.ts'
import type { IdentityDoubt } from '#domain/reports/person.ts'
import { orderedSpecimens } from '#domain/turnaround/stored-clock.ts'
import { isOrderNotice } from '#domain/users/order-notices.ts'
import { isCancelledAtHospital, writeHospitalResults } from '#server/features/ehr/public.ts'
import { followFamilyCode, followFindings } from '#server/features/families/public.ts'
import { endWithReports, followReclassifications, followReports } from '#server/features/follow-up/public.ts'
import { addCheck, decidedUpdates, hasChecks, resolveChecks } from '../desk/result-checks.ts'
import {
  addLabEvents,
  addLaboratoryEvent,
  type GatewayTransaction,
  labEventsOf,
  orderOf,
  type StoredOrder,
} from '../store.ts'
import { rejectionsForAddedTest, withoutAddedTests } from './added-test.ts'
import { baselineEvents } from './baseline.ts'
import { bringsDeclined, withoutDeclinedFindings } from './declined-findings.ts'
import { type Filing, labEventsIn, noteEvent, type Source, type StoredLabUpdate } from './lab-events.ts'
import { noticeQuestioned, noticeReaders } from './notices.ts'
import type { SendOrderNotice } from './order-notice.ts'
import {
  asOrdersCancellation,
  bringsResult,
  cancelsUnknownTest,
  identityOf,
  isOfAnotherPerson,
  testsOf,
  waitsWithoutResult,
} from './patient-identity.ts'
import { loadRelations, samplesOf } from './relations.ts'
import { newTimelineEntries } from './timeline.ts'
import { waitsForConsent } from './withdrawn-consent.ts'
import { writeProjection, writeSamples } from './write-projection.ts'

/** A message that can be read but not applied; the acknowledgement gives the reason. */
export class NotApplicable extends Error {
  /** The part of the message at fault: the order it names, or the person. */
  readonly about: 'order' | 'patient'

  constructor(about: NotApplicable['about'], message: string) {
    super(message)
    this.about = about
  }
}

interface UpdateContext {
  source: Source
  sendOrderNotice: SendOrderNotice
  /** The message also contains another report for the same test and person, which is not withdrawn. */
  isReplacedInMessage?: boolean
  /** All updates of the message; left out: this one alone. */
  inMessage?: readonly StoredLabUpdate[]
  /** How many updates before it in the message are the same, word for word. */
  sameBefore?: number
  /** The decision of a person at the laboratory on whose result it is, and of what test. */
  decided?: Filing
  /** They also decided to take a finding that the person declined: its data is left out, its document stays. */
  takesDeclined?: boolean
}

/**
 * Applies one update to its order: its events are added to the order's, and the order shows the projection of
 * them all. A repeated update changes nothing. A result with an uncertain identity waits for a person at the
 * laboratory and changes nothing either. Throws NotApplicable if the update is for no known order, or for
 * another person.
 */
export async function applyLabUpdate(
  db: GatewayTransaction,
  labUpdate: StoredLabUpdate,
  applying: UpdateContext,
): Promise<number> {
  const order = await orderOf(db, labUpdate)
  if (!order)
    throw new NotApplicable(
      'order',
      `no submitted order ${labUpdate.orderId ?? ''} is known here`.replace('  ', ' '),
    )
  const known = await knownEventsOf(db, order)
  const filing = applying.decided
    ? await decidedFiling(db, order, labUpdate, applying.decided, applying)
    : await filingFor(db, order, labUpdate, known, applying)
  if (filing === 'waits') return order.id
  const { source, isReplacedInMessage = false, inMessage = [labUpdate] } = applying
  // A cancellation of a test that was not ordered does not cancel the order until a person has looked at it.
  const update = cancelsUnknownTest(labUpdate, order)
    ? { ...labUpdate, state: null }
    : asOrdersCancellation(labUpdate, order, inMessage)
  const fresh = labEventsIn(
    await withoutAddedTests(db, order, update, inMessage),
    order.id,
    source,
    filing && { ...filing, isReplacedBeside: isReplacedInMessage },
  )
  for (const words of await rejectionsForAddedTest(db, order, labUpdate, inMessage))
    fresh.push(noteEvent(words, labUpdate.at ?? source.receivedAt))
  await addToOrder(db, order, known, fresh, { ...applying, labUpdate })
  return order.id
}

interface KnownEvents {
  events: LabEvent[]
  /** The events were derived from the order and are not stored yet. */
  isOfBefore: boolean
}

/** All events of an order, which is locked. */
export async function knownEventsOf(db: GatewayTransaction, order: StoredOrder): Promise<KnownEvents> {
  const events = await labEventsOf(db, order.id)
  return events.length > 0
    ? { events, isOfBefore: false }
    : { events: baselineEvents(order, await loadRelations(db, order.id)), isOfBefore: true }
}

/** The person the report belongs to; null without a report, 'waits' if a person has to decide. */
async function filingFor(
  db: GatewayTransaction,
  order: StoredOrder,
  labUpdate: StoredLabUpdate,
  { events }: KnownEvents,
  { source, sendOrderNotice, sameBefore = 0 }: UpdateContext,
): Promise<Filing | null | 'waits'> {
  const hasReports = events.some(containsResult) || (await hasChecks(db, order.id))
  const identity = await identityOf(db, order, labUpdate, events)
  if (!bringsResult(labUpdate, hasReports)) {
    if (isOfAnotherPerson(order, labUpdate))
      throw new NotApplicable('patient', `it names another patient than order ${order.id}`)
    if (identity.outcome === 'accepted') return { person: identity.person }
    // A status needs no identity: without one it is for the patient.
    return waitsWithoutResult(labUpdate, order) ? { person: PROBAND } : null
  }
  const isAmbiguous = identity.outcome === 'waiting' && AMBIGUOUS.includes(identity.why)
  const decidedFor = isAmbiguous
    ? null
    : acceptedPerson(labUpdate, events, await decidedUpdates(db, order.id))
  const person = identity.outcome === 'accepted' ? identity.person : decidedFor
  const lacksConsent =
    person !== null &&
    decidedFor === null &&
    (await waitsForConsent(db, order, labUpdate, { person, events }))
  const isDeclined =
    person !== null &&
    decidedFor === null &&
    (await bringsDeclined(db, order, labUpdate.report?.parts ?? [], person))
  if (person !== null && !lacksConsent && !isDeclined) return { person }
  if (identity.outcome === 'refused') {
    const why = `order ${order.id} has nobody with two identifiers of those that it gives`
    throw new NotApplicable('patient', `it names another patient than order ${order.id}: ${why}`)
  }
  await addCheck(db, order, {
    why:
      identity.outcome !== 'accepted'
        ? identity.why
        : lacksConsent
          ? 'consent-withdrawn'
          : 'declined-finding',
    isFiled: false,
    key: checkKey(labUpdate, source, sameBefore),
    labUpdate,
    source,
  })
  await noticeQuestioned(db, order, sendOrderNotice)
  return 'waits'
}

/**
 * What a person decided about whose result it is. If it turns out to have a finding that this person declined, it waits
 * again for that.
 */
async function decidedFiling(
  db: GatewayTransaction,
  order: StoredOrder,
  labUpdate: StoredLabUpdate,
  decided: Filing,
  { source, sendOrderNotice, sameBefore = 0, takesDeclined = false }: UpdateContext,
): Promise<Filing | 'waits'> {
  const parts = labUpdate.report?.parts ?? []
  if (takesDeclined || !(await bringsDeclined(db, order, parts, decided.person))) return decided
  const key = `consent-${checkKey(labUpdate, source, sameBefore)}`
  await addCheck(db, order, { why: 'declined-finding', isFiled: false, key, labUpdate, source })
  await noticeQuestioned(db, order, sendOrderNotice)
  return 'waits'
}

const containsResult = (event: LabEvent) =>
  event.kind === 'report' || (event.kind === 'result' && event.parts.length > 0)

/** Doubts that the same message may cause for two people: what was decided for one does not decide for the other. */
const AMBIGUOUS: readonly IdentityDoubt[] = ['which-fetus', 'two-people']

/** What identifies the person of an update: two people may have the same result in the same words. */
function identified(labUpdate: StoredLabUpdate): object {
  const { patient, accessions, resultsAbout, specimenSubjects } = labUpdate
  const named = labUpdate.reportSpecimens ?? labUpdate.specimens.map(({ orderId, key }) => ({ orderId, key }))
  return { patient, named, accessions, resultsAbout, specimenSubjects }
}

/**
 * The person that a laboratory user chose for the same report of the same sender's patient; null if nobody did.
 * `decided`: the updates that were decided.
 */
function acceptedPerson(
  labUpdate: StoredLabUpdate,
  events: readonly LabEvent[],
  decided: readonly StoredLabUpdate[],
): PatientKey | null {
  const { report } = labUpdate
  if (!report || !decided.some((one) => isDeepStrictEqual(identified(one), identified(labUpdate))))
    return null
  const { status, parts, identity } = report
  const accepted = events.find(
    (event) =>
      event.kind === 'result' &&
      event.decided?.outcome === 'taken' &&
      isDeepStrictEqual([event.status, event.parts, event.identity], [status, parts, identity]),
  )
  return accepted?.kind === 'result' ? accepted.person : null
}

/**
 * The same for a repeated update about the same patient: two twins may have the same result in the same
 * message, even word for word.
 */
function checkKey(labUpdate: StoredLabUpdate, source: Source, sameBefore: number): string {
  const keys = labEventsIn(labUpdate, labUpdate.orderId ?? 0, source, { person: '' }).map(({ key }) => key)
  const identity = [keys, labUpdate.patient, ...(sameBefore === 0 ? [] : [sameBefore])]
  const hash = createHash('sha256').update(JSON.stringify(identity))
  return `check:${hash.digest('base64url').slice(0, 27)}`
}

interface AddContext extends Pick<UpdateContext, 'source' | 'sendOrderNotice'> {
  /** The update; null for a decision of a person at the laboratory. */
  labUpdate: StoredLabUpdate | null
}

/** Adds new events to an order, which is locked, and stores its projection. */
export async function addToOrder(
  db: GatewayTransaction,
  order: StoredOrder,
  { events: known, isOfBefore }: KnownEvents,
  newEvents: readonly LabEvent[],
  { source, sendOrderNotice, labUpdate }: AddContext,
): Promise<void> {
  const fresh = newEvents.filter((event) => !known.some(({ key }) => key === event.key))
  if (fresh.length === 0) return
  await addLabEvents(db, order, isOfBefore ? [...known, ...fresh] : fresh, source.messageId)

  const stored = await samplesOf(db, order.id)
  const ordered = {
    turnaroundDays: order.turnaround_days,
    tests: testsOf(order),
    subjects: subjectsOf(order.document),
    samples: stored.flatMap((sample) => (sample.recollection_of === null ? [sample.sample_key] : [])),
    turnaround: order.turnaround,
    specimens: orderedSpecimens(order.document),
  }
  const [before, projection] = await withoutDeclinedFindings(db, order, [
    projectLabEvents(known, ordered),
    projectLabEvents([...known, ...fresh], ordered),
  ])
  const refusal = fresh.find((event) => event.kind === 'cancellation-refused')?.words ?? null
  const orderState = orderStateAfter(
    { state: order.state, stateBeforeCancel: order.state_before_cancel },
    projection.progress,
    { isRefused: refusal !== null },
  )
  const samples = await writeSamples(db, stored, projection)
  const entries = newTimelineEntries(
    order,
    { before: stored, now: samples },
    { before, projection, orderState, refusal, cancelledFor: cancellationReason(labUpdate) },
  )
  const isUnread = entries.some(({ kind, isPast }) => isReport(kind) && !isPast)
  await writeProjection(db, order, { before, projection, orderState, isUnread, messageId: source.messageId })
  const { reports, cancelledTests } = projection
  await writeHospitalResults(db, order, { state: orderState.state, cancelledTests, reports })
  await followReports(db, order, before.reports, projection.reports)
  await followReclassifications(db, order, before.reports, projection.reports)
  await endWithReports(db, order, projection.reports)
  await followFindings(db, order.id)
  await followFamilyCode(db, order.id)
  await resolveChecks(db, order, projection, { events: [...known, ...fresh], labUpdate, source })
  for (const { kind, detail, isPast } of entries) {
    await addLaboratoryEvent(db, order, kind, detail)
    // One mail tells of a refused cancellation, whoever asked for it.
    const isOfHospital = kind === 'cancellation-refused' && (await isCancelledAtHospital(db, order.id))
    const notice = isOfHospital ? 'hospital-cancellation-refused' : kind
    if (isOrderNotice(notice) && !isPast) await sendOrderNotice(db, { orderId: order.id, kind: notice })
  }
  await noticeReaders(db, order, before.reports, projection.reports, sendOrderNotice)
  await noticeQuestioned(db, order, sendOrderNotice)
}

const cancellationReason = (labUpdate: StoredLabUpdate | null) =>
  labUpdate === null || labUpdate.state === 'cancellation-refused' ? '' : labUpdate.refusal

/** A report that can be opened. */
const isReport = (kind: string) =>
  kind === 'reported' || (kind.startsWith('report-') && kind !== 'report-withdrawn')

import type { Selectable } from 'kysely'
import type { Order, OrderEvent, OrderHold, OrderRow, OrderSample } from '#contract/order.ts'
import { withdrawable } from '#domain/consent/withdrawal.ts'
import { type IsoDate, todayAtLaboratory } from '#domain/dates/dates.ts'
import { abilities } from '#domain/orders/abilities.ts'
import { type OrderDocument, type PatientKey, PROBAND } from '#domain/orders/document.ts'
import { whoIs } from '#domain/orders/family.ts'
import { answerBy, isLate, type Obstacle, obstaclesOf } from '#domain/orders/obstacles.ts'
import { currentRefusal } from '#domain/orders/refusals.ts'
import { ORDER_STATE_META, type OrderAction, stageOf } from '#domain/orders/status.ts'
import { VOB_ORDERED } from '#domain/orders/vob.ts'
import {
  type PermissionName,
  permissionsOf,
  hasPermission as permits,
} from '#domain/permissions/permissions.ts'
import { canBeOpened } from '#domain/reports/history.ts'
import { isSettled } from '#domain/samples/sample.ts'
import { accessionedBy, parcelDueOn, parcelLink } from '#domain/shipments/parcel.ts'
import { turnaroundInDays } from '#domain/turnaround/turnaround.ts'
import { longestTime } from '#domain/turnaround/words.ts'
import type { Tables } from '#server/database/schema/tables.ts'
import type { Scope } from '#server/database/scope.ts'
import type { ListedRow, StoredRow } from '../list/list-store.ts'
import type { StoredOrder } from '../store.ts'
import { ledgerOf } from './consent-ledger.ts'
import { detailWithoutWithdrawn, isFollowed } from './hide-withdrawn.ts'
import { pendingOf, peopleReported } from './pending.ts'
import { isUnread, type OrderRelations, type StoredSample } from './relations.ts'

/** A stored order's stage, even if its cancellation is requested. */
export const stageOfRow = (row: Pick<StoredOrder, 'state' | 'state_before_cancel'>) =>
  stageOf({ state: row.state, stateBeforeCancel: row.state_before_cancel })

const patientOf = (row: StoredRow): Order['patient'] => ({
  firstName: row.patient_first_name,
  lastName: row.patient_last_name,
  dateOfBirth: row.patient_date_of_birth,
  sex: row.patient_sex,
  fetuses: row.fetuses,
})

/** A verification that became an order no longer waits to be submitted. */
const displayOf = (row: StoredRow) =>
  row.vob_status === 'ordered' ? VOB_ORDERED : ORDER_STATE_META[row.state].display

const earlierOf = ({ earlier }: Pick<StoredOrder, 'earlier'>) =>
  earlier ? { earlier: { system: earlier.system, number: earlier.number } } : {}

/** Of several tests the longest. */
function turnaroundOf({ turnaround, turnaround_days }: StoredOrder): Pick<Order, 'turnaround'> {
  const inDays = turnaround_days === null ? [] : [turnaroundInDays(turnaround_days)]
  const longest = longestTime(turnaround?.tests ?? inDays)
  if (!longest) return {}
  const { amount, unit, start, family } = longest
  return { turnaround: { amount, unit, start, family } }
}

const instant = (date: Date | null) => date?.toISOString() ?? null

export function presentRow(row: StoredRow, today: IsoDate, listed: Partial<ListedRow> = {}): OrderRow {
  const { unsent_samples: unsent = [], parcels_on_way: parcels = [] } = listed
  const unsentSamples = unsent.flatMap(({ arrived, ...sample }) =>
    arrived === null || isMissing(new Date(arrived), today) ? [sample] : [],
  )
  const late = parcels.filter(
    ({ carrier, entered }) => parcelDueOn(carrier, todayAtLaboratory(new Date(entered))) < today,
  )
  return {
    id: row.id,
    hospitalCode: row.institution_code,
    patient: patientOf(row),
    recordNumber: row.record_numbers[0] ?? '',
    accessionNumber: row.accession_number,
    testCode: row.test_code,
    testName: row.test_name,
    state: row.state,
    stage: stageOfRow(row),
    displayStatus: displayOf(row),
    providerName: row.provider_name,
    isVOB: row.is_vob,
    ...earlierOf(row),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    orderedAt: instant(row.submitted_at),
    expectedOn: row.expected_on,
    ...(row.clock ? { clock: row.clock } : {}),
    ...(listed.partly_reported ? pendingOf(row, listed.partly_reported) : {}),
    reportedAt: instant(row.reported_at),
    unreadReport: row.state === 'reported' && row.report_opened_at === null,
    openPoints: row.state === 'draft' ? row.open_points : 0,
    vobStatus: row.vob_status,
    submitterName: row.asked_submitter_name,
    ...(row.state === 'draft' ? { responsibleName: row.responsible_name } : {}),
    isSentBack: row.sent_back_at !== null,
    ...followUpOf(row, today),
    samplesToShip: unsentSamples.map(({ id }) => id),
    unsentSamples,
    lateParcels: late.map(({ number }) => number),
    reportStatus: listed.report_status ?? null,
    result: listed.result ? { ...listed.result, outcomes: [...listed.result.outcomes] } : null,
  }
}

function presentHold(row: Selectable<Tables['order_hold']>): OrderHold {
  const heldAt = row.held_at.toISOString()
  return {
    ...{ id: row.id, kind: row.kind, words: row.words, heldAt },
    answerBy: answerBy(row.kind, heldAt),
    releasedAt: instant(row.released_at),
    answer: row.answered_at
      ? {
          text: row.answer,
          documents: row.answer_documents,
          by: row.answered_by_name ?? '',
          at: row.answered_at.toISOString(),
        }
      : null,
  }
}

/** The data for the lists' alerts and the header's counts. */
function followUpOf(row: StoredRow, today: IsoDate) {
  const onHold = row.on_hold_since !== null
  return {
    onHold,
    isLate: isLate(
      { state: row.state, expectedOn: row.expected_on, onHold, hasPendingTest: row.has_pending_test },
      today,
    ),
    missingInfo: row.missing_info,
  }
}

/** The newest event of a kind, unless a later event in `after` has ended it. */
function latestEvent(
  events: readonly Selectable<Tables['order_event']>[],
  kind: OrderEvent['kind'],
  after: readonly OrderEvent['kind'][],
) {
  const newest = events.findLast((event) => event.kind === kind || after.includes(event.kind))
  return newest?.kind === kind ? { words: newest.detail, at: newest.at.toISOString() } : null
}

/** Whether a sample that is not accessioned was missing in its parcel. */
function isMissing(parcelArrivedAt: Date, today: IsoDate): boolean {
  return accessionedBy(todayAtLaboratory(parcelArrivedAt)) < today
}

function shipmentOf(row: StoredSample, today: IsoDate): OrderSample['shipment'] {
  const { shipment_id: id, carrier, tracking_number: trackingNumber, shipment_created_at: entered } = row
  if (id === null || carrier === null || trackingNumber === null || entered === null) return null
  const dueOn = parcelDueOn(carrier, todayAtLaboratory(entered))
  return {
    ...{ id, carrier, trackingNumber, dueOn },
    link: parcelLink(carrier, trackingNumber),
    enteredAt: entered.toISOString(),
    arrivedAt: instant(row.arrived_at),
    isLate: row.accessioned_at === null && row.arrived_at === null && dueOn < today,
    arrivedWithoutIt:
      row.accessioned_at === null && row.arrived_at !== null && isMissing(row.arrived_at, today),
  }
}

/** What an order's samples depend on. */
type OrderOfSample = Pick<StoredOrder, 'state' | 'reported_at' | 'has_pending_test'>

export function presentSample(row: StoredSample, order: OrderOfSample, today: IsoDate): OrderSample {
  return {
    id: row.id,
    key: row.sample_key,
    patientName: row.patient_name,
    relationship: row.relationship,
    specimenType: row.specimen_type,
    dateOfCollection: row.date_of_collection,
    shipCarrierToBG: row.carrier,
    shipTrackingNoToBG: row.tracking_number,
    isAccessioned: row.accessioned_at !== null,
    accessionedAt: instant(row.accessioned_at),
    rejected: row.rejected_at
      ? { at: row.rejected_at.toISOString(), code: row.reject_code, reason: row.reject_words }
      : null,
    recollectionOf: row.recollection_of,
    collectedAgainAt: instant(row.collected_again_at),
    isSettled: isSettled(
      { replacedRejectedAt: instant(row.replaced_rejected_at) },
      {
        state: order.state,
        reportedAt: instant(order.reported_at),
        hasPendingTest: order.has_pending_test,
      },
    ),
    recollectFrom: row.replaced_rejected_at ? todayAtLaboratory(row.replaced_rejected_at) : null,
    shipment: shipmentOf(row, today),
  }
}

function submissionRequestOf(row: StoredOrder): Order['submissionAsked'] {
  if (row.asked_submitter_id === null || row.asked_at === null) return null
  return {
    physicianId: row.asked_submitter_id,
    name: row.asked_submitter_name ?? '',
    askedBy: row.asked_by_name ?? '',
    askedAt: row.asked_at.toISOString(),
    note: row.asked_note,
  }
}

function sentBackIn({ sent_back_at, sent_back_by, sent_back_note }: StoredOrder): Order['sentBack'] {
  if (sent_back_at === null) return null
  return { by: sent_back_by ?? '', at: sent_back_at.toISOString(), note: sent_back_note }
}

/** What delays an order, the most urgent first. */
export function orderObstacles(
  row: OrderOfSample &
    Pick<StoredOrder, 'submitted_at' | 'expected_on' | 'on_hold_since'> &
    Partial<Pick<StoredOrder, 'test_codes'>>,
  of: {
    holds: readonly Selectable<Tables['order_hold']>[]
    samples: readonly StoredSample[]
    events: readonly Selectable<Tables['order_event']>[]
  },
  today: IsoDate,
): Obstacle[] {
  const { state, submitted_at, expected_on: expectedOn, on_hold_since } = row
  const tests = row.test_codes?.length ?? 1
  const refusal = currentRefusal(of.events, { tests, hasPendingTest: row.has_pending_test })
  return obstaclesOf(
    {
      ...{ state, orderedAt: instant(submitted_at), expectedOn, onHold: on_hold_since !== null },
      ...{ reportedAt: instant(row.reported_at), hasPendingTest: row.has_pending_test },
      holds: of.holds.map((hold) => ({ ...presentHold(hold), key: hold.hold_key })),
      samples: of.samples.map((sample) => presentSample(sample, row, today)),
      isConfirmed: of.events.some(({ kind }) => kind === 'acknowledged'),
      refusal: refusal && { words: refusal.words, at: refusal.event.at.toISOString() },
      cancellationRequestedAt:
        latestEvent(of.events, 'cancellation-asked', ['cancellation-refused'])?.at ?? null,
    },
    today,
  )
}

/** Who consented to what, in which words, and what was withdrawn since. */
function ledgerOfRow(
  row: StoredOrder,
  { withdrawals, reports }: Pick<OrderRelations, 'withdrawals' | 'reports'>,
): Order['consentLedger'] {
  const state = row.state_before_cancel ?? row.state
  const order = { state, hasPendingTest: row.has_pending_test, reportedFor: peopleReported(row, reports) }
  return ledgerOf(row, withdrawals).map((one) => ({
    ...one,
    withdrawable: withdrawable(one, order),
  }))
}

/** `can` tells what is possible in the order's current state, regardless of permissions. */
export function presentOrder(
  scope: Scope,
  row: StoredOrder,
  relations: OrderRelations,
  can: (action: OrderAction) => boolean,
  today: IsoDate,
): Order {
  const { institutionName, events, reports, samples, documents, feedback, additions, orderedAs } = relations
  const stage = stageOfRow(row)
  const followUp = followUpOf(row, today)
  const holds = relations.holds.map(presentHold)
  const ofSamples = samples.map((sample) => presentSample(sample, row, today))
  const obstacles = orderObstacles(row, relations, today)
  const roles = scope.actor.memberships.find((at) => at.code === row.institution_code)?.roles ?? []
  return {
    id: row.id,
    version: row.version,
    hospitalCode: row.institution_code,
    institutionName,
    state: row.state,
    stage,
    displayStatus: displayOf(row),
    orderStatus: ORDER_STATE_META[row.state].orderStatus,
    sampleStatus: ORDER_STATE_META[stage].sampleStatus,
    accessionNumber: row.accession_number,
    patient: patientOf(row),
    document: row.document,
    consentsAsked: row.consents_asked?.questions ?? null,
    consentLedger: ledgerOfRow(row, relations),
    signature: row.signature,
    vobStatus: row.vob_status,
    ...(relations.recordSystems.length > 0 ? { recordSystems: relations.recordSystems } : {}),
    ...earlierOf(row),
    relatedOrders: relations.related.map(({ id, relation, as, test_name, ...who }) => ({
      ...{ id, relation, as, state: who.state, stage: stageOfRow(who), testName: test_name },
      ...(who.partly_reported ? pendingOf(who, who.partly_reported) : {}),
      patient: {
        firstName: who.patient_first_name,
        lastName: who.patient_last_name,
        dateOfBirth: who.patient_date_of_birth,
        fetuses: who.fetuses,
      },
    })),
    madeFrom: row.made_from && row.made_as ? { orderId: row.made_from, as: row.made_as } : null,
    orderedAs,
    ...(relations.storedSpecimen ? { storedSpecimen: relations.storedSpecimen } : {}),
    responsibleId: row.responsible_id,
    responsibleName: row.responsible_name,
    submissionAsked: submissionRequestOf(row),
    sentBackNote: row.sent_back_note,
    sentBack: sentBackIn(row),
    lastSubmitterId: row.last_submitter_id,
    assignNewLabNumber: row.assign_new_lab_number,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by_name,
    updatedAt: row.updated_at.toISOString(),
    updatedBy: row.updated_by_name,
    orderedAt: instant(row.submitted_at),
    orderedBy: row.submitted_by_name,
    expectedOn: row.expected_on,
    ...(row.clock ? { clock: row.clock } : {}),
    ...pendingOf(row, { ...row, reports }),
    ...turnaroundOf(row),
    reports: reports.filter(canBeOpened).map((report) => ({
      version: report.version,
      testCode: report.test_code,
      person: report.person,
      status: report.status,
      isCurrent: report.state === 'current',
      receivedAt: report.received_at.toISOString(),
      corrected: report.status === 'corrected',
      bytes: report.bytes,
      isUnread: isUnread(report),
    })),
    isResultChecked: relations.isResultChecked,
    events: events.map((event) => ({
      ...{ id: event.id, kind: event.kind, at: event.at.toISOString(), actor: event.actor },
      detail: detailWithoutWithdrawn(event, relations),
    })),
    samples: ofSamples,
    ...{ holds, blocks: obstacles, ...followUp },
    treatments: relations.treatments
      .filter(isFollowed)
      .map(({ id, title, person, made_at, viewed_at, of_replaced }) => ({
        ...{ id, title: titleFor(row.document, title, person), madeAt: made_at.toISOString() },
        ...{ viewed: viewed_at !== null, isOfReplaced: of_replaced },
      })),
    documents,
    feedback: feedback ?? null,
    requisitionAdditions: additions.map(({ html, added_by_name: by, added_at }) => ({
      ...{ html, by },
      at: added_at.toISOString(),
    })),
    abilities: abilitiesOf(row, permissionsOf(roles), can).filter(
      (ability) =>
        (ability !== 'readReport' || reports.some(canBeOpened)) &&
        (ability !== 'ship' || row.state !== 'reported' || ofSamples.some((sample) => !sample.isSettled)),
    ),
  }
}

/** The title of a recommendation, with the relative or fetus that it is for. */
function titleFor(document: OrderDocument, title: string, person: PatientKey): string {
  return person === PROBAND ? title : `${title} (${whoIs(document, person)})`
}

/** A benefits verification stays a draft; it can be converted to an order. */
function abilitiesOf(
  { state, vob_status }: StoredOrder,
  permissions: readonly PermissionName[],
  can: (action: OrderAction) => boolean,
): OrderAction[] {
  const copied: OrderAction[] = vob_status !== null && permits(permissions, 'CreateOrder') ? ['copy'] : []
  return [...abilities(state, permissions), ...copied].filter(can)
}

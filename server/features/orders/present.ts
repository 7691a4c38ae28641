import type { Selectable } from 'kysely'
import type { Order, OrderRow, OrderSample } from '#contract/order.ts'
import { abilities } from '#domain/orders/abilities.ts'
import { ORDER_STATE_FACTS, type OrderAction } from '#domain/orders/status.ts'
import { holds, type PermissionName, permissionsOf } from '#domain/permissions/permissions.ts'
import type { Scope } from '#server/database/scope.ts'
import type { Tables } from '#server/database/tables.ts'
import type { belongingsOf } from './belongings.ts'
import type { StoredOrder } from './store.ts'

const patientOf = (row: StoredOrder): Order['patient'] => ({
  firstName: row.patient_first_name,
  lastName: row.patient_last_name,
  dateOfBirth: row.patient_date_of_birth,
  sex: row.patient_sex,
})

const instant = (date: Date | null) => date?.toISOString() ?? null

export function presentRow(row: StoredOrder): OrderRow {
  return {
    id: row.id,
    hospitalCode: row.institution_code,
    patient: patientOf(row),
    accessionNumber: row.accession_number,
    testCode: row.test_code,
    testName: row.test_name,
    state: row.state,
    displayStatus: ORDER_STATE_FACTS[row.state].display,
    providerName: row.provider_name,
    isVOB: row.is_vob,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    orderedAt: instant(row.submitted_at),
    expectedOn: row.expected_on,
    reportedAt: instant(row.reported_at),
    unreadReport: row.state === 'reported' && row.report_opened_at === null,
    openPoints: row.state === 'draft' ? row.open_points : 0,
    vobStatus: row.vob_status,
    submitterName: row.asked_submitter_name,
  }
}

export function presentSample(row: Selectable<Tables['sample']>): OrderSample {
  return {
    id: row.id,
    patientName: row.patient_name,
    relationship: row.relationship,
    specimenType: row.specimen_type,
    dateOfCollection: row.date_of_collection,
    shipCarrierToBG: row.ship_carrier,
    shipTrackingNoToBG: row.ship_tracking_number,
    isAccessioned: row.accessioned_at !== null,
  }
}

function askedIn(row: StoredOrder): Order['submissionAsked'] {
  if (row.asked_submitter_id === null || row.asked_at === null) return null
  return {
    physicianId: row.asked_submitter_id,
    name: row.asked_submitter_name ?? '',
    askedBy: row.asked_by_name ?? '',
    askedAt: row.asked_at.toISOString(),
    note: row.asked_note,
  }
}

/** `can` says what can be done to the order as it stands, whoever asks. */
export function presentOrder(
  scope: Scope,
  row: StoredOrder,
  belongings: Awaited<ReturnType<typeof belongingsOf>>,
  can: (action: OrderAction) => boolean,
): Order {
  const { institutionName, events, reports, samples, documents, feedback, additions, orderedAs } = belongings
  const facts = ORDER_STATE_FACTS[row.state]
  const roles = scope.actor.memberships.find((at) => at.code === row.institution_code)?.roles ?? []
  return {
    id: row.id,
    version: row.version,
    hospitalCode: row.institution_code,
    institutionName,
    state: row.state,
    displayStatus: facts.display,
    orderStatus: facts.orderStatus,
    sampleStatus: facts.sampleStatus,
    accessionNumber: row.accession_number,
    patient: patientOf(row),
    document: row.document,
    vobStatus: row.vob_status,
    madeFrom: row.made_from && row.made_as ? { orderId: row.made_from, as: row.made_as } : null,
    orderedAs,
    responsibleId: row.responsible_id,
    responsibleName: row.responsible_name,
    submissionAsked: askedIn(row),
    sentBackNote: row.sent_back_note,
    assignNewLabNumber: row.assign_new_lab_number,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by_name,
    updatedAt: row.updated_at.toISOString(),
    updatedBy: row.updated_by_name,
    orderedAt: instant(row.submitted_at),
    orderedBy: row.submitted_by_name,
    expectedOn: row.expected_on,
    reports: reports.map((report) => ({
      version: report.version,
      testCode: report.test_code,
      receivedAt: report.received_at.toISOString(),
      corrected: report.corrected,
      bytes: report.bytes,
    })),
    events: events.map(({ id, kind, at, actor, detail }) => ({
      id,
      kind,
      at: at.toISOString(),
      actor,
      detail,
    })),
    samples: samples.map(presentSample),
    documents,
    feedback: feedback ?? null,
    requisitionAdditions: additions.map(({ html, added_by_name: by, added_at }) => ({
      ...{ html, by },
      at: added_at.toISOString(),
    })),
    abilities: abilitiesOf(row, permissionsOf(roles), can),
  }
}

/** A benefits verification stays a draft, of which an order can be made. */
function abilitiesOf(
  { state, vob_status }: StoredOrder,
  permissions: readonly PermissionName[],
  can: (action: OrderAction) => boolean,
): OrderAction[] {
  const copied: OrderAction[] = vob_status !== null && holds(permissions, 'CreateOrder') ? ['copy'] : []
  return [...abilities(state, permissions), ...copied].filter(can)
}

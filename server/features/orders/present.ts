import type { Selectable } from 'kysely'
import type { Order, OrderRow } from '#contract/orders.ts'
import { abilities } from '#domain/orders/abilities.ts'
import { ORDER_STATE_FACTS } from '#domain/orders/status.ts'
import { permissionsOf } from '#domain/permissions/permissions.ts'
import type { Scope } from '#server/database/scope.ts'
import type { OrdersTable } from '#server/database/tables.ts'
import type { eventsOf, reportsOf } from './store.ts'

export type StoredOrder = Selectable<OrdersTable>

const instant = (date: Date | null) => date?.toISOString() ?? null

export function presentRow(row: StoredOrder): OrderRow {
  return {
    id: row.id,
    hospitalCode: row.institution_code,
    patient: {
      firstName: row.patient_first_name,
      lastName: row.patient_last_name,
      dateOfBirth: row.patient_date_of_birth,
      sex: row.patient_sex,
    },
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
  }
}

interface OrderParts {
  row: StoredOrder
  institutionName: string
  events: Awaited<ReturnType<typeof eventsOf>>
  reports: Awaited<ReturnType<typeof reportsOf>>
}

export function presentOrder(scope: Scope, { row, institutionName, events, reports }: OrderParts): Order {
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
    document: row.document,
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
    abilities: abilities(row.state, permissionsOf(roles)),
  }
}

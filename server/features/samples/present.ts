import type { AvailabilityRequest, SampleRecord, SampleRow } from '#contract/sample.ts'
import { todayAtLaboratory } from '#domain/dates/dates.ts'
import { ORDER_STATE_META } from '#domain/orders/status.ts'
import { sampleStatus } from '#domain/samples/sample.ts'
import { presentOrderSample, stageOfRow } from '#server/features/orders/public.ts'
import type { StoredRow } from './list-store.ts'
import type { StoredRequest, StoredSample } from './store.ts'

export function presentSample(row: StoredSample): SampleRecord {
  const sample = presentOrderSample(row, row, todayAtLaboratory(new Date()))
  return {
    ...sample,
    orderId: row.order_id,
    hospitalCode: row.institution_code,
    labNumber: row.accession_number,
    status: sampleStatus(sample, { state: stageOfRow(row), hasPendingTest: row.has_pending_test }),
  }
}

export function presentRow(row: StoredRow): SampleRow {
  return {
    ...presentSample(row),
    testName: row.test_name,
    providerName: row.provider_name,
    state: row.state,
    displayStatus: ORDER_STATE_META[stageOfRow(row)].display,
    expectedOn: row.expected_on,
    changedAt: row.changed_at.toISOString(),
  }
}

export function presentRequest(row: StoredRequest): AvailabilityRequest {
  return {
    id: row.id,
    sampleId: row.sample_id,
    hospitalCode: row.institution_code,
    testCode: row.test_code,
    testName: row.test_name,
    status: row.status,
    note: row.note,
    requestedBy: row.requested_by_name,
    requestedAt: row.requested_at.toISOString(),
    answeredAt: row.answered_at?.toISOString() ?? null,
    orderId: row.order_id,
    isOrderDraft: row.order_state === 'draft',
  }
}

import type { AvailabilityRequest, SampleFacts } from '#contract/samples.ts'
import { presentOrderSample } from '#server/features/orders/reads.ts'
import type { StoredRequest, StoredSample } from './store.ts'

export function presentSample(row: StoredSample): SampleFacts {
  return {
    ...presentOrderSample(row),
    orderId: row.order_id,
    hospitalCode: row.institution_code,
    labNumber: row.accession_number,
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
  }
}

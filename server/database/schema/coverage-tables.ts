import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { SavedEstimate } from '#contract/coverage.ts'
import type { EligibilityResponse } from '#domain/coverage/benefits.ts'
import type { Subject } from '#domain/coverage/eligibility-subject.ts'
import type { YesNoUnknown } from '#domain/coverage/estimate.ts'
import type { InsuranceKind } from '#domain/lookups.ts'
import type { NotedPatient } from '#domain/orders/identity.ts'
import type { Instant, InstantOrNull, JsonOrNull } from './column-types.ts'

/** Migration 0009. Days are ISO dates, amounts are cents, shares are ten-thousandths. */
export interface CoverageTables {
  payer: {
    id: string
    name: string
    aliases: string[]
    kind: InsuranceKind
    clearinghouse_id: string | null
    member_id_patterns: string[]
    member_id_hint: string
    phone: string
    removed_at: InstantOrNull
  }
  payer_contract: {
    payer_id: string
    effective_from: string
    effective_until: string | null
    in_network: boolean
    copay_before_deductible: boolean
    balance_billing: boolean
    allowed_share: number | null
  }
  contract_price: {
    id: Generated<number>
    payer_id: string
    effective_from: string
    effective_until: string | null
    test_code: string | null
    cpt_code: string | null
    allowed_cents: number | null
    allowed_share: number | null
  }
  coverage_rule: {
    id: Generated<number>
    payer_id: string
    effective_from: string
    effective_until: string | null
    test_code: string | null
    category: string | null
    covered: YesNoUnknown
    authorization_required: YesNoUnknown
    documents: string[]
    note: string
  }
  test_price: {
    test_code: string
    effective_from: string
    effective_until: string | null
    list_cents: number
    self_pay_cents: number | null
  }
  assistance_tier: {
    name: string
    effective_from: string
    effective_until: string | null
    income_base_cents: number
    income_per_person_cents: number
    discount: number
    most_cents: number | null
  }
  eligibility_check: {
    id: Generated<number>
    institution_code: string
    order_id: number | null
    payer_id: string
    subject: JSONColumnType<Subject, string, never>
    subject_key: string
    /** The day of collection that is asked about; null: the day of asking. */
    service_day: Generated<string | null>
    /** Of an answered check: the day of collection that the payer was asked about; null: the day of asking. */
    asked_day: Generated<string | null>
    state: Generated<'queued' | 'answered' | 'given-up'>
    asked_at: Instant
    asked_by: number | null
    asked_by_name: string
    tries: Generated<number>
    next_try_at: InstantOrNull
    trouble: Generated<'down' | 'slow' | 'garbage' | 'refused' | null>
    checked_at: InstantOrNull
    counts_until: Generated<string | null>
    answer: JsonOrNull<EligibilityResponse>
    problems: Generated<string[]>
  }
  eligibility_exchange: {
    id: Generated<number>
    check_id: number
    institution_code: string
    service_type: string
    at: Instant
    outcome: 'answered' | 'down' | 'slow' | 'garbage' | 'refused'
    reason: Generated<string>
    raw_270: string
    raw_271: string | null
  }
  cost_estimate: {
    id: Generated<number>
    institution_code: string
    order_id: number | null
    check_id: number | null
    made_at: Instant
    made_by: number | null
    made_by_name: string
    counts_until: string
    /** The parts of the stored estimate that have no column. */
    content: JSONColumnType<
      Omit<SavedEstimate, 'id' | 'orderId' | 'madeAt' | 'madeBy' | 'countsUntil'>,
      string,
      never
    >
  }
  necessity_letter: {
    id: Generated<number>
    order_id: number
    institution_code: string
    version: ColumnType<number, number | undefined, number>
    body: string
    edited_at: Instant
    edited_by_name: string
    signed_at: InstantOrNull
    signed_by: Generated<number | null>
    signature: Generated<string>
    signer_npi: Generated<string>
    /** The patient whom the order was about then: noted by the database (0117). Null only until 0118 has run. */
    written_for: JsonOrNull<NotedPatient>
  }
}

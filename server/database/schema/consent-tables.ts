import type { ColumnType, Generated } from 'kysely'
import type { APPROVAL_STATUSES, StateRuleKind } from '#domain/consent/law.ts'
import type { FindingSection } from '#domain/results/declinable-findings.ts'
import type { Instant } from './column-types.ts'

/** The consent questions, the laboratory's data about consents, and withdrawn consents. Days are ISO text. */
export interface ConsentTables {
  consent: {
    id: string
    position: number
    title: string
    text: string
    kind: string
    required: boolean
    category: Generated<string>
    institution_codes: Generated<string[]>
  }
  test_consent: { test_code: string; consent_id: string }
  consent_text: {
    consent_id: string
    version: string
    language: string
    jurisdiction: string
    valid_from: string
    valid_to: string | null
    list: string
    title: string
    body: string
  }
  consent_policy: {
    test_code: string
    consent_id: string
    asks_relatives: boolean
    offered_for_fetus: boolean
    policy: string
  }
  consent_conflict: {
    position: number
    consent_id: string
    answer: boolean
    other_consent_id: string
    other_answer: boolean
    message: string
  }
  consent_finding: { section: FindingSection; consent_id: string }
  state_rule: {
    position: number
    state: string
    rule: StateRuleKind
    value: string
    consent_id: string
    valid_from: string
    valid_to: string | null
  }
  test_approval: {
    test_code: string
    state: string
    status: (typeof APPROVAL_STATUSES)[number]
    valid_from: string
    valid_to: string | null
  }
  adult_onset_test: { test_code: string }
  /** Written once and never changed. */
  consent_withdrawal: {
    id: Generated<number>
    order_id: number
    institution_code: string
    patient_key: string
    items: ColumnType<string[], readonly string[], never>
    withdrawn_on: string
    reason: string
    recorded_by: number
    recorded_by_name: string
    recorded_at: Instant
    hold_key: string | null
    hold_words: string | null
  }
}

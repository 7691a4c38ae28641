import type { ColumnType, Generated } from 'kysely'
import type {
  FollowUpEvent,
  FollowUpKind,
  FollowUpOutcome,
  FollowUpResult,
} from '#domain/follow-up/follow-up.ts'
import type { EscalationLevel, FollowUpRules } from '#domain/follow-up/rules.ts'
import type { PatientKey } from '#domain/orders/document.ts'
import type { Instant, InstantOrNull } from './column-types.ts'

/** What a person has to see through, its trail, and the institutions' rules. */
export interface FollowUpTables {
  follow_up: {
    id: Generated<number>
    institution_code: string
    order_id: number
    kind: FollowUpKind
    person: PatientKey | ''
    test_code: string
    subject: Generated<string>
    report_ids: ColumnType<number[], number[], number[]>
    revision: Generated<number>
    result: FollowUpResult
    opened_at: Instant
    /** ISO date; null: no day. */
    due_on: string | null
    owner_id: number | null
    owner_name: string
    escalation: Generated<EscalationLevel>
    escalated_at: InstantOrNull
    escalated_to: Generated<string>
    closed_at: InstantOrNull
    closed_by: Generated<number | null>
    closed_by_name: Generated<string>
    outcome: Generated<FollowUpOutcome | null>
    statement: Generated<string>
    /** By kind: `FollowUpDetails`. */
    detail: ColumnType<object, string, string>
  }
  follow_up_event: {
    id: Generated<number>
    follow_up_id: number
    institution_code: string
    kind: FollowUpEvent
    at: Instant
    by_id: number | null
    by_name: string
    words: Generated<string>
    detail: ColumnType<object, string | undefined, never>
  }
  follow_up_rules: {
    institution_code: string
    rules: ColumnType<FollowUpRules, string, string>
    changed_at: Instant
    changed_by: number
    changed_by_name: string
  }
}

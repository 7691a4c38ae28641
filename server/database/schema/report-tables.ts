import type { ColumnType, Generated } from 'kysely'
import type { ReportDoubt } from '#domain/reports/decisions.ts'
import type { ReportVersion, VersionState } from '#domain/reports/history.ts'
import type { IdentityDoubt } from '#domain/reports/person.ts'
import type { InStore, ReportPart } from '#domain/reports/report-update.ts'
import type { MessageStatus, ReportChange } from '#domain/reports/statuses.ts'
import type { NoticeKind } from '#domain/reports/words.ts'
import type { Instant, InstantOrNull, JsonList, JsonOrNull } from './column-types.ts'

/**
 * Reports with their versions, who has opened them and who is notified of a change, and results that wait for
 * a person.
 */
export interface ReportTables {
  report: {
    id: Generated<number>
    order_id: number
    institution_code: string
    version: number
    corrected: boolean
    /** Its first PDF; null if it has none. */
    file_key: string | null
    bytes: number
    made_at: InstantOrNull
    test_code: string
    /** The laboratory's name for the test; '' if it gives none. */
    test_name: Generated<string>
    received_at: Instant
    message_id: number | null
    /** When a user of the institution first opened it. */
    opened_at: Generated<Date | null>
    person: Generated<string>
    status: Generated<ReportVersion['status']>
    state: Generated<VersionState>
    /** Who issued it, as the laboratory names them; '' if it does not. */
    laboratory: Generated<string>
    signed_by: Generated<string>
    change: Generated<ReportChange | null>
    words: Generated<string>
    parts: JsonList<ReportPart<InStore>>
    result_key: Generated<string | null>
    withdrawn_at: Generated<Date | null>
    withdrawn_words: Generated<string>
    withdrawn_change: Generated<ReportChange | null>
    /** Set by a trigger; null if it was never changed. */
    changed_at: Generated<Date | null>
  }
  report_file: { file_key: string }
  report_opening: {
    report_id: number
    physician_id: number
    institution_code: string
    opened_at: Instant
  }
  report_notice: {
    id: Generated<number>
    report_id: number
    physician_id: number
    order_id: number
    institution_code: string
    kind: NoticeKind
    words: string
    told_at: Instant
    read_at: InstantOrNull
  }
  result_check: {
    id: Generated<number>
    order_id: number
    institution_code: string
    message_id: number | null
    result_key: string
    why: IdentityDoubt | ReportDoubt
    is_filed: boolean
    status: MessageStatus
    news: ColumnType<object, string, string>
    received_at: Instant
    outcome: Generated<'taken' | 'assigned' | 'refused' | 'settled' | null>
    decided_at: Generated<Date | null>
    decided_by: Generated<number | null>
    decided_by_name: Generated<string>
    reason: Generated<string>
    compared: JsonOrNull<object>
  }
  treatment: {
    id: Generated<number>
    order_id: number
    institution_code: string
    treatment_key: string
    /** Whom it is for: a key of the order's people or fetuses. */
    person: Generated<string>
    test_code: string
    title: string
    recommendation: string
    made_at: ColumnType<Date, Date | string, Date | string>
    received_at: Instant
    /** When it, or the report that it came with, was withdrawn. */
    withdrawn_at: Generated<Date | null>
    /** Whether the report that it came with was replaced. */
    of_replaced: Generated<boolean>
  }
  treatment_view: {
    treatment_id: number
    physician_id: number
    institution_code: string
    viewed_by_name: Generated<string>
    viewed_at: Instant
  }
}

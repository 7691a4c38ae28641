import type { ColumnType, Generated } from 'kysely'
import type { KeptBecause } from '#domain/retention/kept.ts'
import type { RetentionKind } from '#domain/retention/policies.ts'
import type { Instant, InstantOrNull } from './column-types.ts'

/** How long each kind of data is kept, and the files of what was erased. */
export interface RetentionTables {
  retention_policy: {
    kind: RetentionKind
    /** Null: for ever. */
    days: number | null
    /** Null: not on request. */
    days_on_request: number | null
    /** The end of the last daily round. */
    ran_at: InstantOrNull
    /** The last number that the round has looked at; null: none is under way. */
    reached: number | null
    /** How many the round has erased. */
    erased: Generated<number>
    /** How many it kept, although their time is over. Written as JSON. */
    kept: ColumnType<Partial<Record<KeptBecause, number>>, string | undefined, string>
  }
  /** Which orders a message of the laboratory names. */
  message_order: { message_id: number; order_id: number }
  /** Files that nothing may use any more, or yet: since when. */
  erased_file: {
    key: string
    erased_at: Instant
  }
}

import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { Instant } from './column-types.ts'

/** Who saw, changed, took out or was sent what; and what of it is sealed. */
export interface AuditTables {
  audit_event: {
    id: Generated<number>
    at: Instant
    actor_subject: string
    actor_name: string
    action: string
    institution_code: string | null
    entity: string
    entity_id: string
    request_id: string
    detail: JSONColumnType<object, object, object>
    /** Keys of everybody whom the line is about (domain/orders/identity.ts); what its orders say is added. */
    people: ColumnType<string[] | null, string[] | undefined, never>
    /** Of the portal that wrote it; see audit-line.ts. Null in lines from before there were marks. */
    mark: Generated<string | null>
  }
  audit_seal: {
    number: number
    sealed_at: Instant
    line_ids: number[]
    line_hashes: Buffer
    previous: string
    head: string
    last_id: ColumnType<number, never, never>
  }
}

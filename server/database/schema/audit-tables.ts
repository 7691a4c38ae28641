import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { Instant } from './column-types.ts'

/** Who saw, changed, exported or was sent what; and how far the trail is sealed. */
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
    /** Keys of everybody whom the line concerns (domain/orders/identity.ts); the people of its orders are added. */
    people: ColumnType<string[] | null, string[] | undefined, never>
    /** The mark of the portal that wrote it; see audit-line.ts. Null in lines older than marks. */
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

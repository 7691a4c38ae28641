import { createHash, createHmac, createSecretKey, hkdfSync, type KeyObject, randomUUID } from 'node:crypto'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { AuditAction } from '#domain/audit/actions.ts'
import type { Tables } from './schema/tables.ts'

/** One line of the audit trail, as written. */
export interface AuditLine {
  actor: { subject: string; name: string }
  action: AuditAction
  entity: { kind: string; id: string | number; institution: string | null }
  /** Empty if the cause was not a request to the portal. */
  requestId?: string
  /** `orderIds` are orders that the line concerns besides its entity; their people are added to `people`. */
  detail?: object
  /** Keys of patients (`personKey`) who are not on an order of the line. */
  people?: readonly string[]
}

export type WriteAuditLine = (db: Kysely<Tables>, line: AuditLine) => Promise<void>

/** A line as the database returns it; `at` has microseconds, in UTC. */
export interface StoredAuditLine {
  id: number
  at: string
  actor_subject: string
  actor_name: string
  action: string
  institution_code: string | null
  entity: string
  entity_id: string
  request_id: string
  detail: unknown
  people: string[] | null
  mark: string | null
}

export const LINE_COLUMNS = [
  ...(['id', 'actor_subject', 'actor_name', 'action', 'institution_code', 'entity', 'entity_id'] as const),
  ...(['request_id', 'detail', 'people', 'mark'] as const),
]
export const LINE_AT: RawBuilder<string> = sql`to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US')`

/** The key that audit lines are marked and sealed with. The database does not know it. */
export function auditKey(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'karyo audit trail', 32))
}

/** JSON with sorted keys: the database returns a detail's keys in another order. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  )
}

/** The content of a line without its id and people, which the database adds. */
function canonicalText(line: Omit<StoredAuditLine, 'id' | 'people' | 'mark'>): string {
  return canonical([
    ...[line.at, line.actor_subject, line.actor_name, line.action, line.institution_code],
    ...[line.entity, line.entity_id, line.request_id, line.detail],
  ])
}

function markOf(key: Buffer | KeyObject, nonce: string, text: string): string {
  return `${nonce}.${createHmac('sha256', key).update(`${nonce} ${text}`).digest('base64url')}`
}

/** Whether a portal with this key wrote the line exactly as it is now. */
export function isMarked(key: Buffer, line: StoredAuditLine): boolean {
  const nonce = line.mark?.split('.')[0] ?? ''
  return line.mark === markOf(key, nonce, canonicalText(line))
}

/** The hash of everything in a sealed line, 32 bytes. */
export function hashOf(line: StoredAuditLine): Buffer {
  return createHash('sha256')
    .update(canonical([line.id, line.people, line.mark, canonicalText(line)]))
    .digest()
}

/** Writes lines with the portal's mark, each in the transaction of the action it records. */
export function auditWriter(secret: string): WriteAuditLine {
  // Created once rather than for each line.
  const key = createSecretKey(auditKey(secret))
  return async (db, { actor, action, entity, requestId = '', detail = {}, people }) => {
    const now = new Date()
    const columns = {
      actor_subject: actor.subject,
      actor_name: actor.name,
      action,
      institution_code: entity.institution,
      entity: entity.kind,
      entity_id: String(entity.id),
      request_id: requestId,
      // As it will be read back: without values that JSON cannot represent.
      detail: JSON.parse(JSON.stringify(detail)) as object,
    }
    const at = `${now.toISOString().slice(0, -1)}000`
    // Node generates random UUIDs many at a time, so this is cheap.
    const mark = markOf(key, randomUUID(), canonicalText({ ...columns, at }))
    await db
      .insertInto('audit_event')
      .values({ ...columns, at: now, mark, ...(people ? { people: [...people] } : {}) })
      .execute()
  }
}

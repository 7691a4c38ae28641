import { createHash, createHmac } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { auditKey, hashOf, LINE_AT, LINE_COLUMNS, type StoredAuditLine } from '#server/database/audit-line.ts'
import type { Connection } from '#server/database/connection/connect.ts'
import type { Tables } from '#server/database/schema/tables.ts'

/** A seal's number and hash. Whoever keeps copies of these elsewhere can prove what was sealed until then. */
export interface Head {
  number: number
  head: string
}

export interface Seal extends Head {
  sealedAt: Date
  lines: number
}

/** Bytes per line in a seal. */
export const HASH_BYTES = 32
const LINES_PER_SEAL = 20_000
/** A transaction that took a line number longer ago than this has ended. */
const COMMITTED_AFTER = sql`interval '1 hour'`

/** A seal's hash: over its whole content and the previous seal's hash. */
export function headOf(
  key: Buffer,
  seal: { number: number; sealedAt: Date; previous: string; ids: readonly number[]; hashes: Buffer },
): string {
  const lines = createHash('sha256').update(JSON.stringify(seal.ids)).update(seal.hashes).digest('base64url')
  const content = JSON.stringify([seal.number, seal.sealedAt.toISOString(), seal.previous, lines])
  return createHmac('sha256', key).update(content).digest('base64url')
}

/** The unsealed lines with a number above `from`, ordered by number. */
function unsealedLines(db: Kysely<Tables>, from: number): Promise<StoredAuditLine[]> {
  return db
    .selectFrom('audit_event')
    .select([...LINE_COLUMNS, LINE_AT.as('at')])
    .where('id', '>', from)
    .where(
      sql<boolean>`not exists (
        select from (select unnest(line_ids) as id from audit_seal where last_id > ${from}) sealed
        where sealed.id = audit_event.id)`,
    )
    .orderBy('id')
    .limit(LINES_PER_SEAL)
    .execute()
}

/**
 * The number up to which every line is sealed that ever will be. Numbers are taken before lines are
 * committed, so a line may appear after a higher one and goes into a later seal. Writers never wait for a
 * seal.
 */
export async function fullySealedUntil(db: Kysely<Tables>): Promise<number> {
  const found = await db
    .selectFrom('audit_seal')
    .select((eb) => eb.fn.max('last_id').as('id'))
    .where('sealed_at', '<', sql<Date>`now() - ${COMMITTED_AFTER}`)
    .executeTakeFirst()
  return found?.id ?? 0
}

/** Seals the unsealed lines above `settled`, at most `LINES_PER_SEAL`; null if there are none. */
async function sealOnce({ db }: Connection, key: Buffer, sealedUntil: number) {
  return db.transaction().execute(async (transaction) => {
    // One portal at a time. Writers of lines do not take this lock.
    await sql`select pg_advisory_xact_lock(hashtext('karyo audit seal'))`.execute(transaction)
    const from = Math.max(sealedUntil, await fullySealedUntil(transaction))
    const lines = await unsealedLines(transaction, from)
    const newest = lines.at(-1)
    if (!newest) return null
    const last = await transaction
      .selectFrom('audit_seal')
      .select(['number', 'head'])
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirst()
    const { now: sealedAt, old } = await transaction
      .selectNoFrom([
        sql<Date>`date_trunc('milliseconds', clock_timestamp())`.as('now'),
        sql<boolean>`${`${newest.at}Z`}::timestamptz < now() - ${COMMITTED_AFTER}`.as('old'),
      ])
      .executeTakeFirstOrThrow()
    const [number, previous] = [(last?.number ?? 0) + 1, last?.head ?? '']
    const ids = lines.map(({ id }) => id)
    const hashes = Buffer.concat(lines.map(hashOf))
    const head = headOf(key, { number, sealedAt, previous, ids, hashes })
    await transaction
      .insertInto('audit_seal')
      .values({ number, sealed_at: sealedAt, line_ids: ids, line_hashes: hashes, previous, head })
      .execute()
    const seal: Seal = { number, head, sealedAt, lines: lines.length }
    return { seal, sealedUntil: old ? newest.id : from }
  })
}

/**
 * Seals the audit trail to its end, on the worker's connection. `onSeal` is called with each committed seal.
 */
export async function sealTrail(
  connection: Connection,
  secret: string,
  onSeal: (seal: Seal) => Promise<void> | void = () => undefined,
): Promise<void> {
  const key = auditKey(secret)
  for (let sealedUntil = 0; ; ) {
    const done = await sealOnce(connection, key, sealedUntil)
    if (!done) return
    await onSeal(done.seal)
    if (done.seal.lines < LINES_PER_SEAL) return
    sealedUntil = done.sealedUntil
  }
}

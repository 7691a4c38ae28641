import { type Kysely, sql } from 'kysely'
import {
  auditKey,
  hashOf,
  isMarked,
  LINE_AT,
  LINE_COLUMNS,
  type StoredAuditLine,
} from '#server/database/audit-line.ts'
import type { Connection } from '#server/database/connection/connect.ts'
import type { Tables } from '#server/database/schema/tables.ts'
import { fullySealedUntil, HASH_BYTES, type Head, headOf } from './seal.ts'

/**
 * A difference from what a portal wrote. `line` is the number of the line, or of the first line concerned.
 */
export interface Finding {
  line: number
  what: 'altered' | 'removed' | 'added' | 'seal'
  /** One sentence for the operator, without patient data. */
  words: string
}

export interface VerificationResult {
  seals: number
  /** Sealed lines that are unchanged. */
  lines: number
  /** How many of these predate marks: nobody can tell whether they changed before they were sealed. */
  withoutMark: number
  /** Lines at the end that are not sealed yet. */
  unsealed: number
  /** Seals that match a copy kept elsewhere. */
  witnessed: number
  /**
   * The seals at the beginning that no secret fits, nor any line in them, and their last line: as after a change
   * of the secret, when the former one is not given. Null: there are none.
   */
  ofOtherSecret: { seals: number; lastLine: number } | null
  /** Ordered by line. */
  findings: Finding[]
}

/**
 * If the trail is older than its first seal, the previous version may still write while it is being replaced.
 */
const UPGRADE_MS = 24 * 3_600_000
const LINES_PER_BATCH = 10_000

const describeLine = ({ action, entity, entity_id, at }: StoredAuditLine) =>
  `${action} of ${entity} ${entity_id}, ${at.slice(0, 19)} UTC`.trim()

function linesOf(db: Kysely<Tables>) {
  return db.selectFrom('audit_event').select([...LINE_COLUMNS, LINE_AT.as('at')])
}

/**
 * Reads the whole audit trail and compares it with its seals, and the seals with `witnesses`, hashes kept
 * elsewhere. `secrets` are the installation's secrets, oldest first. Needs a connection that sees every
 * institution.
 */
export async function verifyTrail(
  { db }: Pick<Connection, 'db'>,
  secrets: readonly string[],
  witnesses: readonly Head[],
): Promise<VerificationResult> {
  // One snapshot for everything: portals go on writing and sealing.
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((moment) => verifyMoment(moment, secrets.map(auditKey), witnesses))
}

/** The same, in a given transaction. */
export async function verifyMoment(
  db: Kysely<Tables>,
  keys: readonly Buffer[],
  witnesses: readonly Head[],
): Promise<VerificationResult> {
  const result: VerificationResult = {
    seals: 0,
    lines: 0,
    withoutMark: 0,
    unsealed: 0,
    witnessed: 0,
    ofOtherSecret: null,
    findings: [],
  }
  const { findings } = result
  const sealsByNumber = new Map<number, { head: string; from: number }>()
  const numbers = await db.selectFrom('audit_seal').select('number').orderBy('number').execute()
  // Unknown until the first seal is read: whether there are lines from before sealing.
  let upgradedUntil = Number.POSITIVE_INFINITY
  let before = { number: 0, head: '', last: 0 }
  let inUse = 0
  for (const { number } of numbers) {
    const seal = await sealOf(db, number)
    const [from = 0] = seal.ids
    const say = (line: number, words: string) => findings.push({ line, what: 'seal', words })
    if (number !== before.number + 1) say(before.last + 1, `${between(before.number, number)} removed.`)
    else if (seal.previous !== before.head) say(from, `Seal ${number} does not follow seal ${before.number}.`)
    const fits = keys.findIndex((key, index) => index >= inUse && seal.head === headOf(key, seal))
    if (fits < 0) say(from, `Seal ${number} was altered.`)
    // After a change of the secret, the old one is not valid for anything later.
    const now = fits < 0 ? keys.length - 1 : fits
    const fitting = await verifyLines(
      db,
      keys.slice(inUse, now + 1),
      { ...seal, isMarkOptional: seal.sealedAt.getTime() < upgradedUntil },
      result,
    )
    if (result.seals === 0) upgradedUntil = result.withoutMark > 0 ? seal.sealedAt.getTime() + UPGRADE_MS : 0
    if (fits < 0 && fitting === 0 && (result.ofOtherSecret?.seals ?? 0) === result.seals)
      result.ofOtherSecret = { seals: result.seals + 1, lastLine: seal.ids.at(-1) ?? before.last }
    sealsByNumber.set(number, { head: seal.head, from })
    before = { number, head: seal.head, last: seal.ids.at(-1) ?? before.last }
    if (fits >= 0) inUse = fits
    result.seals += 1
  }
  await verifyUnsealed(db, keys.slice(inUse), Date.now() < upgradedUntil, result)
  await verifyCopies(db, result)
  for (const { number, head } of witnesses) {
    const seal = sealsByNumber.get(number)
    if (seal?.head === head) result.witnessed += 1
    else if (seal)
      findings.push({
        ...{ line: seal.from, what: 'seal' },
        words: `Seal ${number} differs from the copy kept elsewhere: the trail was rewritten.`,
      })
    else
      findings.push({
        ...{ line: before.last + 1, what: 'seal' },
        words: `Seal ${number}, of which a copy is kept elsewhere, is missing: the trail was truncated or restored from an older copy.`,
      })
  }
  findings.sort((a, b) => a.line - b.line)
  return result
}

const between = (last: number, next: number) =>
  next === last + 2 ? `Seal ${last + 1} was` : `Seals ${last + 1} to ${next - 1} were`

async function sealOf(db: Kysely<Tables>, number: number) {
  const row = await db
    .selectFrom('audit_seal')
    .selectAll()
    .where('number', '=', number)
    .executeTakeFirstOrThrow()
  const { sealed_at: sealedAt, line_ids: ids, line_hashes: hashes, previous, head } = row
  return { number, sealedAt, ids, hashes, previous, head }
}

type ToCompare = Awaited<ReturnType<typeof sealOf>> & { isMarkOptional: boolean }

/** Compares each sealed line with its current content. Returns how many have a mark that a key fits. */
async function verifyLines(
  db: Kysely<Tables>,
  keys: readonly Buffer[],
  seal: ToCompare,
  result: VerificationResult,
): Promise<number> {
  const { findings } = result
  let fitting = 0
  const rows = await linesOf(db).where('id', '=', sql<number>`any(${seal.ids}::bigint[])`).execute()
  // Partitions do not stop each other from having the same number.
  const found = new Map<number, StoredAuditLine[]>()
  for (const row of rows) found.set(row.id, [...(found.get(row.id) ?? []), row])
  for (const [index, id] of seal.ids.entries()) {
    const lines = found.get(id) ?? []
    const hash = seal.hashes.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES)
    const line = lines.find((one) => hashOf(one).equals(hash))
    const [other] = lines.filter((one) => one !== line)
    if (lines.length === 0)
      findings.push({ line: id, what: 'removed', words: `It was in seal ${seal.number}.` })
    else if (!line && other)
      findings.push({ line: id, what: 'altered', words: `It now reads: ${describeLine(other)}.` })
    else if (other)
      findings.push({
        line: id,
        what: 'added',
        words: `Second line with this number: ${describeLine(other)}.`,
      })
    if (line) {
      result.lines += 1
      if (line.mark === null && seal.isMarkOptional) result.withoutMark += 1
      else if (keys.some((key) => isMarked(key, line))) fitting += 1
      else
        findings.push({ line: id, what: 'added', words: `Not written by a portal: ${describeLine(line)}.` })
    }
  }
  return fitting
}

/** Unsealed lines: only the newest are legitimate, and they have a mark. Any other line was inserted. */
async function verifyUnsealed(
  db: Kysely<Tables>,
  keys: readonly Buffer[],
  isMarkOptional: boolean,
  result: VerificationResult,
): Promise<void> {
  const { findings } = result
  const sealedUntil = await fullySealedUntil(db)
  for (let from = Number.MIN_SAFE_INTEGER; ; ) {
    const rows = await linesOf(db)
      .where('id', '>', from)
      .where(
        sql<boolean>`not exists (select from (select unnest(line_ids) as id from audit_seal) sealed
                                 where sealed.id = audit_event.id)`,
      )
      .orderBy('id')
      .limit(LINES_PER_BATCH)
      .execute()
    for (const line of rows)
      if (line.id <= sealedUntil)
        findings.push({
          line: line.id,
          what: 'added',
          words: `Added after its period was sealed: ${describeLine(line)}.`,
        })
      else if (keys.some((key) => isMarked(key, line)) || (line.mark === null && isMarkOptional))
        result.unsealed += 1
      else
        findings.push({
          ...{ line: line.id, what: line.mark === null ? 'added' : 'altered' },
          words: `Not written by a portal: ${describeLine(line)}.`,
        })
    const last = rows.at(-1)
    if (!last || rows.length < LINES_PER_BATCH) return
    from = last.id
  }
}

/** A line inserted as a copy of another has a valid mark too. */
async function verifyCopies(db: Kysely<Tables>, { findings }: VerificationResult): Promise<void> {
  const copied = await db
    .selectFrom('audit_event')
    .select([sql<number[]>`array_agg(id order by id)`.as('ids')])
    .where('mark', 'is not', null)
    .groupBy('mark')
    .having((eb) => eb.fn.countAll(), '>', 1)
    .execute()
  for (const { ids } of copied)
    for (const line of ids.slice(1)) findings.push({ line, what: 'added', words: `Copy of line ${ids[0]}.` })
}

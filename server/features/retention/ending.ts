import type { Transaction } from 'kysely'
import type { ErasableFiles } from '#adapters/files/port.ts'
import { RETENTION_KINDS, type RetentionKind } from '#domain/retention/policies.ts'
import type { Connection } from '#server/database/connection/connect.ts'
import { announceFiles } from '#server/database/files-put.ts'
import type { Tables } from '#server/database/schema/tables.ts'
import { databaseTime } from '#server/database/time.ts'
import type { RepeatingWork } from '#server/jobs/repeating.ts'
import * as store from './store.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** A round begins this long after the end of the one before. */
const BETWEEN_ROUNDS_MS = 23 * HOUR_MS
/** Orders or families of one transaction: they are locked while it lasts. */
const ORDERS = 25
const ROWS = 1000
/** Transactions for each kind in one run, so that other periodic work need not wait long. The next run goes on. */
const MOST_BATCHES = 20
/** By then no backup is being written that began before the file's order was erased, and no upload of the same file is on its way. */
const FILES_STAY_MS = DAY_MS

export interface RetentionDeps {
  connection: Connection
  files: ErasableFiles
}

/** Who erases, in the audit trail. */
const SYSTEM = { subject: '', name: 'Karyo, retention' }

/**
 * Erases what the laboratory no longer keeps (`retention.csv`): a round a day of each kind, in several runs if there is much. By the
 * database's clock.
 */
export function retentionEnding(deps: RetentionDeps): RepeatingWork {
  const run = async () => endRetentionPeriods(deps, await databaseTime(deps.connection.db))
  return { name: 'retention', everySeconds: 300, run }
}

/** One run: of each kind that has a period, as far as its batches go; then the files of what was erased a day ago. */
export async function endRetentionPeriods(deps: RetentionDeps, now: Date): Promise<void> {
  const { connection } = deps
  const set = await store.policies(connection.db)
  for (const kind of RETENTION_KINDS) {
    const days = set.find((policy) => policy.kind === kind)?.days ?? null
    if (days !== null) await goOn(connection, { kind, days, now })
  }
  await removeFiles(deps, new Date(now.getTime() - FILES_STAY_MS))
}

async function goOn(
  { db, auditLine }: Connection,
  { kind, days, now }: { kind: RetentionKind; days: number; now: Date },
): Promise<void> {
  const earliest = new Date(now.getTime() - days * DAY_MS)
  let round = await store.roundOf(db, kind, new Date(now.getTime() - BETWEEN_ROUNDS_MS))
  if (!round) return
  for (let batch = 0; batch < MOST_BATCHES && round.reached !== null; batch += 1) {
    const before: store.Round = round
    round = await db.transaction().execute(async (transaction) => {
      const next = await endBatch({ auditLine }, transaction, { kind, earliest, round: before })
      await store.keepRound(transaction, kind, next, now)
      if (next.reached === null && next.erased > 0)
        await auditLine(transaction, {
          ...{ actor: SYSTEM, action: 'retention-ended' },
          entity: { kind: 'retention', id: kind, institution: null },
          detail: { days, erased: next.erased, kept: next.kept },
        })
      return next
    })
  }
}

interface Batch {
  kind: RetentionKind
  earliest: Date
  round: store.Round
}
type Audit = Pick<Connection, 'auditLine'>

function endBatch(
  audit: Audit,
  db: Transaction<Tables>,
  { kind, earliest, round }: Batch,
): Promise<store.Round> {
  if (kind === 'family') return endFamilies(audit, db, { earliest, round })
  if (kind === 'order' || kind === 'draft') return endOrders(audit, db, { kind, earliest, round })
  return endRows(db, { kind, earliest, round })
}

async function endRows(
  db: Transaction<Tables>,
  { kind, earliest, round }: { kind: store.LooseKind; earliest: Date; round: store.Round },
): Promise<store.Round> {
  const erased = await store.eraseRows(db, kind, { earliest, most: ROWS })
  return { ...round, reached: erased < ROWS ? null : 0, erased: round.erased + erased }
}

async function endOrders(
  audit: Audit,
  db: Transaction<Tables>,
  { kind, earliest, round }: { kind: 'order' | 'draft'; earliest: Date; round: store.Round },
): Promise<store.Round> {
  const ids = await store.oldOrders(db, { kind, earliest, after: round.reached ?? 0, most: ORDERS })
  const { erased, kept } = store.decide(await store.lockOrders(db, ids, earliest), { onRequest: false })
  await eraseAudited(audit, db, erased, SYSTEM)
  return {
    ...{ reached: ids.length < ORDERS ? null : (ids.at(-1) ?? null), erased: round.erased + erased.length },
    kept: store.added(round.kept, kept),
  }
}

async function endFamilies(
  { auditLine }: Audit,
  db: Transaction<Tables>,
  { earliest, round }: { earliest: Date; round: store.Round },
): Promise<store.Round> {
  const families = await store.lockOldFamilies(db, { earliest, after: round.reached ?? 0, most: ORDERS })
  const over = families.filter(({ isOpen }) => !isOpen)
  for (const { id, institution } of over)
    await auditLine(db, {
      actor: SYSTEM,
      action: 'family.erase',
      entity: { kind: 'family', id, institution },
    })
  await store.eraseFamilies(
    db,
    over.map(({ id }) => id),
  )
  const open = families.length - over.length
  return {
    reached: families.length < ORDERS ? null : (families.at(-1)?.id ?? null),
    erased: round.erased + over.length,
    kept: open > 0 ? store.added(round.kept, { family: open }) : round.kept,
  }
}

/** Erases locked orders. Their lines of the audit trail come first: they name the people, who are gone afterwards. */
export async function eraseAudited(
  { auditLine }: Audit,
  db: Transaction<Tables>,
  orders: readonly store.LockedOrder[],
  actor: { subject: string; name: string },
): Promise<void> {
  for (const { id, institution } of orders)
    await auditLine(db, { actor, action: 'order.erase', entity: { kind: 'order', id, institution } })
  await store.eraseOrders(
    db,
    orders.map(({ id }) => id),
  )
}

async function removeFiles({ connection: { db }, files }: RetentionDeps, earliest: Date): Promise<void> {
  const { free, inUse } = await store.filesToLookAt(db, { earliest, most: ROWS })
  const [gone, young]: [string[], string[]] = [[], []]
  for (const key of free) ((await files.remove(key, earliest)) ? gone : young).push(key)
  // Stored since, as by a restore: looked at again a day later.
  await announceFiles(db, young)
  await store.forgetFiles(db, { gone, staying: inUse, earliest })
}

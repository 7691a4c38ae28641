import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { ProblemError } from '#contract/errors.ts'
import { type InTransaction, readsThrough } from '../fast-lane/fast-lane.ts'
import type { Connection, ConnectionLimits } from './connect.ts'
import { isGivenUp, outsideWork } from './work.ts'

/** How far the primary has come: whatever anybody has seen there lies before `lsn`, on this timeline of this system. */
interface Position {
  system: string
  timeline: number
  lsn: string
}

/** A standby that lists are read from, as long as it has everything. */
export interface Standby {
  /** What its administrator calls it. */
  host: string
  connection: Connection
}

/** For `GET /metrics`. */
export interface StandbyFigures {
  host: string
  isUsed: boolean
  /** Reads since the start: those that it answered, and those that the primary did in its stead. */
  answered: number
  passedOn: number
}

export interface Standbys {
  /** The primary's connection, but that its transactions only read, and do so on a standby where one has everything. */
  connection: Connection
  figures(): StandbyFigures[]
}

/** Of connections to a standby: there is time to ask the primary after that. */
export const STANDBY_LIMITS: ConnectionLimits = { lockMs: 1_000, checkedOutMs: 5_000 }

/** How long a standby may take to have what the primary has; in sync it takes a few milliseconds. */
const CATCHES_UP_WITHIN_MS = 100
const LOOKS_AGAIN_AFTER_MS = 3
/** How long it may take to connect and say so. */
const ANSWERS_WITHIN_MS = 1_000
/** How often one that is not used is tried again. */
const TRIED_EVERY_MS = 2_000

/** What is visible is on the disk before, unless somebody has switched that off. Prepared on each connection. */
const POSITION = {
  name: 'karyo_position',
  text: `select system_identifier::text as system, lsn::text,
      ('x' || left(pg_walfile_name(lsn), 8))::bit(32)::integer as timeline
    from pg_control_system(), (select case current_setting('synchronous_commit') when 'off'
      then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end as lsn) so_far`,
}

/**
 * Asks once for all who wait: a question that is on its way already may have been answered before the one who asks now
 * came, and is not theirs.
 */
function shareRunning<T>(run: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> = Promise.resolve()
  let next: Promise<T> | undefined
  return () => {
    next ??= running.then(() => {
      next = undefined
      const call = outsideWork(run)
      running = call.catch(() => undefined)
      return call
    })
    return next
  }
}

/**
 * Settles once what this transaction reads from now on has everything up to `position`; throws where it is no standby of
 * that primary, or is behind. Its timeline is that of its last restart point: some minutes old after a promotion.
 */
async function catchUp(db: Parameters<Parameters<InTransaction>[1]>[0], position: Position): Promise<void> {
  const { system, timeline, lsn } = position
  const until = performance.now() + CATCHES_UP_WITHIN_MS
  while (true) {
    const { rows } = await sql<{ follows: boolean; hasAll: boolean }>`
      select pg_is_in_recovery() and system_identifier::text = ${system}
          and greatest(timeline_id, min_recovery_end_timeline) = ${timeline}::integer as follows,
        pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn as "hasAll"
      from pg_control_system(), pg_control_checkpoint(), pg_control_recovery()`.execute(db)
    if (!rows[0]?.follows) throw new Error('is no standby of this primary, or has not followed its promotion')
    if (rows[0].hasAll) return
    if (performance.now() > until) throw new Error('is behind')
    await delay(LOOKS_AGAIN_AFTER_MS)
  }
}

/**
 * Reads on `standbys` in turn what `primary` would answer at the same moment: first the primary is asked how far it has
 * come, then the standby is waited for. Where that fails, or anything else there but a refusal of ours, the primary is
 * read, and that standby is left alone until it has caught up. `onLeft` hears why it has not, once each time.
 */
export function readingFrom(
  primary: Connection,
  standbys: readonly Standby[],
  onLeft: (host: string, error: Error) => void = () => undefined,
  answersWithinMs = ANSWERS_WITHIN_MS,
): Standbys {
  const position = shareRunning(async (): Promise<Position> => {
    const { rows } = await primary.pool.query<Position>(POSITION)
    if (!rows[0]) throw new Error('the primary did not say how far it is')
    return rows[0]
  })
  const all = standbys.map((standby) => {
    const figures: StandbyFigures = { host: standby.host, isUsed: false, answered: 0, passedOn: 0 }
    return { ...standby, figures, isTried: false }
  })
  type One = (typeof all)[number]
  let turn = 0

  async function read<T>({ connection }: One, at: Position, ...[settings, work]: Read<T>): Promise<T> {
    const { promise: silence, reject } = Promise.withResolvers<never>()
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      reject(new Error('is silent'))
    }, answersWithinMs)
    const reading = connection.transaction(settings, async (db) => {
      await catchUp(db, at)
      clearTimeout(timer)
      if (isLate) throw new Error('nobody waits any more')
      return work(db)
    })
    // A connection on which nothing comes is broken off by its limits.
    reading.catch(() => undefined)
    return Promise.race([reading, silence]).finally(() => clearTimeout(timer))
  }

  async function tryAgain(one: One): Promise<void> {
    one.figures.isUsed = false
    if (one.isTried) return
    one.isTried = true
    for (let tries = 0; !one.connection.pool.ending; tries += 1) {
      try {
        await read(one, await position(), {}, async () => undefined)
        one.figures.isUsed = true
        break
      } catch (error) {
        if (tries === 0) onLeft(one.host, error instanceof Error ? error : new Error(String(error)))
        await delay(TRIED_EVERY_MS, undefined, { ref: false })
      }
    }
    one.isTried = false
  }

  const transaction: InTransaction = async (settings, work) => {
    const used = all.filter(({ figures }) => figures.isUsed)
    turn += 1
    const one = used[turn % used.length]
    if (!one) return primary.transaction(settings, work)
    const at = await position()
    try {
      const result = await read(one, at, settings, work)
      one.figures.answered += 1
      return result
    } catch (error) {
      // What took too long here, or nobody waits for, the primary is not asked in its stead.
      if (error instanceof ProblemError || isGivenUp(error)) throw error
      one.figures.passedOn += 1
      void outsideWork(() => tryAgain(one))
    }
    return primary.transaction(settings, work)
  }

  for (const one of all) void tryAgain(one)
  return {
    connection: all.length === 0 ? primary : { ...primary, transaction, reads: readsThrough(transaction) },
    figures: () => all.map(({ figures }) => figures),
  }
}

type Read<T> = [
  settings: Parameters<InTransaction>[0],
  work: (...args: Parameters<Parameters<InTransaction>[1]>) => Promise<T>,
]

import { fromKysely, type PgBoss } from 'pg-boss'
import type { Connection } from '#server/database/connection/connect.ts'
import { databaseTime } from '#server/database/time.ts'
import { COUNSELING_QUEUE } from '#server/jobs/queues.ts'
import type { RepeatingWork } from '#server/jobs/repeating.ts'
import type { CounselingJob } from './hand-over.ts'
import { addEvent, forget, forgetAddresses, mayBeHandedOver, storedBefore } from './store.ts'

const DAY_MS = 24 * 3_600_000
const BATCH_SIZE = 200

/** Deletes what patients wrote once its time is over, by the database's clock. */
export function counselingRetention(
  deps: { connection: Connection; boss: PgBoss },
  days: number,
): RepeatingWork {
  return {
    ...{ name: 'counseling-retention', everySeconds: 3600 },
    run: async () => {
      await endRetention({ ...deps, now: await databaseTime(deps.connection.db) }, days)
    },
  }
}

/**
 * Deletes what patients wrote more than `days` days ago, in whatever state the request is, and senders'
 * addresses older than a day. The record of the request stays. Returns the number of deleted requests.
 */
export async function endRetention(
  { connection, boss, now }: { connection: Connection; boss: PgBoss; now: Date },
  days: number,
): Promise<number> {
  await forgetAddresses(connection.db, new Date(now.getTime() - DAY_MS))
  const because = `Retention period of ${days} days has ended`
  for (let deleted = 0; ; ) {
    const some = await connection.db.transaction().execute(async (db) => {
      const rows = await storedBefore(db, new Date(now.getTime() - days * DAY_MS), BATCH_SIZE)
      await forget(
        db,
        rows.map(({ id }) => id),
        because,
        now,
      )
      for (const row of rows) {
        const { id } = row
        await addEvent(db, id, 'deleted', { at: now, actor: 'Karyo', detail: because })
        const job: CounselingJob = { requestId: id, forget: 'time' }
        if (mayBeHandedOver(row)) await boss.send(COUNSELING_QUEUE.name, job, { db: fromKysely(db) })
      }
      return rows.length
    })
    deleted += some
    if (some < BATCH_SIZE) return deleted
  }
}

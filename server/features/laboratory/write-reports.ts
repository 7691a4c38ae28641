import { sql } from 'kysely'
import type { Report } from '#domain/orders/course.ts'
import type { Belongings } from './belongings.ts'
import type { GatewayTransaction, StoredOrder } from './store.ts'

type Row = Belongings['reports'][number]

/** The rows that are not as they should be, with what they should be, and the reports that have no row. */
function compared(stored: readonly Row[], reports: readonly Report[]) {
  const found = new Set<Report>()
  let last = reports.length
  const wanted = stored.map(({ id, version, corrected, made_at, test_code, file_key }) => {
    const report = reports.find((one) => one.testCode === test_code && one.fileKey === file_key)
    // The same twice, as it could be kept once, stays behind the others.
    if (!report || found.has(report))
      return { id, version: ++last, corrected, made_at, isSame: version === last }
    found.add(report)
    const isSame =
      version === report.version &&
      corrected === report.corrected &&
      made_at?.getTime() === report.madeAt.getTime()
    return { id, version: report.version, corrected: report.corrected, made_at: report.madeAt, isSame }
  })
  return {
    moved: wanted.filter(({ isSame }) => !isSame),
    added: reports.filter((report) => !found.has(report)),
  }
}

/** Keeps every report, and numbers them anew when one comes that was made before another. */
export async function writeReports(
  db: GatewayTransaction,
  { id: order_id, institution_code }: StoredOrder,
  stored: readonly Row[],
  reports: readonly Report[],
  messageId: number | null,
): Promise<void> {
  const { moved, added } = compared(stored, reports)
  const ids = moved.map(({ id }) => id)
  // A number is free only once the one that had it has another.
  if (ids.length > 0)
    await db.updateTable('report').set({ version: sql`-version` }).where('id', 'in', ids).execute()
  for (const { id, version, corrected, made_at } of moved)
    await db.updateTable('report').set({ version, corrected, made_at }).where('id', '=', id).execute()
  const rows = added.map(({ version, corrected, fileKey, bytes, madeAt, testCode }) => ({
    ...{ order_id, institution_code, version, corrected, bytes, message_id: messageId },
    ...{ file_key: fileKey, made_at: madeAt, test_code: testCode },
  }))
  if (rows.length > 0) await db.insertInto('report').values(rows).execute()
}

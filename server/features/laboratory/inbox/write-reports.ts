import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { canBeOpened, type ReportVersion } from '#domain/reports/history.ts'
import type { GatewayTransaction, StoredOrder } from '../store.ts'
import type { OrderRelations } from './relations.ts'

type Row = OrderRelations['reports'][number]

/** A version's columns; `corrected` is for a portal of the previous version. */
function reportColumns(report: ReportVersion) {
  return {
    version: report.version,
    corrected: ['addended', 'amended', 'corrected'].includes(report.status),
    made_at: report.madeAt,
    person: report.person,
    test_code: report.testCode,
    test_name: report.testName,
    status: report.status,
    state: report.state,
    laboratory: report.laboratory,
    signed_by: report.signedBy,
    change: report.change,
    words: report.words,
    parts: report.parts,
    result_key: report.key,
    withdrawn_at: report.withdrawn?.at ?? null,
    withdrawn_words: report.withdrawn?.words ?? '',
    withdrawn_change: report.withdrawn?.change ?? null,
  }
}

function documentOf({ parts }: Pick<ReportVersion, 'parts'>) {
  const isPdf = (part: ReportVersion['parts'][number]) =>
    part.kind === 'document' && part.mediaType === 'application/pdf'
  const found = parts.find(isPdf)
  return found?.kind === 'document' ? found : null
}

/**
 * The same content: a row from before reports were events, or from a message that an earlier-sent one now
 * precedes.
 */
function isUnchanged(row: Row, report: ReportVersion): boolean {
  if (row.test_code !== report.testCode || row.person !== report.person) return false
  const document = documentOf(report)?.fileKey ?? null
  // The row's own column stays as it was first written: its parts may be those of a report that it confirms since.
  const own = row.parts.length > 0 ? (documentOf(row)?.fileKey ?? null) : row.file_key
  if (document !== null || own !== null) return own === document
  return isDeepStrictEqual(row.parts, report.parts)
}

/** The row of each version: its own by event, else an equal one that no other version has. */
function rowsOf(stored: readonly Row[], reports: readonly ReportVersion[]): Map<number, ReportVersion> {
  const found = new Map<number, ReportVersion>()
  for (const fits of [(row: Row, { key }: ReportVersion) => row.result_key === key, isUnchanged]) {
    const taken = new Set(found.values())
    for (const report of reports) {
      const row = taken.has(report)
        ? undefined
        : stored.find((one) => !found.has(one.id) && fits(one, report))
      if (row) found.set(row.id, report)
    }
  }
  return found
}

/**
 * The state of a row without a version: a duplicate stays superseded, a waiting or refused one is withdrawn.
 */
function stateWithout(row: Row, reports: readonly ReportVersion[]): 'superseded' | 'withdrawn' {
  return reports.some((report) => canBeOpened(report) && isUnchanged(row, report))
    ? 'superseded'
    : 'withdrawn'
}

interface Moved {
  id: number
  version: number
  /** Null: the row has no version. */
  report: ReportVersion | null
  state: Row['state']
  result_key: string | null
}

/** The rows that need to change, with their new content, and the versions that have no row. */
function compareReports(stored: readonly Row[], reports: readonly ReportVersion[]) {
  const found = rowsOf(stored, reports)
  const taken = new Set(found.values())
  let last = reports.length
  const moved: Moved[] = []
  for (const row of stored) {
    const report = found.get(row.id)
    const { id, result_key } = row
    if (report) {
      const columns = reportColumns(report)
      const { version, state } = report
      if (!isDeepStrictEqual({ ...row, ...columns }, row))
        moved.push({ id, version, report, state, result_key })
      continue
    }
    // Numbered after the others, and not current.
    last += 1
    const state = stateWithout(row, reports)
    if (row.version !== last || row.state !== state)
      moved.push({ id, version: last, report: null, state, result_key })
  }
  return { moved, added: reports.filter((report) => !taken.has(report)) }
}

/** Stores every version, and renumbers them when one arrives that was sent before another. */
export async function writeReports(
  db: GatewayTransaction,
  { id: order_id, institution_code }: StoredOrder,
  stored: readonly Row[],
  reports: readonly ReportVersion[],
  messageId: number | null,
): Promise<void> {
  const { moved, added } = compareReports(stored, reports)
  const ids = moved.map(({ id }) => id)
  // A number or an event key is free only once its previous row has another.
  if (ids.length > 0)
    await db
      .updateTable('report')
      .set({ version: sql`-version`, result_key: null })
      .where('id', 'in', ids)
      .execute()
  for (const { id, report, version, state, result_key } of moved) {
    const withdrawn_at = state === 'withdrawn' ? sql<Date>`coalesce(withdrawn_at, now())` : null
    const columns = report
      ? { ...reportColumns(report), parts: JSON.stringify(report.parts) }
      : { version, state, result_key, withdrawn_at }
    await db.updateTable('report').set(columns).where('id', '=', id).execute()
  }
  const rows = added.map((report) => ({
    ...{ order_id, institution_code, message_id: messageId, test_code: report.testCode },
    ...{ ...reportColumns(report), parts: JSON.stringify(report.parts) },
    ...{ file_key: documentOf(report)?.fileKey ?? null, bytes: documentOf(report)?.bytes ?? 0 },
  }))
  if (rows.length > 0) await db.insertInto('report').values(rows).execute()
}

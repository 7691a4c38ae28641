import { createHash, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { type Insertable, sql, type Transaction } from 'kysely'
import { type FileStore, fileKeyOf } from '#adapters/files/port.ts'
import { instantAtLaboratory } from '#domain/dates/dates.ts'
import { blankPatient, blankTest, newOrder, type OrderDocument, PROBAND } from '#domain/orders/document.ts'
import { searchable } from '#domain/text/searchable.ts'
import type { DataFileProblem } from '#server/csv/data-table.ts'
import type { AuditLine, WriteAuditLine } from '#server/database/audit-line.ts'
import { keepFiles } from '#server/database/files-put.ts'
import type { OrdersTable, Tables } from '#server/database/schema/tables.ts'
import { SetupError } from '#server/database/setup-error.ts'
import { documentColumns } from '../submission/document-columns.ts'
import { pdfPath } from './check-pdfs.ts'
import {
  byAge,
  type EarlierFiles,
  type EarlierOrderRow,
  type EarlierReportRow,
  type Placed,
} from './files.ts'

type Db = Transaction<Tables>

/** An order to move in, with its reports, the oldest first. */
export interface EarlierOrder {
  row: number
  order: EarlierOrderRow
  reports: (EarlierReportRow & { digest: string })[]
  /** Of everything above but the line. */
  digest: string
}

/** Of ISO dates; equal ones stay as they are in the file. */
const byDay = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1)

/** The orders with their reports, the oldest order first. `digests` are those of the PDFs, by their path. */
export function gathered(
  { orders, reports }: Pick<EarlierFiles, 'orders' | 'reports'>,
  digests: ReadonlyMap<string, string>,
): EarlierOrder[] {
  const byNumber = Map.groupBy(reports, ({ value }: Placed<EarlierReportRow>) => value.number)
  return orders
    .map(({ row, value }) => {
      const own = (byNumber.get(value.number) ?? [])
        .map((one) => ({ ...one.value, digest: digests.get(one.value.file) ?? '' }))
        .sort(byAge)
      const content = [value, own.map(({ reportedOn, status, digest }) => [reportedOn, status, digest])]
      const digest = createHash('sha256').update(JSON.stringify(content)).digest('hex')
      return { row, order: value, reports: own, digest }
    })
    .sort((a, b) => byDay(a.order.orderedOn, b.order.orderedOn))
}

/** Which orders of the system are here already: the digest of each by its number. */
export async function movedBefore(db: Db, system: string): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('orders')
    .select('earlier')
    .where((eb) => eb(eb.ref('earlier', '->>').key('system'), '=', system))
    .execute()
  return new Map(rows.flatMap(({ earlier }) => (earlier ? [[earlier.number, earlier.digest]] : [])))
}

/** The numbers of those that moved in and were erased here since, by the audit trail, which keeps nothing else of them. */
export async function erasedSince(db: Db, system: string): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ number: string }>`
    select detail ->> 'number' as number from audit_event e
    where entity = 'order' and action = 'order.moved-in' and detail ->> 'system' = ${system}
      and not exists (select from orders where id = e.entity_id::bigint)`.execute(db)
  return new Set(rows.map(({ number }) => number))
}

/** The orders that are not here yet. An order that was moved in with other content is a fault: it stays as it is. */
export function notMovedYet(
  orders: readonly EarlierOrder[],
  before: ReadonlyMap<string, string>,
  file: string,
  problems: DataFileProblem[],
): EarlierOrder[] {
  return orders.filter(({ row, order: { number }, digest }) => {
    const known = before.get(number)
    if (known !== undefined && known !== digest)
      problems.push({
        ...{ file, row, column: 'number' },
        rule: `'${number}' was moved in before with other content, or with other reports: leave this order out of the files, it stays here as it is`,
      })
    return known === undefined
  })
}

/** The earlier system as the author of its orders, as a hospital's record system is of its drafts. */
export async function authorOf(db: Db, system: string): Promise<number> {
  const subject = `earlier-system:${system}`
  const { id } = await db
    .insertInto('physician')
    .values({
      ...{ subject, email: '', first_name: '', last_name: system },
      ...{ npi: '', prefix: '', suffix: '' },
    })
    .onConflict((conflict) => conflict.column('subject').doUpdateSet({ last_name: system }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

interface Moving {
  system: string
  author: number
  /** With `pdfs` below it. */
  dir: string
  files: FileStore
  auditLine: WriteAuditLine
  actor: AuditLine['actor']
}

/** Only the day is known. */
const at = (day: string) => instantAtLaboratory(day, '12:00')

function documentOf(order: EarlierOrderRow): OrderDocument {
  const provider = {
    ...newOrder().orderingProvider,
    ...{ firstName: order.providerFirstName, lastName: order.providerLastName, npi: order.providerNpi },
  }
  const patient = {
    ...blankPatient('Proband', PROBAND),
    ...{ firstName: order.patientFirstName, lastName: order.patientLastName },
    ...{ dateOfBirth: order.dateOfBirth, sex: order.sex, recordNumber: order.recordNumber },
  }
  const test = blankTest(order.testCode || order.formerTestCode, order.testName)
  return { ...newOrder(provider), patients: [patient], samples: [], tests: [test] }
}

function orderColumns(
  { order, reports, digest }: EarlierOrder,
  { system, author }: Moving,
  today: string,
): Insertable<OrdersTable> {
  const content = documentColumns(documentOf(order), {
    ...{ tests: [], today, institutionState: '', history: [], provider: null, submitter: null },
  })
  const orderedAt = at(order.orderedOn)
  const reportedAt = order.state === 'reported' ? at(reports.at(-1)?.reportedOn ?? order.orderedOn) : null
  return {
    ...content,
    ...{ open_points: 0, is_blank: false },
    search_text: `${content.search_text} ${searchable(order.number)}`,
    ...{ institution_code: order.institution, draft_key: randomUUID(), state: order.state },
    accession_number: order.laboratoryNumber || null,
    ...{ created_at: orderedAt, created_by: author, created_by_name: system },
    ...{ updated_at: reportedAt ?? orderedAt, updated_by_name: system },
    ...{ responsible_id: author, responsible_name: order.orderedBy || content.provider_name },
    ...{ submitted_at: orderedAt, submitted_by_name: order.orderedBy || null },
    // Nobody has to read it again: it was in the earlier system.
    ...{ reported_at: reportedAt, report_opened_at: reportedAt },
    earlier: { system, number: order.number, digest },
  }
}

function reportColumns(
  { order, reports }: EarlierOrder,
  orderId: number,
  stored: ReadonlyMap<string, { fileKey: string; bytes: number }>,
) {
  return reports.map((report, index) => {
    const file = stored.get(report.file) ?? { fileKey: '', bytes: 0 }
    const reportedAt = at(report.reportedOn)
    const part = {
      kind: 'document',
      label: '',
      filename: 'report.pdf',
      mediaType: 'application/pdf',
      ...file,
    }
    return {
      ...{ order_id: orderId, institution_code: order.institution, message_id: null },
      ...{ version: index + 1, status: report.status, corrected: report.status !== 'final' },
      state: index === reports.length - 1 ? ('current' as const) : ('superseded' as const),
      ...{ person: PROBAND, test_code: order.testCode || order.formerTestCode, test_name: order.testName },
      ...{ file_key: file.fileKey, bytes: file.bytes, parts: JSON.stringify([part]) },
      ...{ made_at: reportedAt, received_at: reportedAt, opened_at: reportedAt },
    }
  })
}

const EVENT_OF_REPORT = {
  final: 'reported',
  addended: 'report-addended',
  amended: 'report-amended',
  corrected: 'report-corrected',
} as const

function eventsOf(
  { order, reports }: EarlierOrder,
  id: number,
  { system, author, actor }: Moving,
  now: Date,
) {
  // With `actor_id`: open pages need not be told of the past.
  const of = {
    order_id: id,
    institution_code: order.institution,
    actor: system,
    actor_id: author,
    detail: '',
  }
  return [
    { ...of, kind: 'submitted' as const, at: at(order.orderedOn) },
    ...reports.map((report) => ({ ...of, kind: EVENT_OF_REPORT[report.status], at: at(report.reportedOn) })),
    ...(order.state === 'cancelled' ? [{ ...of, kind: 'cancelled' as const, at: at(order.orderedOn) }] : []),
    {
      ...of,
      ...{
        kind: 'moved-in' as const,
        actor: actor.name,
        detail: `${system}, order ${order.number}`,
        at: now,
      },
    },
  ]
}

/**
 * Moves orders in, in one transaction: the orders, their documents, their lines on the timeline and in the audit trail. Nothing
 * is sent to anybody. A PDF that is not what was checked ends it. The PDFs are announced before (`announceFiles`).
 */
export async function moveIn(
  db: Db,
  orders: readonly EarlierOrder[],
  moving: Moving,
  now: Date,
  today: string,
): Promise<void> {
  const stored = new Map<string, { fileKey: string; bytes: number }>()
  for (const { file, digest } of orders.flatMap((one) => one.reports)) {
    const content = await readFile(pdfPath(moving.dir, file))
    if (fileKeyOf(content) !== digest)
      throw new SetupError(`${file} was changed since it was checked: start again`)
    const fileKey = await moving.files.put(content)
    stored.set(file, { fileKey, bytes: content.byteLength })
  }
  const ids = await db
    .insertInto('orders')
    .values(orders.map((one) => orderColumns(one, moving, today)))
    .returning('id')
    .execute()
  const numbered = orders.map((one, index) => ({ one, id: ids[index]?.id ?? 0 }))
  const reports = numbered.flatMap(({ one, id }) => reportColumns(one, id, stored))
  if (reports.length > 0) await db.insertInto('report').values(reports).execute()
  await keepFiles(
    db,
    [...stored.values()].map(({ fileKey }) => fileKey),
  )
  const events = numbered.flatMap(({ one, id }) => eventsOf(one, id, moving, now))
  await db.insertInto('order_event').values(events).execute()
  for (const { one, id } of numbered)
    await moving.auditLine(db, {
      actor: moving.actor,
      action: 'order.moved-in',
      entity: { kind: 'order', id, institution: one.order.institution },
      detail: { system: moving.system, number: one.order.number },
    })
}

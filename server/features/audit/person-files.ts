import { sql } from 'kysely'
import type { NotedPatient } from '#domain/orders/identity.ts'
import type { OwnPart } from '#domain/orders/own-part.ts'
import { markedFileName } from '#domain/reports/file-name.ts'
import type { ReportVersion } from '#domain/reports/history.ts'
import type { InStore, ReportPart } from '#domain/reports/report-update.ts'
import type { Connection } from '#server/database/connection/connect.ts'

/** A file to be given with the data: a report, or a document that the clinic uploaded. */
interface PersonFile {
  /** Of the file store. */
  key: string
  name: string
}

/** One version of a report. A file lies about for years: whoever reads it has to learn here whether it was valid. */
interface ResultOfPerson extends Pick<ReportVersion, 'state' | 'status'> {
  /** The version. */
  report: number
  test: string
  madeAt: string | null
  /** The laboratory's explanation of a change; '' if there is none. */
  words: string
  /** The names of its documents. */
  files: string[]
  /** What it says besides its documents. */
  parts: ReportPart<InStore>[]
}

export interface FilesOfOrder {
  files: PersonFile[]
  /** The reports that are given, by their version. */
  results: ResultOfPerson[]
  /** What is there and not given, each with the reason. */
  left: string[]
}

/** An ending of a file's name; none for types that nobody uploads. */
const endingOf = (filename: string) => /\.[a-z0-9]{1,5}$/i.exec(filename)?.[0].toLowerCase() ?? ''

interface GivenReport extends Pick<ReportVersion, 'version' | 'state' | 'status'> {
  parts: ReportPart<InStore>[]
  /** Of a report from before reports had parts. */
  file_key: string | null
}

/** The first document is named as the report is, others by their number; all with the state of the report. */
function documentsOf(order: number, { parts, file_key, ...report }: GivenReport): PersonFile[] {
  const named = (rest: string) =>
    markedFileName(`order-${order}-report-${report.version}${rest}`, {
      ...report,
      // These are not given.
      isQuestioned: false,
    })
  const documents = parts.filter((part) => part.kind === 'document')
  if (documents.length === 0 && file_key !== null) return [{ key: file_key, name: named('.pdf') }]
  return documents.map(({ fileKey, filename, mediaType }, index) => {
    const ending = mediaType === 'application/pdf' ? '.pdf' : endingOf(filename)
    return { key: fileKey, name: named(`${index === 0 ? '' : `-${index + 1}`}${ending}`) }
  })
}

/** The reports of a person, and what the clinic uploaded, as far as it is certain to be about them. */
export async function filesOf(
  { db }: Pick<Connection, 'db'>,
  order: number,
  { keys }: OwnPart,
  isCertain: (uploadedFor: NotedPatient | null) => boolean,
): Promise<FilesOfOrder> {
  const { rows: questioned } = await sql<{ id: number }>`
    select questioned_reports(${order}) as id`.execute(db)
  const inQuestion = new Set(questioned.map(({ id }) => id))
  const reports = await db
    .selectFrom('report')
    .select(['id', 'version', 'person', 'state', 'status', 'file_key', 'parts'])
    .select(['test_code', 'made_at', 'words'])
    .where('order_id', '=', order)
    .orderBy('version')
    .execute()
  const documents = await db
    .selectFrom('document')
    .select(['id', 'filename', 'type', 'file_key', 'uploaded_for as uploadedFor'])
    .where('order_id', '=', order)
    .where('removed_at', 'is', null)
    .orderBy('id')
    .execute()
  const files: PersonFile[] = []
  const left: string[] = []
  const results: ResultOfPerson[] = []
  for (const report of reports.filter((one) => keys.includes(one.person))) {
    const { version, parts, state, status, test_code, made_at, words } = report
    if (state === 'withdrawn') left.push(`Report ${version} was withdrawn by the laboratory.`)
    else if (inQuestion.has(report.id)) left.push(`Report ${version} is being checked by the laboratory.`)
    else {
      const own = documentsOf(order, { version, state, status, parts, file_key: report.file_key })
      files.push(...own)
      results.push({
        ...{ report: version, state, status, test: test_code, words },
        madeAt: made_at?.toISOString() ?? null,
        files: own.map(({ name }) => name),
        parts: parts.filter((part) => part.kind !== 'document'),
      })
    }
  }
  for (const { id, filename, type, file_key, uploadedFor } of documents)
    if (isCertain(uploadedFor))
      files.push({ key: file_key, name: `order-${order}-document-${id}${endingOf(filename)}` })
    else left.push(`An uploaded document (${type}) may be about somebody else: look at it first.`)
  return { files, results, left }
}

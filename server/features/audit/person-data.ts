import { sql } from 'kysely'
import { PATIENT_ACTIONS, type PatientAction } from '#domain/audit/actions.ts'
import type { OrderDocument } from '#domain/orders/document.ts'
import { personKey } from '#domain/orders/identity.ts'
import { type OwnPart, ownPart } from '#domain/orders/own-part.ts'
import type { InStore, ReportPart } from '#domain/reports/report-update.ts'
import type { Connection } from '#server/database/connection/connect.ts'

export interface PersonNamed {
  lastName: string
  firstName: string
  /** ISO date. */
  dateOfBirth: string
}

/** A file to be given with the data: a report, or a document that the clinic uploaded. */
interface PersonFile {
  /** Of the file store. */
  key: string
  name: string
}

interface OrderOfPerson extends OwnPart {
  number: number
  institution: string
  state: string
  startedAt: string
  submittedAt: string | null
  /** Of the patient of record only: what happened to the order. */
  timeline: { at: string; kind: string; detail: string }[]
  files: PersonFile[]
  /** What reports say besides their documents, by their version. */
  results: { report: number; parts: ReportPart<InStore>[] }[]
  /** Treatment recommendations of the laboratory that stand. */
  recommendations: { madeAt: string; title: string; words: string }[]
  /** What is there and not given, each with the reason. */
  left: string[]
}

/** All that a portal holds about a person, of all institutions. */
export interface PersonData {
  person: PersonNamed
  orders: OrderOfPerson[]
  counselingRequests: { receivedAt: string; content: unknown }[]
  /** Who saw, changed, exported or received it. */
  accesses: { at: string; what: string; by: string; institution: string }[]
}

/** An ending of a file's name; none for types that nobody uploads. */
const endingOf = (filename: string) => /\.[a-z0-9]{1,5}$/i.exec(filename)?.[0].toLowerCase() ?? ''

/**
 * Collects what the portal holds about a person, by name and date of birth, as the worker, who sees all institutions. Not
 * included: what an order says of its other people, withdrawn reports, and those that the laboratory is checking.
 */
export async function collectPerson(
  { db }: Pick<Connection, 'db'>,
  person: PersonNamed,
): Promise<PersonData | null> {
  const key = personKey(person)
  if (key === null) return null
  const rows = await db
    .selectFrom('orders')
    .select(['id', 'institution_code', 'state', 'document', 'created_at', 'submitted_at'])
    .where(sql<boolean>`people && array[${key}]`)
    .orderBy('id')
    .execute()
  const orders: OrderOfPerson[] = []
  for (const row of rows) {
    const document = row.document as OrderDocument
    const part = ownPart(document, key)
    if (!part) continue
    const isOfRecord = part.person === document.patients[0]
    orders.push({
      ...{ number: row.id, institution: row.institution_code, state: row.state },
      startedAt: row.created_at.toISOString(),
      submittedAt: row.submitted_at?.toISOString() ?? null,
      ...part,
      timeline: isOfRecord ? await timelineOf({ db }, row.id) : [],
      recommendations: await recommendationsOf({ db }, row.id, part),
      ...(await filesOf({ db }, row.id, part, isOfRecord && document.patients.length === 1)),
    })
  }
  const requests = await db
    .selectFrom('appointment_request')
    .select(['received_at', 'content'])
    .where('content', 'is not', null)
    .where(sql<boolean>`content ->> 'dateOfBirth' = ${person.dateOfBirth}`)
    .execute()
  return {
    person,
    orders,
    counselingRequests: requests
      .filter(({ content }) => content !== null && personKey(content) === key)
      .map(({ received_at, content }) => ({ receivedAt: received_at.toISOString(), content })),
    accesses: await accessesOf({ db }, key),
  }
}

async function timelineOf({ db }: Pick<Connection, 'db'>, order: number) {
  const events = await db
    .selectFrom('order_event')
    .select(['at', 'kind', 'detail'])
    .where('order_id', '=', order)
    .orderBy('id')
    .execute()
  return events.map(({ at, kind, detail }) => ({ at: at.toISOString(), kind, detail }))
}

async function recommendationsOf({ db }: Pick<Connection, 'db'>, order: number, { keys }: OwnPart) {
  const treatments = await db
    .selectFrom('treatment')
    .select(['made_at', 'title', 'recommendation'])
    .where('order_id', '=', order)
    .where('person', 'in', keys)
    .where('withdrawn_at', 'is', null)
    .orderBy('id')
    .execute()
  return treatments.map(({ made_at, title, recommendation }) => ({
    ...{ madeAt: made_at.toISOString(), title, words: recommendation },
  }))
}

interface GivenReport {
  version: number
  parts: ReportPart<InStore>[]
  /** Of a report from before reports had parts. */
  file_key: string | null
}

/** The first document is named as the report is, others by their number. */
function documentsOf(order: number, { version, parts, file_key }: GivenReport): PersonFile[] {
  const documents = parts.filter((part) => part.kind === 'document')
  if (documents.length === 0 && file_key !== null)
    return [{ key: file_key, name: `order-${order}-report-${version}.pdf` }]
  return documents.map(({ fileKey, filename, mediaType }, index) => {
    const ending = mediaType === 'application/pdf' ? '.pdf' : endingOf(filename)
    return {
      key: fileKey,
      name: `order-${order}-report-${version}${index === 0 ? '' : `-${index + 1}`}${ending}`,
    }
  })
}

async function filesOf({ db }: Pick<Connection, 'db'>, order: number, { keys }: OwnPart, isAlone: boolean) {
  const { rows: questioned } = await sql<{ id: number }>`
    select questioned_reports(${order}) as id`.execute(db)
  const inQuestion = new Set(questioned.map(({ id }) => id))
  const reports = await db
    .selectFrom('report')
    .select(['id', 'version', 'person', 'state', 'file_key', 'parts'])
    .where('order_id', '=', order)
    .orderBy('version')
    .execute()
  const documents = await db
    .selectFrom('document')
    .select(['id', 'filename', 'type', 'file_key'])
    .where('order_id', '=', order)
    .where('removed_at', 'is', null)
    .orderBy('id')
    .execute()
  const files: PersonFile[] = []
  const left: string[] = []
  const results: OrderOfPerson['results'] = []
  for (const report of reports.filter((one) => keys.includes(one.person))) {
    const { version, parts } = report
    if (report.state === 'withdrawn') left.push(`Report ${version} was withdrawn by the laboratory.`)
    else if (inQuestion.has(report.id)) left.push(`Report ${version} is being checked by the laboratory.`)
    else {
      files.push(...documentsOf(order, report))
      const others = parts.filter((part) => part.kind !== 'document')
      if (others.length > 0) results.push({ report: version, parts: others })
    }
  }
  for (const { id, filename, type, file_key } of documents)
    if (isAlone) files.push({ key: file_key, name: `order-${order}-document-${id}${endingOf(filename)}` })
    else
      left.push(`An uploaded document (${type}) may be about somebody else of the order: look at it first.`)
  return { files, results, left }
}

async function accessesOf({ db }: Pick<Connection, 'db'>, key: string): Promise<PersonData['accesses']> {
  const lines = await db
    .selectFrom('audit_event')
    .select(['at', 'action', 'actor_name', 'institution_code'])
    .where(sql<boolean>`people && array[${key}]`)
    .where('action', 'in', Object.keys(PATIENT_ACTIONS))
    .orderBy('id')
    .execute()
  return lines.map(({ at, action, actor_name, institution_code }) => ({
    ...{ at: at.toISOString(), what: PATIENT_ACTIONS[action as PatientAction].words },
    ...{ by: actor_name, institution: institution_code ?? '' },
  }))
}

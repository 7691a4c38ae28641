import type { Insertable } from 'kysely'
import type { OrderEvent } from '#contract/order.ts'
import { todayAtLaboratory } from '#domain/dates/dates.ts'
import type { OrdersTable } from '#server/database/tables.ts'
import { projection } from '#server/features/orders/projection.ts'
import type { DemoParts, Provider, Seed } from './add-people.ts'
import { demoFacts } from './documents.ts'
import type { DemoOrder } from './orders.ts'
import { demoReport } from './report.ts'

export interface MadeOrder {
  order: DemoOrder
  provider: Provider
  /** What its row has besides; `events` come after those that follow from its state. */
  more?: Partial<Insertable<OrdersTable>>
  events?: Event[]
}

interface Event {
  kind: OrderEvent['kind']
  at: Date
  actor: string
  detail?: string
}

type Numbered = MadeOrder & { id: number }

const AT_ONCE = 250
const nameOf = ({ firstName, lastName }: Provider) => `${firstName} ${lastName}`

/** Work begins the day after the specimen's arrival, and of a test that is reported sooner halfway to the report. */
function inProcessAt({ state, accessionedAt, reportedAt }: MadeOrder['order']): Date | null {
  if (!accessionedAt || (state !== 'in-process' && state !== 'reported')) return null
  const nextDay = accessionedAt.getTime() + 20 * 3_600_000
  return new Date(
    reportedAt ? Math.min(nextDay, (accessionedAt.getTime() + reportedAt.getTime()) / 2) : nextDay,
  )
}

function eventsOf({ order, provider, events = [] }: MadeOrder): Event[] {
  const name = nameOf(provider)
  const steps: [OrderEvent['kind'], Date | null, string][] = [
    ['draft-begun', order.createdAt, name],
    ['submitted', order.submittedAt, name],
    ['acknowledged', order.submittedAt, 'Laboratory'],
    ['accessioned', order.accessionedAt, 'Laboratory'],
    ['in-process', inProcessAt(order), 'Laboratory'],
    ['reported', order.reportedAt, 'Laboratory'],
    ['cancelled', order.state === 'cancelled' ? order.submittedAt : null, 'Laboratory'],
  ]
  return [...steps.flatMap(([kind, at, actor]) => (at ? [{ kind, at, actor }] : [])), ...events]
}

/** Gives every accession a number that nobody else has. */
function rows(now: Date) {
  const today = todayAtLaboratory(now)
  let number = 104000
  return ({ order, provider, more = {} }: MadeOrder): Insertable<OrdersTable> => {
    const name = nameOf(provider)
    const { createdAt, submittedAt, accessionedAt, reportedAt } = order
    return {
      ...projection(order.document, demoFacts([order.test], today)),
      vob_status: order.document.isVOB ? 'draft' : null,
      institution_code: provider.institution,
      draft_key: crypto.randomUUID(),
      state: order.state,
      accession_number: accessionedAt
        ? `${String(accessionedAt.getUTCFullYear()).slice(2)}-${++number}`
        : null,
      expected_on: order.expectedOn,
      created_at: createdAt,
      created_by: provider.physicianId,
      created_by_name: name,
      responsible_id: provider.physicianId,
      responsible_name: name,
      updated_at: reportedAt ?? accessionedAt ?? submittedAt ?? createdAt,
      updated_by_name: name,
      submitted_at: submittedAt,
      submitted_by: submittedAt ? provider.physicianId : null,
      submitted_by_name: submittedAt ? name : null,
      reported_at: reportedAt,
      // Reports of the last days wait to be opened.
      report_opened_at:
        reportedAt && now.getTime() - reportedAt.getTime() > 9 * 24 * 3_600_000
          ? new Date(reportedAt.getTime() + 3_600_000)
          : null,
      ...more,
    }
  }
}

async function addEvents(db: Seed, part: Numbered[]) {
  const events = part.flatMap((made) =>
    eventsOf(made).map((event) => ({
      ...event,
      order_id: made.id,
      institution_code: made.provider.institution,
      actor_id: null,
    })),
  )
  await db.insertInto('order_event').values(events).execute()
}

/** The specimens of what was submitted. */
async function addSamples(db: Seed, part: Numbered[]) {
  const samples = part.flatMap(({ id, provider, order: { document, submittedAt, accessionedAt } }) =>
    submittedAt === null
      ? []
      : document.samples.map((sample) => {
          const patient = document.patients.find(({ key }) => key === sample.patient)
          return {
            order_id: id,
            institution_code: provider.institution,
            sample_key: sample.key,
            patient_name: `${patient?.firstName} ${patient?.lastName}`,
            relationship: patient?.relationship ?? '',
            specimen_type: sample.specimenType,
            date_of_collection: sample.dateOfCollection,
            ship_carrier: null,
            ship_tracking_number: null,
            accessioned_at: accessionedAt,
            created_at: submittedAt,
          }
        }),
  )
  if (samples.length > 0) await db.insertInto('sample').values(samples).execute()
}

type Reports = Map<string, { key: string; bytes: number }>

/** One PDF for each test: reports of the demo name no patient. */
async function addReports(db: Seed, part: Numbered[], reports: Reports, { laboratory, files }: DemoParts) {
  const values = []
  for (const { id, provider, order } of part) {
    if (order.reportedAt === null) continue
    const { code } = order.test
    const made = reports.get(code) ?? (await store(files, await demoReport(laboratory, order.test)))
    reports.set(code, made)
    values.push({
      ...{ order_id: id, institution_code: provider.institution, version: 1, corrected: false },
      ...{ file_key: made.key, bytes: made.bytes, test_code: code },
      ...{ received_at: order.reportedAt, message_id: null },
    })
  }
  if (values.length > 0) await db.insertInto('report').values(values).execute()
}

async function store(files: DemoParts['files'], pdf: Uint8Array) {
  return { key: await files.put(pdf), bytes: pdf.byteLength }
}

const WORDS = ['', 'Clear and quick.', 'Sooner than we had hoped.', 'Thank you.'] as const

/** What clinicians thought of some reports; mostly good. */
async function addFeedback(db: Seed, part: Numbered[]) {
  const values = part
    .filter(({ id, order }) => order.reportedAt !== null && id % 13 === 0)
    .map(({ id, provider, order }) => ({
      ...{ order_id: id, institution_code: provider.institution, physician_id: provider.physicianId },
      ...{ rating: 3 + (id % 3), text: WORDS[id % WORDS.length] ?? '', given_by_name: nameOf(provider) },
      given_at: order.reportedAt ?? order.createdAt,
    }))
  if (values.length > 0) await db.insertInto('order_feedback').values(values).execute()
}

/** Writes orders, oldest first, with all that belongs to them. */
export async function addOrders(db: Seed, made: MadeOrder[], parts: DemoParts): Promise<void> {
  const sorted = made.toSorted((a, b) => a.order.createdAt.getTime() - b.order.createdAt.getTime())
  const row = rows(parts.now)
  const reports: Reports = new Map()
  for (let from = 0; from < sorted.length; from += AT_ONCE) {
    const part = sorted.slice(from, from + AT_ONCE)
    const ids = await db.insertInto('orders').values(part.map(row)).returning('id').execute()
    const numbered = part.map((one, index) => ({ ...one, id: ids[index]?.id ?? 0 }))
    await addEvents(db, numbered)
    await addSamples(db, numbered)
    await addReports(db, numbered, reports, parts)
    await addFeedback(db, numbered)
  }
}

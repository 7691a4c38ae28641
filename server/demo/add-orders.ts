import { type Insertable, sql } from 'kysely'
import { todayAtLaboratory } from '#domain/dates/dates.ts'
import type { OrdersTable } from '#server/database/tables.ts'
import { projection } from '#server/features/orders/projection.ts'
import { addHolds, addLinks, addParcels, addSamples } from './add-following.ts'
import type { DemoParts, Provider, Seed } from './add-people.ts'
import { DAY } from './days.ts'
import { demoFacts } from './documents.ts'
import { happenings } from './happenings.ts'
import type { MadeOrder } from './made-order.ts'
import { demoReport } from './report.ts'

type Numbered = MadeOrder & { id: number }

const AT_ONCE = 250
const nameOf = ({ firstName, lastName }: Provider) => `${firstName} ${lastName}`

/** Gives every accession a number that nobody else has, the simulated laboratory neither. */
function rows(now: Date) {
  const today = todayAtLaboratory(now)
  let number = 101000
  return ({ order, provider, correctedAt, more = {} }: MadeOrder): Insertable<OrdersTable> => {
    const name = nameOf(provider)
    const { createdAt, submittedAt, accessionedAt, reportedAt } = order
    const newest = correctedAt ?? reportedAt
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
      updated_at: newest ?? accessionedAt ?? submittedAt ?? createdAt,
      updated_by_name: name,
      submitted_at: submittedAt,
      submitted_by: submittedAt ? provider.physicianId : null,
      submitted_by_name: submittedAt ? name : null,
      reported_at: reportedAt,
      // Reports of the last days wait to be opened.
      report_opened_at:
        newest && now.getTime() - newest.getTime() > 9 * DAY ? new Date(newest.getTime() + 3_600_000) : null,
      ...more,
    }
  }
}

async function addEvents(db: Seed, part: Numbered[]) {
  const events = part.flatMap((made) =>
    happenings(made).map((event) => ({
      ...event,
      order_id: made.id,
      institution_code: made.provider.institution,
      actor_id: null,
    })),
  )
  await db.insertInto('order_event').values(events).execute()
}

const FINAL = { status: 'final', change: null, words: '' } as const
/** As the second demonstration report itself says. */
const REVISED = {
  status: 'amended',
  change: 'interpretation',
  words: 'The interpretation was revised.',
} as const

type Reports = Map<string, { key: string; bytes: number }>

/** One PDF for each test, and one that corrects it: reports of the demo name no patient. */
async function addReports(db: Seed, part: Numbered[], reports: Reports, { laboratory, files }: DemoParts) {
  const values = []
  for (const { id, provider, order, correctedAt } of part) {
    if (order.reportedAt === null) continue
    const { code } = order.test
    const of = { order_id: id, institution_code: provider.institution, test_code: code, message_id: null }
    for (const [index, at] of [order.reportedAt, ...(correctedAt ? [correctedAt] : [])].entries()) {
      const corrected = index > 0
      const name = corrected ? `${code} corrected` : code
      const made =
        reports.get(name) ?? (await store(files, await demoReport(laboratory, order.test, { corrected })))
      reports.set(name, made)
      const file = { file_key: made.key, bytes: made.bytes, made_at: at, received_at: at }
      const state = correctedAt && !corrected ? ('superseded' as const) : ('current' as const)
      const change = corrected ? REVISED : FINAL
      values.push({ ...of, ...file, version: index + 1, corrected, state, ...change })
    }
  }
  if (values.length === 0) return
  await db.insertInto('report').values(values).execute()
  await sql`update report set opened_at = o.report_opened_at from orders o
    where o.id = report.order_id and o.id = any (${part.map(({ id }) => id)})`.execute(db)
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
  const parcels = await addParcels(db, sorted)
  const written = new Map<MadeOrder, number>()
  for (let from = 0; from < sorted.length; from += AT_ONCE) {
    const part = sorted.slice(from, from + AT_ONCE)
    const ids = await db.insertInto('orders').values(part.map(row)).returning('id').execute()
    const numbered = part.map((one, index) => ({ ...one, id: ids[index]?.id ?? 0 }))
    for (const [index, one] of part.entries()) written.set(one, ids[index]?.id ?? 0)
    await addEvents(db, numbered)
    await addSamples(db, numbered, parcels)
    await addHolds(db, numbered)
    await addReports(db, numbered, reports, parts)
    await addFeedback(db, numbered)
  }
  await addLinks(db, written)
}

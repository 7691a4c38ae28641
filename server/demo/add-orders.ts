import { type Insertable, sql } from 'kysely'
import { consentWordings } from '#domain/consent/consent-wording.ts'
import { todayAtLaboratory } from '#domain/dates/dates.ts'
import { ATTESTATION } from '#domain/orders/attestation.ts'
import { PROBAND } from '#domain/orders/document.ts'
import { subjectsOf } from '#domain/orders/subject.ts'
import type { InStore } from '#domain/reports/report-update.ts'
import type { OrdersTable } from '#server/database/schema/tables.ts'
import { documentColumns } from '#server/features/orders/submission/document-columns.ts'
import { addFollowUps } from './add-follow-ups.ts'
import { addHolds, addLinks, addParcels, addSamples } from './add-following.ts'
import { addLabUpdates, type StoreReport } from './add-lab-updates.ts'
import { addReclassifications } from './add-reclassifications.ts'
import type { DemoDeps, Provider, Seed } from './add-users.ts'
import { addWithdrawals } from './consents.ts'
import { DAY } from './days.ts'
import { demoRuleContext } from './documents.ts'
import { addFindings } from './findings-since.ts'
import type { MadeOrder } from './made-order.ts'
import { demoReport } from './report.ts'
import { partsOf, statedOf } from './report-parts.ts'
import { timelineOf } from './timeline.ts'

type Numbered = MadeOrder & { id: number }

const BATCH_SIZE = 250
const nameOf = ({ firstName, lastName }: Provider) => `${firstName} ${lastName}`

/** Numbers accessions so that nobody else uses the same number, not even the simulated laboratory. */
function rows(now: Date) {
  const today = todayAtLaboratory(now)
  let number = 101000
  return ({ order, provider, revisedAt, more = {} }: MadeOrder): Insertable<OrdersTable> => {
    const name = nameOf(provider)
    const { createdAt, submittedAt, accessionedAt, reportedAt } = order
    const newest = revisedAt ?? reportedAt
    return {
      ...documentColumns(order.document, demoRuleContext([order.test], today)),
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
      signature: submittedAt ? { ...ATTESTATION, by: name, at: submittedAt.toISOString() } : null,
      consents_asked: submittedAt
        ? consentWordings(order.document, [order.test], { day: todayAtLaboratory(submittedAt) })
        : null,
      reported_at: reportedAt,
      // Reports of the last few days are still unopened.
      report_opened_at:
        newest && now.getTime() - newest.getTime() > 9 * DAY ? new Date(newest.getTime() + 3_600_000) : null,
      ...more,
    }
  }
}

async function addEvents(db: Seed, batch: Numbered[]) {
  const events = batch.flatMap((made) =>
    timelineOf(made).map((event) => ({
      ...event,
      order_id: made.id,
      institution_code: made.provider.institution,
      actor_id: null,
    })),
  )
  await db.insertInto('order_event').values(events).execute()
}

const FINAL = { status: 'final', change: null, words: '' } as const

/** One PDF for each test and status: demo reports name no patient. */
function reportsIn({ laboratory, files }: DemoDeps): StoreReport {
  const stored = new Map<string, InStore>()
  return async (test, status) => {
    const name = `${test.code} ${status}`
    const found = stored.get(name)
    if (found) return found
    const pdf = await demoReport(laboratory, test, status)
    const made = { fileKey: await files.put(pdf), bytes: pdf.byteLength }
    stored.set(name, made)
    return made
  }
}

async function addReports(db: Seed, batch: Numbered[], storeReport: StoreReport) {
  const values = []
  for (const made of batch) {
    const { id, provider, order, revisedAt } = made
    if (order.reportedAt === null) continue
    const { code } = order.test
    const of = { order_id: id, institution_code: provider.institution, test_code: code, message_id: null }
    const [first, revised] = statedOf(made)
    for (const [index, at] of [order.reportedAt, ...(revisedAt ? [revisedAt] : [])].entries()) {
      const change = index > 0 ? { status: 'amended' as const, ...revised.revision } : FINAL
      const document = await storeReport(order.test, change.status)
      const file = { file_key: document.fileKey, bytes: document.bytes, made_at: at, received_at: at }
      const state = revisedAt && index === 0 ? ('superseded' as const) : ('current' as const)
      const [person = PROBAND] = subjectsOf(order.document)
      const parts = JSON.stringify(partsOf(made, person, document, index > 0 ? revised.stated : first))
      values.push({
        ...of,
        person,
        ...file,
        version: index + 1,
        corrected: index > 0,
        state,
        parts,
        ...change,
      })
    }
  }
  if (values.length === 0) return
  await db.insertInto('report').values(values).execute()
  await sql`update report set opened_at = o.report_opened_at from orders o
    where o.id = report.order_id and o.id = any (${batch.map(({ id }) => id)})`.execute(db)
}

const WORDS = ['', 'Clear and quick.', 'Sooner than expected.', 'Thank you.'] as const

/** Feedback of clinicians on some reports, mostly positive. */
async function addFeedback(db: Seed, batch: Numbered[]) {
  const values = batch
    .filter(({ id, order }) => order.reportedAt !== null && id % 13 === 0)
    .map(({ id, provider, order }) => ({
      ...{ order_id: id, institution_code: provider.institution, physician_id: provider.physicianId },
      ...{ rating: 3 + (id % 3), text: WORDS[id % WORDS.length] ?? '', given_by_name: nameOf(provider) },
      given_at: order.reportedAt ?? order.createdAt,
    }))
  if (values.length > 0) await db.insertInto('order_feedback').values(values).execute()
}

/** Inserts orders, oldest first, with everything that belongs to them. */
export async function addOrders(db: Seed, made: MadeOrder[], deps: DemoDeps): Promise<void> {
  const sorted = made.toSorted((a, b) => a.order.createdAt.getTime() - b.order.createdAt.getTime())
  const row = rows(deps.now)
  const storeReport = reportsIn(deps)
  const parcels = await addParcels(db, sorted)
  const written = new Map<MadeOrder, number>()
  for (let from = 0; from < sorted.length; from += BATCH_SIZE) {
    const batch = sorted.slice(from, from + BATCH_SIZE)
    const ids = await db.insertInto('orders').values(batch.map(row)).returning('id').execute()
    const numbered = batch.map((one, index) => ({ ...one, id: ids[index]?.id ?? 0 }))
    for (const [index, one] of batch.entries()) written.set(one, ids[index]?.id ?? 0)
    await addEvents(db, numbered)
    await addSamples(db, numbered, parcels)
    await addHolds(db, numbered)
    await addWithdrawals(db, numbered)
    await addReports(db, numbered, storeReport)
    await addFollowUps(db, numbered, deps.now)
    await addFeedback(db, numbered)
    await addLabUpdates(db, numbered, storeReport)
    await addReclassifications(db, numbered)
    await addFindings(db, numbered)
  }
  await addLinks(db, written)
}

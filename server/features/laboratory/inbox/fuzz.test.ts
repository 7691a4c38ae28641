import { afterAll, beforeAll, expect, test } from 'vitest'
import { readAcknowledgement } from '#adapters/laboratory/acknowledgement.ts'
import { codec } from '#adapters/laboratory/testing/messages.ts'
import { dice, mutated, pick } from '#adapters/laboratory/testing/mutations.ts'
import { othersMessages } from '#adapters/laboratory/testing/seeds.ts'
import { anyPdf } from '#adapters/pdf/testing/any-pdf.ts'
import { projectLabEvents } from '#domain/orders/lab-projection.ts'
import { cases } from '#domain/testing/cases.ts'
import { administer } from '#server/database/connection/connect.ts'
import { startPortal, type TestPortal } from '#server/testing/portal.ts'
import { labEventsOf } from '../store.ts'
import { conversation } from '../testing/conversation.ts'
import { copiesOf, storedOrders } from '../testing/orders.ts'
import { laboratoryInbox, withFiles } from './inbox.ts'
import { labEventsIn } from './lab-events.ts'

const MESSAGES = cases(7500)
const MESSAGES_OF_ORDER = 25

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

/** What is wrong with the answer to a message; null if it is correct. */
function faultIn(raw: string, answer: string | null): string | null {
  const message = codec.read(raw)
  if (message.kind === 'other') return answer === null ? null : 'an acknowledgement was answered'
  if (answer === null) return 'no answer'
  const { code, controlId } = readAcknowledgement(answer)
  const codes = message.kind === 'refused' ? [message.code] : ['AA', 'AE']
  return codes.includes(code) && controlId === message.controlId ? null : answer
}

/** Reads all messages, applied or not, in batches. */
async function eachStored(look: (rows: Stored[]) => Promise<void>): Promise<number> {
  const page = portal.worker.db
    .selectFrom('message_in')
    .select(['id', 'raw', 'outcome', 'sender', 'control_id', 'received_at', 'acknowledgement'])
    .orderBy('id')
    .limit(1000)
  type Row = Awaited<ReturnType<typeof page.execute>>
  let seen = 0
  for (let rows: Row = await page.execute(); rows.length > 0; ) {
    seen += rows.length
    await look(rows)
    rows = await page.where('id', '>', rows.at(-1)?.id ?? 0).execute()
  }
  return seen
}
type Stored = {
  id: number
  raw: string
  outcome: string | null
  sender: string | null
  control_id: string | null
  received_at: Date
}

/** The applied messages whose events are missing, and the others that have events. */
async function halfApplied(rows: Stored[]): Promise<string[]> {
  const written = await portal.worker.db
    .selectFrom('laboratory_fact')
    .select(['order_id', 'fact_key', 'message_id'])
    .where(
      'message_id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute()
  const notApplied = new Set(rows.flatMap(({ id, outcome }) => (outcome === 'applied' ? [] : [id])))
  const faults = written.flatMap(({ message_id: id }) =>
    id && notApplied.has(id) ? [`facts of message ${id}`] : [],
  )
  const checks = await portal.worker.db.selectFrom('result_check').select('message_id').execute()
  const waiting = new Set(checks.map(({ message_id: id }) => id))
  for (const { id, raw, outcome, sender, control_id, received_at: receivedAt } of rows) {
    const message = codec.read(raw)
    // Results waiting at the desk are not events of the order yet.
    if (outcome !== 'applied' || message.kind !== 'news' || waiting.has(id)) continue
    const source = { messageId: id, name: `${sender}|${control_id}`, receivedAt }
    for (const labUpdate of message.updates) {
      if (labUpdate.orderId === null) continue
      const keys = labEventsIn(await withFiles(portal.files, labUpdate), labUpdate.orderId, source, null).map(
        ({ key }) => key,
      )
      const found =
        keys.length === 0
          ? []
          : await portal.worker.db
              .selectFrom('laboratory_fact')
              .select('fact_key')
              .where('order_id', '=', labUpdate.orderId)
              .where('fact_key', 'in', keys)
              .execute()
      if (found.length !== new Set(keys).size) faults.push(`message ${id} is not whole`)
    }
  }
  return faults
}

test(
  `${MESSAGES} corrupted messages: each is answered, none is half applied, and orders match their events`,
  async () => {
    const { id } = await portal.submitted()
    const count = Math.ceil(MESSAGES / MESSAGES_OF_ORDER)
    const orders = await administer(portal.database.url, (db) => copiesOf(db, id, count))
    const roll = dice(7)
    const others = othersMessages().map(({ raw }) => raw)
    const messages = conversation('F', orders, MESSAGES).map((raw) =>
      mutated(others.length > 0 && roll() < 0.1 ? pick(others, roll) : raw, roll),
    )
    const receive = laboratoryInbox({
      ...{
        connection: portal.worker,
        codec,
        files: portal.files,
        sendOrderNotice: async () => {},
        openPdf: anyPdf,
      },
    })
    const faults: string[] = []
    const waiting = messages.values()
    async function next(): Promise<void> {
      for (const raw of waiting) {
        const fault = await receive(raw).then(
          (answer) => faultIn(raw, answer),
          (error: unknown) => String(error),
        )
        if (fault !== null) faults.push(`${fault}: ${JSON.stringify(raw)}`)
      }
    }
    await Promise.all(Array.from({ length: 4 }, next))
    expect(faults).toEqual([])

    const outcomes = new Map<string, number>()
    const seen = await eachStored(async (rows) => {
      for (const { outcome } of rows) outcomes.set(String(outcome), (outcomes.get(String(outcome)) ?? 0) + 1)
      expect(await halfApplied(rows)).toEqual([])
    })
    expect(seen).toBe(MESSAGES)
    expect([...outcomes.keys()].toSorted()).toEqual(['applied', 'refused', 'repeated'])
    expect(outcomes.get('applied')).toBeGreaterThan(MESSAGES / 10)

    const { db } = portal.worker
    for (const order of [id, ...orders]) {
      const events = await db.transaction().execute((transaction) => labEventsOf(transaction, order))
      const { turnaround_days: turnaroundDays } = await db
        .selectFrom('orders')
        .select('turnaround_days')
        .where('id', '=', order)
        .executeTakeFirstOrThrow()
      const [storedOrder] = await storedOrders(db, [order])
      const projection = projectLabEvents(events, { turnaroundDays, samples: ['s1'], tests: ['WES1'] })
      expect(storedOrder?.order).toMatchObject({
        ...{
          accession_number: projection.laboratoryNumber,
          expected_on: projection.expectedOn,
          reported_at: projection.reportedAt,
        },
      })
      expect([storedOrder?.order.state, storedOrder?.order.state_before_cancel]).toContain(
        projection.progress,
      )
      expect(storedOrder?.holds.map(({ hold_key, held_at }) => [hold_key, held_at]).toSorted()).toEqual(
        projection.holds.map(({ key, heldAt }) => [key, heldAt]).toSorted(),
      )
      expect(
        storedOrder?.samples.map(({ sample_key, accessioned_at, rejected_at }) => [
          accessioned_at,
          rejected_at,
          sample_key,
        ]),
      ).toEqual(
        storedOrder?.samples.map(({ sample_key }) => {
          const { arrivedAt = null, rejected = null } = projection.specimens.get(sample_key) ?? {}
          return [arrivedAt, rejected?.at ?? null, sample_key]
        }),
      )
      // Rows of results that waited in the meantime are numbered after the versions, and none is current.
      const [versions, behind] = [
        storedOrder?.reports.slice(0, projection.reports.length),
        storedOrder?.reports.slice(projection.reports.length),
      ]
      expect(behind?.filter(({ state }) => state === 'current')).toEqual([])
      expect(versions?.map(({ version, file_key }) => [version, file_key])).toEqual(
        projection.reports.map(({ version, parts: [part] }) => [
          version,
          part?.kind === 'document' ? part.fileKey : null,
        ]),
      )
      expect(storedOrder?.treatments).toHaveLength(projection.treatments.length)
    }
  },
  300_000 + 30 * MESSAGES,
)

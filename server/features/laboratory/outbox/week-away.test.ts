import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listenMllp } from '#adapters/hl7/mllp-server.ts'
import type { MllpListener } from '#adapters/hl7/port.ts'
import { connectLaboratory } from '#adapters/laboratory/connect.ts'
import type { LaboratorySender } from '#adapters/laboratory/port.ts'
import { codec } from '#adapters/laboratory/testing/messages.ts'
import { cases } from '#domain/testing/cases.ts'
import { administer } from '#server/database/connection/connect.ts'
import { authorizeSystem, withScope } from '#server/database/scope.ts'
import { startPortal, type TestPortal } from '#server/testing/portal.ts'
import { PARENT } from '#server/testing/world.ts'
import { ordersLike } from '../testing/orders.ts'
import { startDelivery, waitingMessages } from './delivery.ts'
import { laboratoryOutbox } from './outbox.ts'

const HOST = '127.0.0.1'
const ORDERS = 5 * cases(100)
/** This many patients with five orders and one cancellation each. */
const PATIENTS = cases(100)
const WEEK_SECONDS = 7 * 24 * 3600

let portal: TestPortal
let sender: LaboratorySender
let listener: MllpListener | undefined
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(async () => {
  await sender?.close()
  await listener?.close()
  await portal?.stop()
})

/** Moves every time in the outbox and the queue a week into the past. */
async function letAWeekPass(): Promise<void> {
  const { db } = portal.worker
  await sql`update message_out set created_at = created_at - interval '7 days'`.execute(db)
  await sql`update jobs.job set created_on = created_on - interval '7 days',
    start_after = start_after - interval '7 days', started_on = started_on - interval '7 days',
    heartbeat_on = heartbeat_on - interval '7 days', keep_until = keep_until - interval '7 days'`.execute(db)
  // The regular maintenance of pg-boss: fails expired jobs, deletes old ones.
  await portal.boss.supervise()
}

test('a laboratory that was away for a week gets every order once, and each patient’s orders in sequence', async () => {
  const messages: string[] = []
  const controlIdOf = (raw: string) => raw.split('|')[9] ?? ''
  // Until it is back, it closes every connection unanswered.
  let isBack = false
  listener = await listenMllp({
    ...{ host: HOST, port: 0 },
    receive: async (raw) => {
      if (!isBack) return null
      messages.push(raw)
      return `MSH|^~\\&|LIS|L|||||ACK|A${messages.length}|P|2.5.1\rMSA|AA|${controlIdOf(raw)}\r`
    },
  })
  sender = connectLaboratory({ host: HOST, port: listener.port, timeoutMs: 50_000 })
  await startDelivery(portal.boss, portal.worker, sender)

  // One is submitted; the others are copies, for which the outbox writes what submitting would.
  const { id: first } = await portal.submitted()
  const ids = await administer(portal.database.url, (db) =>
    ordersLike(db, first, { count: ORDERS, patients: PATIENTS }),
  )
  const written = new Map([[`NW${first}`, 'Nguyễn']])
  const { sendToLaboratory } = laboratoryOutbox(portal.boss, codec, portal.files)
  const clinic = { id: 'clinic', name: 'Clinic', institutions: [PARENT] }
  const authority = authorizeSystem(clinic, [], 'request')
  /** One after the other, as a user would submit them: that is their sequence. */
  async function ordersFor(patient: number): Promise<void> {
    const own = ids.filter((_, n) => n % PATIENTS === patient)
    for (const id of own) {
      await withScope(portal.portal, authority, async (scope) => {
        const found = scope.db.selectFrom('orders').select(['document', 'submitted_at']).where('id', '=', id)
        const { document, submitted_at } = await found.executeTakeFirstOrThrow()
        const submittedAt = submitted_at ?? new Date()
        const order = { id, institution: PARENT }
        const about = { submittedAt, institutionName: 'Parent', assignNewLabNumber: false, consents: [] }
        await sendToLaboratory(scope, order, { document, onFile: null, ...about })
      })
      written.set(`NW${id}`, `Patient${patient}`)
    }
    const [id = 0] = own
    const params = { hospital: PARENT, sameHospital: PARENT, id }
    await portal.as('OrderSubmitter@P1').orders.cancel({ params, body: { type: 'Order', reason: 'Twice' } })
    written.set(`CA${id}`, `Patient${patient}`)
  }
  const patients = Array.from({ length: PATIENTS }, (_, patient) => patient)
  while (patients.length > 0) await Promise.all(patients.splice(0, 8).map(ordersFor))
  const all = 1 + ORDERS + PATIENTS
  expect(written.size).toBe(all)
  await letAWeekPass()
  const waiting = await waitingMessages(portal.worker)
  expect(waiting.count).toBe(all)
  expect(waiting.oldestSeconds).toBeGreaterThan(WEEK_SECONDS)
  const page = await portal.as('Support').laboratory.messages({ query: { list: 'waiting' } })
  expect(page.counts.waiting).toBe(all)

  isBack = true
  await expect.poll(async () => (await waitingMessages(portal.worker)).count, { interval: 200 }).toBe(0)
  /** Without what was drawn. */
  const nameOf = (raw: string) => controlIdOf(raw).replace(/-.*/, '')
  const received = messages.map(nameOf)
  expect(received).toHaveLength(all)
  expect(new Set(received)).toEqual(new Set(written.keys()))
  const of = (name: string, controlIds: Iterable<string>) =>
    [...controlIds].filter((id) => written.get(id) === name)
  for (const name of new Set(written.values())) expect(of(name, received)).toEqual(of(name, written.keys()))
  for (const raw of messages) expect(raw).toContain(`|${written.get(nameOf(raw))}^`)
})

import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { CORRECTED_REPORT, laboratoryMessage, REPORT } from '#server/testing/laboratory.ts'
import { problemOfCall, startPortal, type TestPortal } from '#server/testing/portal.ts'
import { hospital } from '../testing/hospital.ts'
import { waitingResults } from './desk.ts'
import { submittedFrom } from './testing/hospital-order.ts'
import { field, receiver } from './testing/receiver.ts'

let portal: TestPortal
let delivery: ReturnType<TestPortal['sendResults']>
beforeAll(async () => {
  portal = await startPortal()
  delivery = portal.sendResults()
})
afterAll(async () => {
  await delivery?.close()
  await portal?.stop()
})

let messages = 0
const report = (order: number, pdf = REPORT, status = 'F') => {
  messages += 1
  const raw = laboratoryMessage(`DESK${messages}`, { order, number: `L${order}`, status, pdf })
  return portal.receive(raw.replace('20260313151500+0000', `20260313${10 + messages}1500+0000`))
}
const support = () => portal.as('Support').ehr
async function listOf(code: string) {
  const { outgoing, sending } = await support().overview()
  return {
    sending: sending.find(({ interfaceCode }) => interfaceCode === code),
    listed: outgoing.filter(({ interfaceCode }) => interfaceCode === code),
  }
}
const audited = (action: string, id: string) =>
  portal.worker.db
    .selectFrom('audit_event')
    .select(['actor_name', 'detail'])
    .where('action', '=', action)
    .where('entity_id', '=', id)
    .execute()

/** Two orders of one hospital that refuses every result: the first has a correction behind it. */
async function refusing() {
  const ehr = await receiver({ answers: 'AE no such order' })
  onTestFinished(() => ehr.close())
  const epic = await hospital(portal, { results: { port: ehr.port } })
  const [one, other] = [await submittedFrom(portal, epic), await submittedFrom(portal, epic)]
  await report(one.id)
  await report(one.id, CORRECTED_REPORT, 'C')
  await report(other.id)
  await expect.poll(async () => (await listOf(epic.code)).sending?.refused).toBe(2)
  return { ehr, epic, one: one.id, other: other.id }
}

test('Support sees what a hospital refused and what waits behind it, and sends it again in its order', async () => {
  const { ehr, epic, one, other } = await refusing()
  const { listed, sending } = await listOf(epic.code)
  expect(listed.map(({ orderId, status, state, reason }) => [orderId, status, state, reason])).toEqual([
    [one, 'final', 'refused', 'AE: no such order'],
    [other, 'final', 'refused', 'AE: no such order'],
    [one, 'corrected', 'behind', ''],
  ])
  expect(sending).toMatchObject({ waiting: 1, held: 0, waitingSince: null })
  expect((await waitingResults(portal.worker)).interfaces).toContainEqual({
    ...{ code: epic.code, oldestSeconds: null, refused: 2 },
  })
  ehr.answer('AA')
  const before = ehr.messages.length
  await support().sendAgain({ params: { id: listed[0]?.id ?? 0 } })
  await expect.poll(() => ehr.messages.length).toBe(before + 2)
  expect(ehr.messages.slice(before).map((raw) => field(raw, 'OBR', 25))).toEqual(['F', 'C'])
  expect((await listOf(epic.code)).listed).toMatchObject([{ orderId: other, state: 'refused' }])
  expect(await audited('ehr.send-again', String(one))).toMatchObject([{ detail: { message: listed[0]?.id } }])
  // What was sent cannot be sent again: the hospital has it.
  const problem = await problemOfCall(support().sendAgain({ params: { id: listed[0]?.id ?? 0 } }))
  expect(problem.code).toBe('wrong-state')
})

test('all refused messages of a hospital go again at once', async () => {
  const { ehr, epic } = await refusing()
  ehr.answer('AA')
  expect(await support().sendAllAgain({ params: { interface: epic.code } })).toEqual({ sent: 2 })
  await expect.poll(async () => (await listOf(epic.code)).listed).toEqual([])
  expect(await audited('ehr.send-again', epic.code)).toMatchObject([{ detail: { messages: 2 } }])
})

test('a skipped message never goes, with a reason that is kept; what waits behind it does', async () => {
  const { ehr, epic, one } = await refusing()
  ehr.answer('AA')
  const before = ehr.messages.length
  const { listed } = await listOf(epic.code)
  const id = listed[0]?.id ?? 0
  expect((await problemOfCall(support().skip({ params: { id }, body: { reason: ' ' } }))).code).toBe(
    'invalid-fields',
  )
  await support().skip({ params: { id }, body: { reason: 'Filed by hand' } })
  await expect.poll(() => ehr.messages.length).toBe(before + 1)
  expect(field(ehr.messages.at(-1) ?? '', 'OBR', 25)).toBe('C')
  const skipped = portal.worker.db
    .selectFrom('ehr_message_out')
    .select(['outcome', 'reason', 'settled_by_name'])
  const row = await skipped.where('id', '=', id).executeTakeFirst()
  expect(row).toMatchObject({ outcome: 'skipped', reason: 'Filed by hand' })
  expect(row?.settled_by_name).not.toBe('')
  expect(await audited('ehr.skip', String(one))).toMatchObject([{ detail: { reason: 'Filed by hand' } }])
})

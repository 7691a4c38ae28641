import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { administer } from '#server/database/connection/connect.ts'
import { laboratoryMessage, REPORT } from '#server/testing/laboratory.ts'
import { startPortal, type TestPortal } from '#server/testing/portal.ts'
import { PARENT } from '#server/testing/world.ts'
import { submittedFrom } from './results/testing/hospital-order.ts'
import { field, receiver } from './results/testing/receiver.ts'
import { hospital, orderMessage } from './testing/hospital.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
  await administer(portal.database.url, (db) =>
    sql`update physician set email = 'needs-action@clinic.test',
      notifications = notifications || '{"whose": "institution", "actionNeeded": true}'
      where subject = 'OrderSubmitter@P1'`.execute(db),
  )
})
afterAll(() => portal?.stop())

const TESTS = [
  { kind: 'test' as const, code: 'gen1', meaning: 'EPI2' },
  { kind: 'test' as const, code: 'gen2', meaning: 'WES1' },
]
/** ORC-1 of the answer, and the words beside it. */
const answerIn = (answer: string) => ({
  control: /\rORC\|([^|]*)/.exec(answer)?.[1] ?? '',
  words: /\rNTE\|1\|\|([^\r]*)/.exec(answer)?.[1] ?? '',
})
const stateOf = async (id: number) => {
  const found = portal.worker.db.selectFrom('orders').select('state').where('id', '=', id)
  return (await found.executeTakeFirst())?.state ?? 'none'
}
let messages = 0
type Told = Parameters<typeof laboratoryMessage>[1]
const fromLaboratory = (told: Told) => {
  messages += 1
  return portal.receive(laboratoryMessage(`CANCEL${messages}`, told))
}
const edit = (id: number) =>
  portal.as('OrderSubmitter@P1').orders.patch({
    params: { hospital: PARENT, id },
    headers: {},
    body: [{ op: 'replace', path: '/clinicalNotes', value: 'Edited here' }],
  })
/** Requests to cancel an order that went to the laboratory. */
const requests = async (id: number) => {
  const out = portal.worker.db.selectFrom('message_out').select('kind').where('order_id', '=', id)
  return (await out.where('kind', '=', 'cancellation').execute()).length
}
const mails = async (id: number) =>
  (await portal.mailsTo('needs-action@clinic.test'))
    .map(({ subject }) => subject)
    .filter((subject) => subject.includes(`${id}`) && subject.includes('cancelled'))

/** A hospital with an order in a draft. */
async function drafted(more: Parameters<typeof orderMessage>[0] = {}) {
  const epic = await hospital(portal, { answersOrders: true, maps: TESTS })
  await epic.send(orderMessage(more))
  return { epic, id: (await epic.orders())[0]?.order_id ?? 0 }
}
/** A hospital with an order that was submitted; `cancel` cancels it there. */
async function submitted() {
  const epic = await hospital(portal, { answersOrders: true, maps: TESTS })
  const { id, placer, person } = await submittedFrom(portal, epic)
  let at = 10
  const cancel = async () => {
    at += 1
    return answerIn(await epic.send(orderMessage({ control: 'CA', at, placer, ...person })))
  }
  const change = async () => {
    const params = { hospital: PARENT, id }
    const { recordSystems } = await portal.as('OrderViewer@P1').orders.get({ params, headers: {} })
    return recordSystems?.[0]?.change
  }
  return { id, cancel, change }
}

test('a draft is discarded, whether somebody has worked on it or not, and a second cancellation changes nothing', async () => {
  for (const isEdited of [false, true]) {
    const { epic, id } = await drafted()
    if (isEdited) await edit(id)
    const answers = [1, 2].map((at) => () => epic.send(orderMessage({ control: 'CA', at })))
    for (const send of answers) expect(answerIn(await send()).control).toBe('CR')
    expect(await epic.orders()).toMatchObject([{ is_cancelled: true, order_id: null }])
    expect(await stateOf(id)).toBe('none')
  }
})

test.each(['draft', 'submitted'])(
  'a cancellation that names the number alone cancels a %s order; one of another person is refused',
  async (state) => {
    const epic = await hospital(portal, { answersOrders: true, maps: TESTS })
    const placed = state === 'draft' ? null : await submittedFrom(portal, epic)
    if (!placed) await epic.send(orderMessage())
    const placer = placed?.placer ?? '1001^EPIC'
    const cancellation = (at: number) => orderMessage({ control: 'CA', at, placer })
    const of = (pid: string, at: number) => cancellation(at).replace(/PID\|[^\r]*\r/, pid)
    const before = (await epic.orders())[0]
    expect(await epic.send(of('PID|1||||BERG^JON||19500101|M\r', 1))).toContain(
      'is an order for another person',
    )
    expect(await epic.orders()).toEqual([before])
    expect(await epic.send(of('', 2))).not.toContain('another person')
    const [after] = await epic.orders()
    expect(after?.is_cancelled).toBe(true)
    expect(after?.content?.patient).toEqual(before?.content?.patient)
    expect(await stateOf(before?.order_id ?? 0)).toBe(state === 'draft' ? 'none' : 'pending-cancellation')
  },
)

test('what was ordered stays known, however little a cancellation of its draft tells, and can be ordered again', async () => {
  const epic = await hospital(portal, { answersOrders: true, maps: TESTS })
  await epic.send(orderMessage())
  const [before] = await epic.orders()
  const short = orderMessage({ control: 'CA', at: 1 })
    .replace(/PID\|[^\r]*\r/, 'PID|1||||OKAFOR\r')
    .replace(/OBR\|[^\r]*\r/, '')
  expect(answerIn(await epic.send(short)).control).toBe('CR')
  const [cancelled] = await epic.orders()
  expect(cancelled).toMatchObject({ is_cancelled: true, order_id: null, content: before?.content })
  expect(answerIn(await epic.send(orderMessage({ at: 2 }))).control).toBe('OK')
  expect(await epic.orders()).toMatchObject([{ is_cancelled: false, order_id: expect.any(Number) }])
})

test('an order that arrives after its cancellation by a name alone stays cancelled', async () => {
  const epic = await hospital(portal, { answersOrders: true, maps: TESTS })
  const named = orderMessage({ control: 'CA', at: 5 }).replace(/PID\|[^\r]*\r/, 'PID|1||||OKAFOR\r')
  expect(await epic.send(named)).toContain('is not a known order')
  expect(answerIn(await epic.send(orderMessage({ at: 1 }))).control).toBe('CR')
  expect(await epic.orders()).toMatchObject([{ is_cancelled: true, order_id: null }])
})

test('an order that arrives after its cancellation by the number alone stays cancelled', async () => {
  const epic = await hospital(portal, { answersOrders: true, maps: TESTS })
  const cancellation = orderMessage({ control: 'CA', at: 5 }).replace(/PID\|[^\r]*\r/, '')
  expect(await epic.send(cancellation)).toContain('is not a known order')
  expect(answerIn(await epic.send(orderMessage({ at: 1 }))).control).toBe('CR')
  expect(await epic.orders()).toMatchObject([{ is_cancelled: true, order_id: null }])
})

test('of two orders in one draft one leaves it, unless somebody works on it: then that person decides', async () => {
  for (const isEdited of [false, true]) {
    const { epic, id } = await drafted({ group: 'G', placer: '1^E' })
    await epic.send(orderMessage({ group: 'G', placer: '2^E', test: 'GEN2^Exome^L' }))
    if (isEdited) await edit(id)
    const { control } = answerIn(
      await epic.send(orderMessage({ control: 'CA', at: 1, group: 'G', placer: '1^E' })),
    )
    expect(control).toBe(isEdited ? 'UC' : 'CR')
    const [, other] = await epic.orders()
    expect(other?.document?.tests.map(({ testCode }) => testCode)).toEqual(
      isEdited ? ['EPI2', 'WES1'] : ['WES1'],
    )
    expect((await epic.orders())[0]).toMatchObject({ is_cancelled: true, differs: isEdited })
  }
})

test.each([
  ['is on its way', ''],
  ['has arrived', 'O'],
  ['is tested', 'I'],
])('a submitted order whose specimen %s is cancelled by the laboratory, asked once', async (_, status) => {
  const { id, cancel, change } = await submitted()
  if (status) await fromLaboratory({ order: id, number: `L${id}`, status })
  expect((await cancel()).words).toBe('The laboratory decides about the cancellation.')
  expect((await cancel()).control).toBe('CR')
  expect([await stateOf(id), await requests(id)]).toEqual(['pending-cancellation', 1])
  await fromLaboratory({ order: id, number: `L${id}`, control: 'CR' })
  expect([await stateOf(id), await change(), await mails(id)]).toEqual(['cancelled', null, []])
  expect((await cancel()).control).toBe('CR')
})

test.each([1, 2])(
  'an order that the laboratory does not cancel is another than at the hospital: its page and a mail say so (%i)',
  async () => {
    const { id, cancel, change } = await submitted()
    await cancel()
    await fromLaboratory({ order: id, number: `L${id}`, control: 'UC', words: 'It is being worked on' })
    expect(await stateOf(id)).toBe('en-route')
    expect(await change()).toBe('cancelled')
    expect(await mails(id)).toEqual([`Order ${id}: cancelled at the hospital, but not at the laboratory`])
    const subjects = (await portal.mailsTo('needs-action@clinic.test')).map(({ subject }) => subject)
    expect(subjects).not.toContain(`Order ${id}: cancellation declined`)
    const listed = (await portal.as('Support').ehr.overview()).differing
    expect(listed.filter(({ orderId }) => orderId === id)).toMatchObject([
      { isCancelled: true, isDraft: false },
    ])
  },
)

test('a refusal that arrives after the report sends no mail that testing goes on', async () => {
  const { id, cancel } = await submitted()
  await cancel()
  await fromLaboratory({ order: id, number: `L${id}`, status: 'F', pdf: REPORT })
  await fromLaboratory({ order: id, number: `L${id}`, control: 'UC', words: 'It was reported' })
  expect([await stateOf(id), await mails(id)]).toEqual(['reported', []])
})

test('a cancellation that the clinic asked for, and the laboratory refuses, is none of the hospital’s', async () => {
  const { id, change } = await submitted()
  const params = { hospital: PARENT, sameHospital: PARENT, id }
  const body = { reason: 'Ordered twice', type: 'Order' as const }
  await portal.as('OrderSubmitter@P1').orders.cancel({ params, body })
  await fromLaboratory({ order: id, number: `L${id}`, control: 'UC', words: 'Too late' })
  expect([await change(), await mails(id)]).toEqual([null, []])
})

test('a report after a refused cancellation names the test as it was ordered, however little the cancellation had', async () => {
  const [ehr, delivery] = [await receiver(), portal.sendResults()]
  onTestFinished(() => Promise.all([delivery.close(), ehr.close()]).then(() => undefined))
  const epic = await hospital(portal, { answersOrders: true, maps: TESTS, results: { port: ehr.port } })
  const { id, placer, person } = await submittedFrom(portal, epic)
  const [msh = ''] = orderMessage({ at: 20 }).split('\r')
  const short = [msh, `PID|1||${person.mrn}^^^HOSPITAL^MR`, `ORC|CA|${placer}`, ''].join('\r')
  expect(answerIn(await epic.send(short)).control).toBe('CR')
  await fromLaboratory({ order: id, number: `L${id}`, control: 'UC', words: 'It is being worked on' })
  await fromLaboratory({ order: id, number: `L${id}`, status: 'F', pdf: REPORT })
  await expect.poll(() => ehr.messages.length).toBe(1)
  const [raw = ''] = ehr.messages
  expect(field(raw, 'OBR', 4)).toMatch(/^GEN1\^Epilepsy panel\^L\^WES1\^/)
  expect(field(raw, 'PID', 5)).toBe(person.name)
  expect(field(raw, 'ORC', 2)).toBe(placer)
})

test('a reported order stays, and the hospital is told why', async () => {
  const { id, cancel, change } = await submitted()
  await fromLaboratory({ order: id, number: `L${id}`, status: 'F', pdf: REPORT })
  const { control, words } = await cancel()
  expect(control).toBe('UC')
  expect(words).not.toBe('')
  expect([await stateOf(id), await change(), await requests(id)]).toEqual(['reported', 'cancelled', 0])
})

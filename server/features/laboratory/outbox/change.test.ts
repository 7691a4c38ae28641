import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { codec } from '#adapters/laboratory/testing/messages.ts'
import type { Order } from '#contract/order.ts'
import { todayAtLaboratory } from '#domain/dates/dates.ts'
import { administer } from '#server/database/connection/connect.ts'
import { type Actor, authorize, withScope } from '#server/database/scope.ts'
import type { ChangeAtLaboratory } from '#server/features/orders/order-deps.ts'
import { laboratoryMessage } from '#server/testing/laboratory.ts'
import { startPortal, type TestPortal } from '#server/testing/portal.ts'
import { PARENT } from '#server/testing/world.ts'
import { deliver } from './delivery.ts'
import { laboratoryOutbox } from './outbox.ts'

let portal: TestPortal
let order: Order
beforeAll(async () => {
  portal = await startPortal()
})
beforeEach(async () => {
  portal.laboratory.answers = 'taken'
  order = await portal.submitted()
})
afterAll(() => portal?.stop())

const ANSWER = { hold: { kind: 'consent' as const, key: 'H-1' }, text: 'Signed', documents: [] }

/** As the services do it, in the transaction of an answer or a recollection. */
async function change(added: Parameters<ChangeAtLaboratory>[2], { id } = order) {
  const membership = { id: 1, code: PARENT, name: PARENT, parentCode: null, createdByUser: false }
  const actor: Actor = {
    ...{ id: 1, subject: 'one', firstName: 'Maren', lastName: 'Oduya', email: '', npi: '1234567893' },
    ...{
      prefix: '',
      suffix: '',
      termsAccepted: true,
      attestationDue: false,
      support: false,
      status: 'Active',
    },
    memberships: [{ ...membership, roles: ['OrderSubmitter'] }],
  }
  const access = { kind: 'institution', permissions: ['CreateOrder'] } as const
  const outbox = laboratoryOutbox(portal.boss, codec, portal.files)
  const authority = authorize(actor, access, { path: [PARENT], header: [] }, 'request')
  await withScope(portal.portal, authority, (scope) =>
    outbox.changeAtLaboratory(scope, { id, institution: PARENT }, added),
  )
}

/** MSH-10 of a change, whatever is drawn. */
const changeOf = (id: number) => expect.stringMatching(new RegExp(`^XO${id}-[0-9a-f]{8}$`))

const messages = (id = order.id) =>
  portal.worker.db
    .selectFrom('message_out')
    .selectAll()
    .where('order_id', '=', id)
    .where('kind', '=', 'change')
    .orderBy('id')
    .execute()
const newest = async () => (await messages()).at(-1) ?? expect.fail('no change was written')
const get = (id = order.id) => portal.as('OrderViewer@P1').orders.get({ params: { hospital: PARENT, id } })

test('changes are numbered separately, and their documents are read from the file store', async () => {
  const fileKey = await portal.files.put(Buffer.from('%PDF-1.4 signed'))
  const document = { filename: 'consent.pdf', mediaType: 'application/pdf', fileKey }
  await change({ answer: { ...ANSWER, documents: [document] } })
  await change({
    specimen: {
      ...{ key: 's1-r1', type: 'Blood', dateOfCollection: '2026-03-13', patientKey: 'proband' },
      shipment: null,
    },
  })
  const [answered, taken] = await messages()
  expect([answered?.control_id, taken?.control_id]).toEqual([changeOf(order.id), changeOf(order.id)])
  const written = Buffer.from('%PDF-1.4 signed').toString('base64')
  expect(answered?.body).toContain(`OBX|1|ED|DOCUMENT^consent.pdf^L|1|^application^pdf^Base64^${written}`)
  expect(answered?.body).toContain('CONSENT^^L^H-1')
  expect(taken?.body).toContain(`SPM|1|${order.id}-s1-r1||Blood`)
})

test('two concurrent changes to an order get different numbers', async () => {
  const { id } = await portal.submitted()
  await Promise.all(
    [1, 2, 3].map((n) => change({ answer: { ...ANSWER, text: `Answer ${n}` } }, { id } as Order)),
  )
  const written = (await messages(id)).map(({ control_id }) => control_id)
  expect(written).toEqual(Array(3).fill(changeOf(id)))
  expect(new Set(written).size).toBe(3)
})

test('[L-04] a change after a restore has another number than those that the backup does not know', async () => {
  await change({ answer: ANSWER })
  const [sent] = await messages()
  // As it is in a backup from before that change.
  await administer(portal.database.url, (db) =>
    db.deleteFrom('message_out').where('order_id', '=', order.id).where('kind', '=', 'change').execute(),
  )
  await change({ answer: { ...ANSWER, text: 'Signed by the mother' } })
  const [after] = await messages()
  expect(after?.body).toContain('Signed by the mother')
  expect(after?.control_id).not.toBe(sent?.control_id)
})

test('an accepted change has no event', async () => {
  await change({ answer: ANSWER })
  const before = await get()
  await deliver(portal.worker, portal.laboratory, (await newest()).id)
  expect((await newest()).answer_code).toBe('AA')
  expect(await get()).toEqual(before)
})

test.each(['AE', 'AR', 'CE', 'CR'])(
  'a change answered with %s is shown with the laboratory’s text, and the order continues',
  async (code) => {
    await change({ answer: ANSWER })
    const { id, control_id } = await newest()
    portal.laboratory.answers = {
      with: () => `MSH|^~\\&|LIS|L|||||ACK|A1|P|2.5.1\rMSA|${code}|${control_id}|Hold H-1 is not known\r`,
    }
    await deliver(portal.worker, portal.laboratory, id)
    portal.laboratory.answers = 'taken'
    expect(await newest()).toMatchObject({ answer_code: code, tries: 0 })
    const { state, events, blocks: obstacles } = await get()
    expect(state).toBe('en-route')
    const words = `What was added to the order: ${code}: Hold H-1 is not known`
    expect(events.at(-1)).toMatchObject({ kind: 'refused-by-laboratory', detail: words })
    const outstanding = `Not accepted by the laboratory: ${words}`
    expect(obstacles).toContainEqual(expect.objectContaining({ kind: 'not-taken', words: outstanding }))
  },
)

test('once a later change is accepted, the refusal no longer applies', async () => {
  await change({ answer: ANSWER })
  portal.laboratory.answers = { refusedWith: 'Hold H-1 is not known' }
  await deliver(portal.worker, portal.laboratory, (await newest()).id)
  portal.laboratory.answers = 'taken'
  expect((await get()).blocks.filter(({ kind }) => kind === 'not-taken')).toHaveLength(1)
  await change({ answer: ANSWER })
  await deliver(portal.worker, portal.laboratory, (await newest()).id)
  const { events, blocks: obstacles } = await get()
  expect(events.at(-1)).toMatchObject({ kind: 'acknowledged', detail: 'What was added to the order' })
  expect(obstacles.filter(({ kind }) => kind === 'not-taken')).toEqual([])
})

test('a request to cancel is numbered separately', async () => {
  const params = { hospital: PARENT, sameHospital: PARENT, id: order.id }
  await portal.as('OrderSubmitter@P1').orders.cancel({ params, body: { type: 'Order', reason: 'Twice' } })
  const changeMessages = portal.worker.db
    .selectFrom('message_out')
    .select('control_id')
    .where('kind', '=', 'cancellation')
    .where('order_id', '=', order.id)
  expect(await changeMessages.execute()).toEqual([{ control_id: expect.stringContaining(`CA${order.id}-`) }])
})

test.each([
  ['is told the laboratory that accepted the order', 'taken', 'AA'],
  ['is not told a laboratory that never accepted it', { refusedWith: 'Unknown test' }, ''],
] as const)('a consent withdrawn before the order was cancelled %s', async (_, answers, code) => {
  const params = { hospital: PARENT, id: order.id }
  const outgoing = portal.worker.db.selectFrom('message_out').select('id').where('order_id', '=', order.id)
  const sendNext = async () => {
    const { id } = await outgoing.where('answered_at', 'is', null).orderBy('id').executeTakeFirstOrThrow()
    await deliver(portal.worker, portal.laboratory, id)
  }
  portal.laboratory.answers = answers
  await sendNext()
  portal.laboratory.answers = 'taken'
  const user = portal.as('OrderSubmitter@P1').orders
  await user.cancel({ params: { ...params, sameHospital: PARENT }, body: { type: 'Order', reason: 'Twice' } })
  const on = todayAtLaboratory(new Date())
  await user.withdrawConsent({
    params,
    body: { patient: 'proband', items: ['testing'], on, reason: 'Changed mind' },
  })
  await change({ answer: ANSWER })
  await portal.receive(laboratoryMessage(`CR${order.id}`, { order: order.id, control: 'CR' }))
  expect((await get()).state).toBe('cancelled')
  await sendNext()
  await sendNext()
  await sendNext()
  const [withdrawal, answered] = await messages()
  expect([withdrawal?.answer_code, answered?.answer_code]).toEqual([code, ''])
  expect(answered?.last_error).toBe('Not sent: the order has since been cancelled.')
})

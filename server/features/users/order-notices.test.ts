import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Order } from '#contract/order.ts'
import type { NotificationSettings } from '#contract/physicians.ts'
import { deliver } from '#server/features/laboratory/outbox/delivery.ts'
import { CORRECTED_REPORT, laboratoryMessage, REPORT } from '#server/testing/laboratory.ts'
import { PORTAL_ORIGIN, startPortal, type TestPortal } from '#server/testing/portal.ts'
import { CHILD, PARENT, readyOrder } from '#server/testing/world.ts'
import { addUser } from './testing/users.ts'

const ALL: NotificationSettings = {
  ...{ whose: 'mine', reportReady: true, reportCorrected: true, sampleReceived: true },
  actionNeeded: true,
}

type User = Awaited<ReturnType<typeof addUser>>
let portal: TestPortal
let owner: User
let order: Order
/** All of one width, because results from two messages of the same instant are ordered by message name. */
let control = 10_000

beforeAll(async () => {
  portal = await startPortal()
})
beforeEach(async () => {
  portal.laboratory.answers = 'taken'
  owner = await addUser(portal, 'Owner', { [PARENT]: ['OrderSubmitter'] })
  await setNotifications(owner, ALL)
  order = await portal.submitted(readyOrder(), { by: owner.subject, at: PARENT })
})
afterAll(() => portal?.stop())

const setNotifications = (user: User, settings: NotificationSettings) =>
  portal.as(user.subject).physicians.changeNotifications({ params: { id: user.id }, body: settings })
const say = (status: string, pdf?: Uint8Array, of = order, id = `N${++control}`) =>
  portal.receive(
    laboratoryMessage(id, { order: of.id, number: `L-${of.id}`, status, ...(pdf ? { pdf } : {}) }),
  )
const subjects = async (user: User) => (await portal.mailsTo(user.email)).map(({ subject }) => subject)

describe('notices about an order', () => {
  test('are sent when the sample arrives, the report is ready, and when it is corrected; each once', async () => {
    const message = laboratoryMessage('AGAIN', { order: order.id, number: `L-${order.id}`, status: 'O' })
    for (const _ of [1, 2]) await portal.receive(message)
    await say('I')
    for (const _ of [1, 2]) await say('F', REPORT)
    await say('C', CORRECTED_REPORT)
    expect(await subjects(owner)).toEqual([
      `Order ${order.id}: sample received`,
      `Order ${order.id}: report ready`,
      `Order ${order.id}: corrected report`,
    ])
  })

  test('contain the order’s number and its address, and nothing about the patient or the test', async () => {
    await say('F', REPORT)
    const [mail] = await portal.mailsTo(owner.email)
    expect(mail?.body).toContain(`${PORTAL_ORIGIN}/order/details/${order.id}`)
    for (const secret of ['Nguyễn', 'Linh', '2019', 'WES1', 'Exome', 'Epilepsy', 'G40', `L-${order.id}`])
      expect(`${mail?.subject} ${mail?.body}`).not.toContain(secret)
  })

  test('are sent when the laboratory asks a question or rejects a sample, without the text', async () => {
    const holdMessage = { control: 'OH', reason: 'MISSING-INFO^Which of Linh’s variants?^L^H1' }
    const rejected = { number: `${order.id}-s1`, rejected: 'RC^The specimen has clotted' }
    for (const options of [holdMessage, holdMessage, { specimens: [rejected] }])
      await portal.receive(
        laboratoryMessage(`N${++control}`, { order: order.id, number: `L-${order.id}`, ...options }),
      )
    const mails = (await portal.mailsTo(owner.email)).filter(
      ({ subject }) => !subject.endsWith('sample received'),
    )
    expect(mails.map(({ subject }) => subject)).toEqual([
      `Order ${order.id}: question from the laboratory`,
      `Order ${order.id}: a sample was rejected`,
    ])
    for (const { subject, body } of mails)
      for (const secret of ['Linh', 'variants', 'clotted', 'WES1', `L-${order.id}`])
        expect(`${subject} ${body}`).not.toContain(secret)
    await setNotifications(owner, { ...ALL, actionNeeded: false })
    const again = { control: 'OH', reason: 'CONSENT^Signed?^L^H2', order: order.id, number: `L-${order.id}` }
    await portal.receive(laboratoryMessage(`N${++control}`, again))
    const later = (await portal.mailsTo(owner.email)).filter(({ subject }) =>
      subject.endsWith('question from the laboratory'),
    )
    expect(later).toHaveLength(1)
  })

  test('are sent when the laboratory cancels the order on its own, whose page says why', async () => {
    await say('O')
    const specimens = [{ number: `${order.id}-s1`, rejected: 'QS^Too little blood' }]
    const cancelling = {
      order: order.id,
      number: `L-${order.id}`,
      control: 'OC',
      reason: 'QNS^Nothing is left',
    }
    for (const _ of [1, 2])
      await portal.receive(laboratoryMessage(`N${++control}`, { ...cancelling, specimens }))
    expect(await subjects(owner)).toEqual([
      `Order ${order.id}: sample received`,
      `Order ${order.id}: cancelled by the laboratory`,
    ])
    const params = { hospital: PARENT, id: order.id }
    const { state, events } = await portal.as(owner.subject).orders.get({ params, headers: {} })
    const cancelled = events.filter(({ kind }) => kind === 'cancelled')
    expect([state, ...cancelled.map(({ detail }) => detail)]).toEqual([
      'cancelled',
      expect.stringMatching(/^Nothing is left; .*: Too little blood$/),
    ])
  })

  test('are sent when the laboratory takes the report back and cancels the order with it', async () => {
    await say('F', REPORT)
    const ended = { order: order.id, number: `L-${order.id}`, status: 'X', reason: 'Sample exchanged' }
    await portal.receive(laboratoryMessage(`N${++control}`, ended))
    expect(await subjects(owner)).toContain(`Order ${order.id}: cancelled by the laboratory`)
    const params = { hospital: PARENT, id: order.id }
    const { state, events } = await portal.as(owner.subject).orders.get({ params, headers: {} })
    expect([state, events.find(({ kind }) => kind === 'cancelled')?.detail]).toEqual([
      ...['cancelled', 'Sample exchanged'],
    ])
  })

  test('are one for a cancellation with a note of the laboratory, if OBR-25 cancels too', async () => {
    const raw = laboratoryMessage(`N${++control}`, { order: order.id, number: `L-${order.id}`, status: 'X' })
    await portal.receive(`${raw}NTE|1||It has clotted\r`)
    expect(await subjects(owner)).toEqual([`Order ${order.id}: cancelled by the laboratory`])
  })

  test('are not sent about a cancellation that the clinic asked for', async () => {
    const params = { hospital: PARENT, sameHospital: PARENT, id: order.id }
    await portal.as(owner.subject).orders.cancel({ params, body: { reason: 'Ordered twice', type: 'Order' } })
    await portal.receive(
      laboratoryMessage(`N${++control}`, { order: order.id, number: `L-${order.id}`, control: 'OC' }),
    )
    const { state } = await portal.as(owner.subject).orders.get({ params, headers: {} })
    expect([state, await subjects(owner)]).toEqual(['cancelled', []])
  })

  test('are sent when the laboratory declines a cancellation', async () => {
    const params = { hospital: PARENT, sameHospital: PARENT, id: order.id }
    await portal.as(owner.subject).orders.cancel({ params, body: { reason: 'Ordered twice', type: 'Order' } })
    for (const _ of [1, 2])
      await portal.receive(
        laboratoryMessage(`N${++control}`, { order: order.id, control: 'UC', words: 'In the sequencer' }),
      )
    const [mail, ...more] = await portal.mailsTo(owner.email)
    expect([mail?.subject, more]).toEqual([`Order ${order.id}: cancellation declined`, []])
    expect(`${mail?.subject} ${mail?.body}`).not.toContain('sequencer')
  })

  test('are sent when the laboratory declines a test', async () => {
    await say('O')
    const declined = { order: order.id, control: 'UA', words: 'Send it by itself', test: 'CYS4' }
    await portal.receive(laboratoryMessage(`N${++control}`, declined))
    const [, mail, ...more] = await portal.mailsTo(owner.email)
    expect([mail?.subject, more]).toEqual([`Order ${order.id}: not accepted by the laboratory`, []])
    expect(`${mail?.subject} ${mail?.body}`).not.toContain('by itself')
  })

  test('are sent when the laboratory’s system refuses the order, once for each reason', async () => {
    const outgoing = () =>
      portal.worker.db.selectFrom('message_out').select('id').where('order_id', '=', order.id)
    for (const reason of ['No such test', 'No such test', 'No such clinic']) {
      portal.laboratory.answers = { refusedWith: reason }
      const { id } = await outgoing().executeTakeFirstOrThrow()
      await portal.worker.db
        .updateTable('message_out')
        .set({ answered_at: null, answer_code: null })
        .where('id', '=', id)
        .execute()
      await deliver(portal.worker, portal.laboratory, id, { sendOrderNotice: portal.notify })
    }
    portal.laboratory.answers = 'taken'
    expect(await subjects(owner)).toEqual(Array(2).fill(`Order ${order.id}: not accepted by the laboratory`))
  })

  test('are sent only if wanted', async () => {
    await setNotifications(owner, { ...ALL, sampleReceived: false, reportCorrected: false })
    await say('O')
    await say('F', REPORT)
    await say('C', CORRECTED_REPORT)
    expect(await subjects(owner)).toEqual([`Order ${order.id}: report ready`])
  })
})

describe('recipients of notices', () => {
  /** Another user's order. */
  const another = (at = PARENT, by = 'OrderSubmitter@P1', physicianId: number | null = null) => {
    const document = readyOrder()
    return portal.submitted(
      { ...document, orderingProvider: { ...document.orderingProvider, physicianId } },
      { by, at },
    )
  }

  test("include users who want notices about all the institution's orders", async () => {
    const everything = await addUser(portal, 'Everything', { [PARENT]: ['OrderViewer'] })
    await setNotifications(everything, { ...ALL, whose: 'institution' })
    const foreignOrder = await another()
    await say('O', undefined, foreignOrder)
    const ofChild = await another(CHILD, 'OrderSubmitter@C1')
    await say('O', undefined, ofChild)
    // A role at the parent applies at its children.
    expect(await subjects(everything)).toEqual(
      [foreignOrder, ofChild].map(({ id }) => `Order ${id}: sample received`),
    )
    expect(await subjects(owner)).toEqual([])
  })

  test('include the ordering provider, and whoever took the order over', async () => {
    const provider = await another(PARENT, 'OrderSubmitter@P1', owner.id)
    await say('O', undefined, provider)
    expect(await subjects(owner)).toEqual([`Order ${provider.id}: sample received`])
    const next = await addUser(portal, 'Next', { [PARENT]: ['OrderSubmitter'] })
    await setNotifications(next, ALL)
    await portal.as('UserAdmin@P1').users.changeStatus({
      ...{ params: { hospital: PARENT, id: owner.id } },
      body: { status: 'Inactive', reason: 'Has left', handOverTo: next.id },
    })
    await say('F', REPORT)
    expect(await subjects(next)).toEqual([
      'Orders were handed over to you',
      `Order ${order.id}: report ready`,
    ])
    // A user who has left gets no more notices.
    expect(await subjects(owner)).toEqual([`Order ${provider.id}: sample received`, 'Your access has ended'])
  })

  test.each([
    ['manages users only', { [PARENT]: ['UserAdmin'] }, undefined],
    ['is blocked', { [PARENT]: ['OrderViewer'] }, 'Blocked'],
    ['works at the child only', { [CHILD]: ['OrderViewer'] }, undefined],
    ['holds nothing', { [PARENT]: [] }, undefined],
  ] as const)('exclude a user who %s', async (_, roles, status) => {
    const one = await addUser(portal, 'Stranger', roles)
    await setNotifications(one, { ...ALL, whose: 'institution' })
    if (status)
      await portal.as('UserAdmin@P1').users.changeStatus({
        ...{ params: { hospital: PARENT, id: one.id }, body: { status, reason: 'Because' } },
      })
    await say('O')
    expect(await subjects(one)).toEqual(status ? ['Your access has ended'] : [])
    expect(await subjects(owner)).toEqual([`Order ${order.id}: sample received`])
  })

  test("at a child exclude a parent's user who is blocked there", async () => {
    const one = await addUser(portal, 'Outcast', { [PARENT]: ['OrderViewer'], [CHILD]: [] })
    await setNotifications(one, { ...ALL, whose: 'institution' })
    const body = { status: 'Blocked' as const, reason: 'Because' }
    await portal.as('UserAdmin@P1').users.changeStatus({ params: { hospital: CHILD, id: one.id }, body })
    await say('O', undefined, await another(CHILD, 'OrderSubmitter@C1'))
    expect(await subjects(one)).toEqual(['Your access has ended'])
  })
})

test('a refused message sends no notice', async () => {
  const options = laboratoryMessage(
    'REFUSED',
    { order: order.id, number: 'L-1', status: 'F', pdf: REPORT },
    {
      ...{ order: 999_999_999, number: 'L-2', status: 'O' },
    },
  )
  expect(await portal.receive(options)).toContain('MSA|AE')
  expect(await subjects(owner)).toEqual([])
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Kit, kitsRoutes } from '#contract/kits.ts'
import type { CallOf } from '#contract/route.ts'
import { SIGNED } from '#domain/orders/attestation.ts'
import { administer } from '#server/database/connection/connect.ts'
import { KIT_REQUEST } from '../../testing/examples/kits.ts'
import { problemOfCall, startPortal, type TestPortal } from '../../testing/portal.ts'
import { CHILD, FOREIGN, PARENT, readyOrder } from '../../testing/world.ts'
import { say } from '../samples/testing/sample-of.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

type Body = CallOf<typeof kitsRoutes.order>['body']
const request = (more: Partial<Body> = {}): Body => ({ ...KIT_REQUEST, requestKey: randomUUID(), ...more })
const recipient = (more: Partial<Body['kitRecipient']>) => ({ ...KIT_REQUEST.kitRecipient, ...more })

const CREATOR = 'OrderCreator@P1'
const order = (more: Partial<Body> = {}, { by = CREATOR, hospital = PARENT } = {}) =>
  portal.as(by).kits.order({ params: { hospital }, body: request(more) })
const change = (
  name: 'cancel' | 'receive',
  { id }: Pick<Kit, 'id'>,
  { by = CREATOR, hospital = PARENT } = {},
) => portal.as(by).kits[name]({ params: { hospital, id } })
const PARCEL: CallOf<typeof kitsRoutes.send>['body'] = {
  ...{ carrier: 'USPS', trackingNumber: '9400 1000 0000 0000 0000 06' },
}
const send = ({ id, hospitalCode: hospital }: Kit, parcel = PARCEL, by = 'Support') =>
  portal.as(by).kits.send({ params: { hospital, id }, body: parcel })
const get = (id: number, { by = 'OrderViewer@P1', hospital = PARENT } = {}) =>
  portal.as(by).kits.get({ params: { hospital, id } })
type Query = CallOf<typeof kitsRoutes.list>['query']
const list = (query: Query = {}, { by = 'OrderViewer@P1', hospital = PARENT } = {}) =>
  portal.as(by).kits.list({ params: { hospital }, query })
const audited = async (id: number) => {
  const found = portal.worker.db
    .selectFrom('audit_event')
    .select(['action', 'actor_name', 'institution_code'])
  return found.where('entity', '=', 'kit').where('entity_id', '=', String(id)).orderBy('id').execute()
}

describe('[ORDER-10] kits', () => {
  test('are ordered, sent by the laboratory, tracked and received, all of it audited', async () => {
    const ordered = await order({ note: ' For Tuesday ' })
    expect(ordered).toMatchObject({
      ...{ hospitalCode: PARENT, institutionName: 'Parent Clinic', kitType: 'Saliva', quantity: 2 },
      ...{
        kitRecipient: KIT_REQUEST.kitRecipient,
        note: 'For Tuesday',
        status: 'ordered',
        orderId: null,
        orderState: null,
      },
      ...{ orderedBy: 'Test OrderCreator@P1', sent: null, isLate: false, abilities: ['cancel'] },
    })
    const sent = await send(ordered)
    expect(sent).toMatchObject({
      status: 'sent',
      sent: {
        carrier: 'USPS',
        trackingNumber: '9400100000000000000006',
        link: expect.stringContaining('9400100000000000000006'),
      },
    })
    expect((await get(ordered.id, { by: CREATOR })).abilities).toEqual(['receive'])
    expect((await get(ordered.id)).abilities).toEqual([])
    const received = await change('receive', ordered)
    expect(received).toMatchObject({
      status: 'received',
      received: { by: 'Test OrderCreator@P1' },
      abilities: [],
    })
    expect(await get(ordered.id)).toEqual({ ...received, abilities: [] })
    expect(await audited(ordered.id)).toEqual([
      { action: 'kit.order', actor_name: 'Test OrderCreator@P1', institution_code: PARENT },
      { action: 'kit.send', actor_name: 'Test Support', institution_code: PARENT },
      { action: 'kit.receive', actor_name: 'Test OrderCreator@P1', institution_code: PARENT },
    ])
  })

  test('are late from when the parcel should have arrived until they are received', async () => {
    const kit = await order()
    await send(kit)
    await administer(portal.database.url, (db) =>
      db.updateTable('kit_order').set({ sent_at: '2026-01-05T18:00:00Z' }).where('id', '=', kit.id).execute(),
    )
    expect(await get(kit.id)).toMatchObject({ isLate: true, sent: { dueOn: '2026-01-12' } })
    expect((await change('receive', kit)).isLate).toBe(false)
  })

  test('can be cancelled until they are sent, and received after that', async () => {
    const kit = await order()
    expect(await problemOfCall(change('receive', kit))).toMatchObject({
      ...{ code: 'wrong-state', detail: 'The laboratory has not sent it yet.' },
    })
    const cancelled = await change('cancel', kit)
    expect(cancelled).toMatchObject({ status: 'cancelled', cancelled: { by: 'Test OrderCreator@P1' } })
    for (const refusal of await Promise.all([send(kit), change('receive', kit)].map(problemOfCall)))
      expect(refusal).toMatchObject({ status: 409, detail: 'The order was cancelled.' })
    const other = await order()
    await send(other)
    expect(await problemOfCall(change('cancel', other))).toMatchObject({
      ...{ code: 'wrong-state', detail: 'The laboratory has already sent it.' },
    })
  })

  test('are created, changed and noted once, however often a request is repeated', async () => {
    const body = request()
    const orderKit = () => portal.as(CREATOR).kits.order({ params: { hospital: PARENT }, body })
    const [first, ...again] = await Promise.all([orderKit(), orderKit(), orderKit()])
    expect(again.map(({ id }) => id)).toEqual([first.id, first.id])
    const [sent, sentAgain] = [await send(first), await send(first)]
    expect(sentAgain).toEqual(sent)
    const other = { carrier: 'Fedex' as const, trackingNumber: '123456789012' }
    expect(await problemOfCall(send(first, other))).toMatchObject({ code: 'wrong-state' })
    const received = await change('receive', first)
    expect(await change('receive', first)).toEqual(received)
    expect((await audited(first.id)).map(({ action }) => action)).toEqual([
      ...['kit.order', 'kit.send', 'kit.receive'],
    ])
  })
})

describe('[ENT-10] a kit request', () => {
  test('is for one kit by default', async () => {
    const { quantity: _, note: __, ...body } = request()
    const { address2: ___, ...to } = body.kitRecipient
    const kit = await portal
      .as(CREATOR)
      .kits.order({ params: { hospital: PARENT }, body: { ...body, kitRecipient: to } })
    expect(kit).toMatchObject({ quantity: 1, note: '', kitRecipient: { ...to, address2: '' } })
  })

  test.each<[string, Partial<Record<keyof Body, unknown>>, string[]]>([
    ['an unknown kit', { kitType: 'Hair' }, ['/kitType']],
    ['none', { quantity: 0 }, ['/quantity']],
    ['too many', { quantity: 100 }, ['/quantity']],
    ['half a kit', { quantity: 1.5 }, ['/quantity']],
    [
      'nobody, nowhere',
      { kitRecipient: Object.fromEntries(Object.keys(KIT_REQUEST.kitRecipient).map((key) => [key, ' '])) },
      ['firstName', 'lastName', 'address1', 'city', 'zipCode', 'state', 'phone'].map(
        (key) => `/kitRecipient/${key}`,
      ),
    ],
    ['an unknown state', { kitRecipient: recipient({ state: 'XX' }) }, ['/kitRecipient/state']],
    [
      'a ZIP code of four digits',
      { kitRecipient: recipient({ zipCode: '6060' }) },
      ['/kitRecipient/zipCode'],
    ],
    [
      'a ZIP code of five and three digits',
      { kitRecipient: recipient({ zipCode: '60601-123' }) },
      ['/kitRecipient/zipCode'],
    ],
    [
      'a phone number without a country code',
      { kitRecipient: recipient({ phone: '6145550101' }) },
      ['/kitRecipient/phone'],
    ],
    [
      'a phone number invalid in any country',
      { kitRecipient: recipient({ phone: '+11115550101' }) },
      ['/kitRecipient/phone'],
    ],
    ['text that is too long', { note: 'x'.repeat(501) }, ['/note']],
    ['an invalid key', { requestKey: 'order 1 0' }, ['/requestKey']],
  ])('is refused for %s', async (_, wrong, paths) => {
    const before = (await list()).total
    const refusal = await problemOfCall(order(wrong as Partial<Body>))
    expect(refusal).toMatchObject({ status: 422, code: 'invalid-fields' })
    expect(refusal.errors?.map(({ path }) => path).toSorted()).toEqual(paths.toSorted())
    expect((await list()).total).toBe(before)
  })

  test.each(['60601', '60601-1234'])('accepts the ZIP code %s', async (zipCode) => {
    expect((await order({ kitRecipient: recipient({ zipCode }) })).kitRecipient.zipCode).toBe(zipCode)
  })
})

describe('the parcel with kits', () => {
  test.each([
    ['no number', { carrier: 'USPS' as const, trackingNumber: ' ' }],
    ['invalid characters in the number', { ...PARCEL, trackingNumber: '9400;1' }],
  ])('is refused with %s', async (_, parcel) => {
    const kit = await order()
    const refusal = await problemOfCall(send(kit, parcel))
    expect(refusal.errors?.map(({ path }) => path)).toEqual(['/trackingNumber'])
    expect((await get(kit.id)).status).toBe('ordered')
  })
})

describe('the list of kits', () => {
  test('filters by status, kit, recipient, number and tracking number, and sorts in either direction', async () => {
    const zoe = recipient({ firstName: 'Zoë', lastName: 'Žižková', city: 'Überlingen' })
    const kit = await order({ kitType: 'Prenatal', kitRecipient: zoe })
    const other = await order({ kitType: 'Tumor tissue', kitRecipient: recipient({ lastName: 'Žižková' }) })
    await send(other, { carrier: 'Fedex', trackingNumber: '776655443320' })
    const ids = async (query: Query) => (await list({ top: 200, ...query })).kits.map(({ id }) => id)
    for (const keyword of ['zizkova zoe', 'uberlingen', String(kit.id)])
      expect(await ids({ keyword })).toEqual([kit.id])
    expect(await ids({ keyword: '7766 zizkova' })).toEqual([other.id])
    expect(await ids({ keyword: '%' })).toEqual([])
    expect(await ids({ keyword: 'zizkova' })).toEqual([other.id, kit.id])
    expect(await ids({ keyword: 'zizkova', isAscending: 'true' })).toEqual([kit.id, other.id])
    expect(await ids({ keyword: 'zizkova', orderBy: 'recipient' })).toEqual([kit.id, other.id])
    expect(await ids({ keyword: 'zizkova', status: 'sent' })).toEqual([other.id])
    expect(await ids({ kitType: 'Prenatal' })).toEqual([kit.id])
    expect(await list({ keyword: 'zizkova', status: 'sent' })).toMatchObject({
      ...{ total: 1, counts: { ordered: 1, sent: 1, received: 0, cancelled: 0 } },
    })
  })

  test('has pages of 25 by default, and none beyond the last', async () => {
    const key = randomUUID()
    for (let made = 0; made < 3; made += 1) await order({ kitRecipient: recipient({ city: key }) })
    expect(await list({ keyword: key })).toMatchObject({ total: 3, skip: 0, top: 25 })
    const [first, second] = [
      await list({ keyword: key, top: 2 }),
      await list({ keyword: key, top: 2, skip: 2 }),
    ]
    expect(new Set([...first.kits, ...second.kits].map(({ id }) => id)).size).toBe(3)
    expect(await problemOfCall(list({ keyword: key, skip: 25 }))).toMatchObject({
      ...{ status: 400, code: 'invalid-page', title: 'Invalid page' },
    })
  })

  test('covers all institutions for the laboratory', async () => {
    const key = randomUUID()
    const at = { kitRecipient: recipient({ city: key }) }
    const here = await order(at)
    const there = await order(at, { by: 'OrderSubmitter@F1', hospital: FOREIGN })
    const all = (by: string) =>
      portal.as(by).kits.all({ query: { keyword: key, status: 'ordered', isAscending: 'true' } })
    const { kits } = await all('Support')
    expect(kits.map(({ id, institutionName, abilities }) => [id, institutionName, abilities])).toEqual([
      [here.id, 'Parent Clinic', ['send']],
      [there.id, 'Foreign Clinic', ['send']],
    ])
    expect(await problemOfCall(all('SuperUser@P1'))).toMatchObject({ status: 403, code: 'forbidden' })
  })
})

describe('kits belong to their institution', () => {
  test('nobody else can see, change or reach them through another institution’s path', async () => {
    const kit = await order()
    const foreign = { by: 'OrderSubmitter@F1', hospital: FOREIGN }
    for (const refusal of await Promise.all(
      [
        get(kit.id, foreign),
        change('cancel', kit, foreign),
        get(kit.id, { by: 'OrderSubmitter@F1', hospital: PARENT }),
        get(kit.id, { by: 'OrderCreator@P1', hospital: CHILD }),
        portal.as('Support').kits.send({ params: { hospital: FOREIGN, id: kit.id }, body: PARCEL }),
      ].map(problemOfCall),
    ))
      expect(refusal).toMatchObject({ status: 404, code: 'not-found' })
    expect((await list({ keyword: String(kit.id) }, foreign)).kits).toEqual([])
    expect((await get(kit.id)).status).toBe('ordered')
  })

  test('view-only users cannot order, receive or cancel any', async () => {
    const kit = await order()
    for (const by of ['OrderViewer@P1', 'Support'])
      for (const refusal of await Promise.all(
        [order({}, { by }), change('cancel', kit, { by }), change('receive', kit, { by })].map(problemOfCall),
      ))
        expect(refusal).toMatchObject({ status: 403, code: 'forbidden' })
    expect(await problemOfCall(send(kit, PARCEL, CREATOR))).toMatchObject({ status: 403 })
  })

  test('cannot be ordered if the installation does not offer them, neither alone nor with an order', async () => {
    const without = await startPortal({ features: { kits: false } })
    try {
      const refused = without.as(CREATOR).kits.order({ params: { hospital: PARENT }, body: request() })
      expect(await problemOfCall(refused)).toMatchObject({ status: 403, code: 'not-offered' })
      const document = { ...readyOrder(), kits: [{ kitType: 'Blood' as const, quantity: 1 }] }
      expect(await problemOfCall(without.submitted(document))).toMatchObject({
        ...{ code: 'order-not-ready', errors: [{ path: '/kits', rule: 'not-offered' }] },
      })
      const checked = await without
        .as('OrderSubmitter@P1')
        .orders.check({ params: { hospital: PARENT }, body: { document, orderId: null } })
      expect(checked.facts.takesKits).toBe(false)
      expect((await without.submitted()).state).toBe('en-route')
      expect((await without.as('Support').laboratory.queues()).counts).not.toHaveProperty('kits')
    } finally {
      await without.stop()
    }
  })
})

test("submitting an order orders its document's kits, once, for its provider at the institution", async () => {
  const kits = [
    { kitType: 'Blood' as const, quantity: 3 },
    { kitType: 'Blood' as const, quantity: 1 },
  ]
  const submitted = await portal.submitted({ ...readyOrder(), kits })
  const params = { hospital: PARENT, id: submitted.id }
  await portal.as('OrderSubmitter@P1').orders.submit({ params, query: SIGNED, headers: {} })
  const found = (await list({ keyword: String(submitted.id), isAscending: 'true' })).kits
  expect(found.map(({ kitType, quantity, orderId }) => ({ kitType, quantity, orderId }))).toEqual(
    kits.map((kit) => ({ ...kit, orderId: submitted.id })),
  )
  expect(found.map(({ orderState }) => orderState)).toEqual(['en-route', 'en-route'])
  expect(found[0]).toMatchObject({
    ...{ status: 'ordered', orderedBy: 'Test OrderSubmitter@P1', abilities: [] },
    kitRecipient: {
      firstName: 'Ada',
      lastName: 'Okafor',
      address1: '1 Lane',
      city: 'Springvale',
      zipCode: '60601',
    },
  })
  expect((await audited(found[0]?.id ?? 0)).map(({ action }) => action)).toEqual(['kit.order'])
  const without = await portal.submitted()
  expect((await list({ keyword: String(without.id) })).kits).toEqual([])
})

test('kits of an order that was cancelled stay to be sent, and tell the laboratory so', async () => {
  const { id } = await portal.submitted({ ...readyOrder(), kits: [{ kitType: 'Blood', quantity: 1 }] })
  await say(portal, id, 'X')
  const query = { keyword: String(id), status: 'ordered' } as const
  const { kits } = await portal.as('Support').kits.all({ query })
  expect(kits.map(({ orderId, orderState }) => ({ orderId, orderState }))).toEqual([
    { orderId: id, orderState: 'cancelled' },
  ])
  const [kit] = kits
  if (kit) expect(await send(kit)).toMatchObject({ status: 'sent', orderState: 'cancelled' })
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SIGNED } from '#domain/orders/attestation.ts'
import { blankSample, newOrder } from '#domain/orders/document.ts'
import { problemOfCall, startPortal, type TestPortal } from '#server/testing/portal.ts'
import { FOREIGN, PARENT, readyOrder, readyVerification } from '#server/testing/world.ts'

const hospital = PARENT
const creator = 'OrderCreator@P1'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

const begin = (document = readyVerification()) => portal.draft(document, { by: creator, at: hospital })
const get = (id: number) => portal.as(creator).orders.get({ params: { hospital, id } })
const set = (id: number, vobStatus: 'draft' | 'submitted', headers: { 'if-match'?: string } = {}) =>
  portal.as(creator).orders.vob({ params: { h: hospital, id }, headers, body: { vobStatus } })
const patch = (id: number) =>
  portal.as(creator).orders.patch({
    ...{ params: { hospital, id }, headers: {} },
    body: [{ op: 'replace', path: '/clinicalNotes', value: 'changed' }],
  })
const copy = (id: number, draftKey: string = randomUUID(), as: 'order' | 'again' | 'relative' = 'order') =>
  portal.as(creator).orders.copy({ params: { hospital, id }, body: { draftKey, as } })
/** Sets the status as the payer's answer would. */
const say = (id: number, vob_status: 'answered' | 'expired') =>
  portal.worker.db.updateTable('orders').set({ vob_status }).where('id', '=', id).execute()

describe('[API-35] a benefits verification', () => {
  test('starts as a draft, is requested, and withdrawn', async () => {
    const draft = await begin()
    expect(draft).toMatchObject({ vobStatus: 'draft', state: 'draft', orderedAs: null })
    const can = ['edit', 'handOver', 'discard', 'addDocument', 'removeDocument', 'copy']
    expect(draft.abilities).toEqual(can)
    const reply = await set(draft.id, 'submitted')
    expect(reply).toMatchObject({ vobStatus: 'submitted', state: 'draft', version: draft.version })
    expect(reply.abilities).toEqual(['handOver', 'addDocument', 'copy'])
    expect(await set(draft.id, 'submitted')).toEqual(reply)
    const back = await set(draft.id, 'draft')
    expect(back.events.map(({ kind }) => kind)).toEqual([
      'draft-begun',
      'benefits-asked',
      'benefits-withdrawn',
    ])
    expect(back).toMatchObject({ vobStatus: 'draft', abilities: can })
    const { ordersDTO } = await portal
      .as(creator)
      .orders.list({ params: { hospital }, query: { keyword: String(draft.id) } })
    expect(ordersDTO).toMatchObject([{ isVOB: true, vobStatus: 'draft' }])
  })

  test('is requested once it has what the payer needs; everything missing is reported together', async () => {
    const blank = await begin({ ...newOrder(), isVOB: true })
    const refusal = await problemOfCall(set(blank.id, 'submitted'))
    expect(refusal).toMatchObject({ status: 422, code: 'order-not-ready' })
    const paths = refusal.errors?.map(({ path }) => path)
    expect(paths).toEqual([
      '/tests/0/testCode',
      ...['firstName', 'lastName', 'dateOfBirth', 'sex'].map((field) => `/patients/0/${field}`),
      '/indicationsForTesting',
      '/payment/billingType',
      '/orderingProvider/npi',
    ])
    expect(await get(blank.id)).toEqual(blank)
  })

  test('is requested from the version seen', async () => {
    const { id } = await begin()
    await patch(id)
    expect(await problemOfCall(set(id, 'submitted', { 'if-match': '1' }))).toMatchObject({
      ...{ status: 412, code: 'version-conflict' },
    })
    expect((await set(id, 'submitted', { 'if-match': '"2"' })).vobStatus).toBe('submitted')
  })

  test('can be edited and discarded as a draft only, and is refused with the reason otherwise', async () => {
    const { id } = await begin()
    const words = async () => [
      (await problemOfCall(patch(id))).detail,
      (await problemOfCall(portal.as(creator).orders.discard({ params: { h: hospital, id } }))).detail,
    ]
    await set(id, 'submitted')
    const reply = 'Verification of this version has been requested. Withdraw the verification to change it.'
    expect(await words()).toEqual([reply, reply])
    await say(id, 'answered')
    expect((await words())[0]).toContain('has answered')
    expect(await problemOfCall(set(id, 'submitted'))).toMatchObject({
      ...{ status: 409, detail: 'The payer has answered. Withdraw the verification to request it again.' },
    })
    expect((await set(id, 'draft')).vobStatus).toBe('draft')
    await set(id, 'submitted')
    await say(id, 'expired')
    expect((await words())[0]).toContain('has expired')
    await set(id, 'draft')
    expect((await patch(id)).document.clinicalNotes).toBe('changed')
    expect(await portal.as(creator).orders.discard({ params: { h: hospital, id } })).toBeUndefined()
  })

  test("is not an order: neither can take the other's actions", async () => {
    const { id } = await begin()
    const submit = portal
      .as('OrderSubmitter@P1')
      .orders.submit({ params: { hospital, id }, headers: {}, query: SIGNED })
    const detail = 'A benefits verification is not sent to the laboratory.'
    expect(await problemOfCall(submit)).toMatchObject({ status: 409, code: 'wrong-state', detail })
    const sent = portal.worker.db.selectFrom('message_out').selectAll().where('order_id', '=', id)
    expect(await sent.execute()).toEqual([])
    const order = await portal.draft(readyOrder())
    expect(await problemOfCall(set(order.id, 'submitted'))).toMatchObject({
      ...{ status: 409, detail: 'This is not a benefits verification.' },
    })
    expect(await problemOfCall(copy(order.id))).toMatchObject({ status: 409 })
  })
})

describe('[PERM-08] an institution without verifications', () => {
  const at = {
    params: { hospital: FOREIGN },
    body: { draftKey: randomUUID(), document: readyVerification() },
  }
  test('can start none, whatever the client sends', async () => {
    const create = portal.as('OrderSubmitter@F1').orders.create(at)
    expect(await problemOfCall(create)).toMatchObject({ status: 403, code: 'not-offered' })
    const { total } = await portal
      .as('OrderSubmitter@F1')
      .orders.list({ params: { hospital: FOREIGN }, query: {} })
    expect(total).toBe(0)
  })
})

describe('[ORDER-02] converting a verification to an order', () => {
  test('needs no repeated input, happens once, and links both', async () => {
    const { id, document } = await begin()
    await set(id, 'submitted')
    const draftKey = randomUUID()
    const [order, ...others] = await Promise.all(Array.from({ length: 6 }, () => copy(id, draftKey)))
    if (!order) throw new Error('there are six answers')
    for (const other of others) expect(other).toEqual(order)
    expect(order).toMatchObject({ state: 'draft', vobStatus: null, madeFrom: { orderId: id, as: 'order' } })
    expect(order.document).toEqual({ ...document, isVOB: false })
    expect(order.events).toMatchObject([{ kind: 'draft-begun', detail: `from benefits verification ${id}` }])
    const verification = await get(id)
    expect(verification).toMatchObject({ vobStatus: 'ordered', orderedAs: order.id })
    expect(verification.abilities).not.toContain('edit')
    expect(verification.events.at(-1)).toMatchObject({
      ...{ kind: 'ordered-from-benefits', detail: `order ${order.id}` },
    })
    expect(await problemOfCall(patch(id))).toMatchObject({
      detail: 'This verification was converted to an order.',
    })
    expect(await problemOfCall(set(id, 'draft'))).toMatchObject({
      detail: 'This verification was converted to an order.',
    })
    expect(await problemOfCall(copy(id))).toMatchObject({
      ...{ status: 409, detail: `This verification has already been converted to order ${order.id}.` },
    })
  })

  test('is possible again if that order was discarded', async () => {
    const { id } = await begin()
    const first = await copy(id)
    await portal.as(creator).orders.discard({ params: { h: hospital, id: first.id } })
    expect(await get(id)).toMatchObject({ vobStatus: 'draft', orderedAs: null })
    expect((await get(id)).events.at(-1)).toMatchObject({
      ...{ kind: 'benefits-order-discarded', detail: `order ${first.id}` },
    })
    await set(id, 'submitted')
    const asked = await copy(id)
    await portal.as(creator).orders.discard({ params: { h: hospital, id: asked.id } })
    expect((await get(id)).vobStatus).toBe('submitted')

    const second = await copy(id)
    expect(second.id).not.toBe(first.id)
    expect((await get(id)).orderedAs).toBe(second.id)
  })

  test('leads to an order that reaches the laboratory', async () => {
    const { id } = await begin()
    const order = await copy(id)
    const ready = readyOrder()
    await portal.as(creator).orders.patch({
      ...{ params: { hospital, id: order.id }, headers: {} },
      body: [
        { op: 'replace', path: '/samples', value: ready.samples.map((sample) => ({ ...sample })) },
        { op: 'replace', path: '/consents', value: ready.consents.map((consent) => ({ ...consent })) },
      ],
    })
    const submitted = await portal
      .as('OrderSubmitter@P1')
      .orders.submit({ params: { hospital, id: order.id }, headers: {}, query: SIGNED })
    expect(submitted.state).toBe('en-route')
  })

  test('is the only way to copy it', async () => {
    const { id } = await begin()
    for (const as of ['again', 'relative'] as const)
      expect(await problemOfCall(copy(id, randomUUID(), as))).toMatchObject({ status: 409 })
  })
})

describe('copying an order', () => {
  test('again: everything except what belongs to the specimen', async () => {
    const document = readyOrder()
    document.overrides.push({ key: 'relatives:WES1 0', reason: 'None' })
    const { id } = await portal.submitted(document)
    const draftKey = randomUUID()
    const order = await copy(id, draftKey, 'again')
    expect(await copy(id, draftKey, 'again')).toEqual(order)
    expect(order).toMatchObject({ state: 'draft', madeFrom: { orderId: id, as: 'again' }, orderedAs: null })
    const { tests, patients, payment, samples } = document
    expect(order.document).toMatchObject({
      tests,
      patients,
      payment,
      consents: [],
      overrides: [],
      addOn: null,
    })
    expect(order.document.samples).toEqual(samples.map(({ key }) => blankSample('proband', key)))
    expect(order.events[0]?.detail).toBe(`copied from order ${id}`)
    expect((await get(id)).events.map(({ kind }) => kind)).toEqual(['draft-begun', 'submitted'])
  })

  test('for a relative: the tests and the provider, and what identifies the family', async () => {
    const document = readyOrder('Family')
    const { id } = await portal.submitted(document)
    const order = await copy(id, randomUUID(), 'relative')
    const { tests, orderingProvider, patients } = document
    expect(order.document).toMatchObject({ tests, orderingProvider, indicationsForTesting: [] })
    expect(order.document.patients).toMatchObject([{ key: 'proband', firstName: '', lastName: 'Family' }])
    expect(order.document.familyTestingRequest.targetSequencingData).toMatchObject({
      ...{ probandFirstName: 'Linh', probandLastName: 'Family' },
      dateOfBirth: patients[0]?.dateOfBirth,
    })
  })

  test('is refused while it is a draft', async () => {
    const { id } = await portal.draft()
    expect(await problemOfCall(copy(id, randomUUID(), 'again'))).toMatchObject({
      ...{ status: 409, code: 'wrong-state', detail: 'The order is Pending Submission.' },
    })
  })
})

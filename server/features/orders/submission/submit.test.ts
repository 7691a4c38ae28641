import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SIGNED } from '#domain/orders/attestation.ts'
import { type AddOn, blankPatient, blankSample, newOrder, type Patient } from '#domain/orders/document.ts'
import { administer } from '#server/database/connection/connect.ts'
import { laboratoryMessage } from '#server/testing/laboratory.ts'
import { problemOfCall, startPortal, type TestPortal } from '#server/testing/portal.ts'
import { FOREIGN, PARENT, readyOrder } from '#server/testing/world.ts'

const hospital = PARENT
const by = 'OrderSubmitter@P1'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

const submit = (id: number, subject = by, headers: { 'if-match'?: string } = {}) =>
  portal.as(subject).orders.submit({ params: { hospital, id }, headers, query: SIGNED })
const get = (id: number) => portal.as(by).orders.get({ params: { hospital, id } })

/** The order's pending messages to the laboratory, and the jobs that deliver them. */
async function outbox(id: number) {
  const messages = await portal.worker.db
    .selectFrom('message_out')
    .selectAll()
    .where('order_id', '=', id)
    .execute()
  const ids = messages.map((one) => one.id)
  const jobs = await sql`
    select from jobs.job where name = 'laboratory' and (data ->> 'messageId')::bigint = any (${ids})`.execute(
    portal.worker.db,
  )
  return { messages, jobs: jobs.rows.length }
}

test("the tests' catalogue data at submission count, whether or not they change the document", async () => {
  const sendUpdate = (days: number, category: string) =>
    administer(portal.database.url, (db) =>
      sql`update test set turnaround_days = ${days}, category = ${category} where code = 'EPI2'`.execute(db),
    )
  const storedTimes = async (id: number) => {
    const { rows } = await sql`select turnaround_days, alert_group from orders where id = ${id}`.execute(
      portal.worker.db,
    )
    return rows
  }
  const first = await portal.draft(readyOrder('Before', 'EPI2'))
  const { document } = await submit(first.id)
  const patients = document.patients.map((one) => ({ ...one, lastName: 'Behind' }))
  // Its tests are named as in the catalogue, so submitting does not change the document.
  const { id } = await portal.draft({ ...document, patients })
  const [before] = await storedTimes(id)
  await sendUpdate(99, 'wgs')
  await submit(id)
  expect(await storedTimes(id)).toEqual([{ turnaround_days: 99, alert_group: 'wgs' }])
  expect(before).not.toEqual({ turnaround_days: 99, alert_group: 'wgs' })
  const { turnaround_days } = before as { turnaround_days: number }
  await sendUpdate(turnaround_days, 'ngs')
})

describe('[ORDER-01 API-31] submitting an order', () => {
  test('puts it en route, with one message and one job for the laboratory', async () => {
    const { id } = await portal.draft()
    const order = await submit(id)
    expect(order).toMatchObject({ state: 'en-route', displayStatus: 'En Route', orderStatus: 'Active' })
    expect(order).toMatchObject({ sampleStatus: 'Awaiting', orderedBy: `Test ${by}` })
    expect(order.orderedAt).not.toBeNull()
    expect(order.events.map(({ kind }) => kind)).toEqual(['draft-begun', 'submitted'])
    const { messages, jobs } = await outbox(id)
    expect(messages).toHaveLength(1)
    expect(messages[0]?.body).toContain(`ORC|NW|${id}`)
    expect(messages[0]?.body).toContain('Nguyễn')
    expect(jobs).toBe(1)
  })

  test('happens once, whether 20 requests, two tabs or a colleague submit concurrently or later', async () => {
    const { id } = await portal.draft()
    const answers = await Promise.all([
      ...Array.from({ length: 20 }, () => submit(id)),
      // Two tabs that have seen the draft's version.
      submit(id, by, { 'if-match': '"1"' }),
      submit(id, by, { 'if-match': '"1"' }),
      submit(id, 'provider'),
    ])
    const first = answers[0]
    for (const answer of [...answers, await submit(id), await submit(id, by, { 'if-match': '7' })])
      expect(answer).toEqual(first)
    expect(first?.events.filter(({ kind }) => kind === 'submitted')).toHaveLength(1)
    const { messages, jobs } = await outbox(id)
    expect([messages.length, jobs]).toEqual([1, 1])
  })

  test('is refused while anything is missing, with every point together, and nothing is sent', async () => {
    const before = await portal.draft(newOrder())
    const refusal = await problemOfCall(submit(before.id))
    expect(refusal).toMatchObject({ status: 422, code: 'order-not-ready' })
    expect(refusal.errors?.map(({ path }) => path)).toEqual([
      '/tests/0/testCode',
      '/patients/0/firstName',
      '/patients/0/lastName',
      '/patients/0/dateOfBirth',
      '/patients/0/sex',
      '/samples/0/specimenType',
      '/indicationsForTesting',
      '/payment/billingType',
      '/orderingProvider/npi',
    ])
    expect(await get(before.id)).toEqual(before)
    expect(await outbox(before.id)).toEqual({ messages: [], jobs: 0 })
  })

  test('is refused from a version that somebody has changed since', async () => {
    const { id } = await portal.draft()
    const body = [{ op: 'replace' as const, path: '/clinicalNotes', value: 'new' }]
    await portal.as('OrderCreator@P1').orders.patch({ params: { hospital, id }, headers: {}, body })
    const conflict = await problemOfCall(submit(id, by, { 'if-match': '"1"' }))
    expect(conflict).toMatchObject({
      status: 412,
      detail: expect.stringMatching(/^Test OrderCreator@P1 saved version 2 in the meantime, \d+ \w{3} \d{4}/),
    })
    expect((await outbox(id)).messages).toEqual([])
    expect((await submit(id, by, { 'if-match': '"2"' })).state).toBe('en-route')
  })

  test('makes it impossible to change or discard', async () => {
    const before = await portal.submitted()
    const { id } = before
    const body = [{ op: 'replace' as const, path: '/clinicalNotes', value: 'too late' }]
    const late = await problemOfCall(
      portal.as(by).orders.patch({ params: { hospital, id }, headers: {}, body }),
    )
    expect(late).toMatchObject({ status: 409, code: 'wrong-state', detail: 'The order is En Route.' })
    expect(await problemOfCall(portal.as(by).orders.discard({ params: { h: hospital, id } }))).toMatchObject({
      status: 409,
    })
    expect(await get(id)).toEqual(before)
  })

  test('sends the content of that moment: a concurrent change is in the message or is refused', async () => {
    for (let attempt = 0; attempt < 8; attempt++) {
      const { id } = await portal.draft()
      const body = [{ op: 'replace' as const, path: '/patients/0/lastName', value: 'Changed' }]
      const change = () => portal.as(by).orders.patch({ params: { hospital, id }, headers: {}, body })
      const [patched] = await Promise.allSettled(
        attempt % 2 ? [change(), submit(id)] : [submit(id), change()].toReversed(),
      )
      const [message] = (await outbox(id)).messages
      const order = await get(id)
      const name = order.document.patients[0]?.lastName ?? ''
      expect(name).toBe(patched?.status === 'fulfilled' ? 'Changed' : 'Nguyễn')
      expect(message?.body).toContain(`${name}^Linh`)
    }
  })

  test('leaves neither a changed draft nor a message if the transaction fails midway', async () => {
    const { id } = await portal.draft()
    // The control id is derived from the order's number: one that exists makes the submission fail after the
    // order was marked.
    const other = await portal.submitted()
    await portal.worker.db
      .updateTable('message_out')
      .set({ control_id: `NW${id}` })
      .where('order_id', '=', other.id)
      .execute()
    expect(await problemOfCall(submit(id))).toMatchObject({ status: 500, code: 'internal' })
    expect(await get(id)).toMatchObject({ state: 'draft', orderedAt: null, version: 1 })
    expect((await get(id)).events.map(({ kind }) => kind)).toEqual(['draft-begun'])
    expect((await outbox(id)).messages).toEqual([])
  })
})

describe('[API-31] an added test on a specimen that the laboratory has', () => {
  const sendUpdate = (order: number, status: string) =>
    portal.receive(laboratoryMessage(`${order}-${status}`, { order, number: `LK-${order}`, status }))
  const choose = (id: number, value: boolean) =>
    portal.as(by).orders.patch({
      ...{ params: { hospital, id }, headers: {} },
      body: [{ op: 'add', path: '/assignNewLabNumber', value }],
    })
  /** For the same patient by default. */
  async function addOn(change: Partial<AddOn> = {}, patientFields: Partial<Patient> = {}) {
    const { id: orderId, samples, document } = await portal.submitted()
    await sendUpdate(orderId, 'O')
    const sampleId = samples[0]?.id ?? 0
    const given: AddOn = { orderId, sampleId, labNumber: `LK-${orderId}`, kind: 'add-on', ...change }
    const patients = document.patients.map((patient) => ({ ...patient, ...patientFields }))
    return portal.draft({ ...readyOrder('Nguyễn', 'CYS4'), patients, samples: [], addOn: given })
  }
  const approve = (id: number, query: { isAddOn?: string; assignNewLabNumber?: string }) =>
    portal.as(by).orders.submit({ params: { hospital, id }, headers: {}, query: { ...SIGNED, ...query } })

  test('is submitted without a new specimen, under its laboratory number or a new one', async () => {
    const { id } = await addOn()
    const order = await approve(id, { isAddOn: 'true', assignNewLabNumber: 'true' })
    expect(order).toMatchObject({ state: 'en-route', assignNewLabNumber: true, samples: [] })
    const { id: other } = await addOn({ kind: 'reflex' })
    expect(await approve(other, {})).toMatchObject({ state: 'en-route', assignNewLabNumber: false })
    expect((await outbox(id)).messages).toHaveLength(1)
  })

  test('keeps in the draft under which number it is reported, unless the request says otherwise', async () => {
    const { id } = await addOn()
    expect((await choose(id, false)).document.assignNewLabNumber).toBe(false)
    expect((await choose(id, true)).document.assignNewLabNumber).toBe(true)
    expect((await get(id)).document.assignNewLabNumber).toBe(true)
    const order = await approve(id, { isAddOn: 'true' })
    expect(order).toMatchObject({ state: 'en-route', assignNewLabNumber: true })
    const { id: other } = await addOn()
    await choose(other, true)
    expect(await approve(other, { isAddOn: 'true', assignNewLabNumber: 'false' })).toMatchObject({
      ...{ state: 'en-route', assignNewLabNumber: false },
      document: { assignNewLabNumber: false },
    })
  })

  test('ignores the choice without a specimen at the laboratory', async () => {
    const { id } = await portal.draft()
    await choose(id, true)
    expect(await approve(id, {})).toMatchObject({ state: 'en-route', assignNewLabNumber: false })
  })

  test('is refused if it names no specimen, with an error for both parameters', async () => {
    const { id } = await portal.draft()
    const refusal = await problemOfCall(approve(id, { isAddOn: 'true', assignNewLabNumber: '1' }))
    expect(refusal).toMatchObject({ status: 422, code: 'invalid-fields' })
    expect(refusal.errors?.map(({ path }) => path)).toEqual(['/query/isAddOn', '/query/assignNewLabNumber'])
    expect(await get(id)).toMatchObject({ state: 'draft' })
    expect(await approve(id, { isAddOn: 'false' })).toMatchObject({
      state: 'en-route',
      assignNewLabNumber: false,
    })
  })

  test('is refused for a specimen that the institution does not have', async () => {
    const { samples } = await portal.submitted(readyOrder(), { by: `OrderSubmitter@${FOREIGN}`, at: FOREIGN })
    for (const change of [{ sampleId: 999_999_999 }, { sampleId: samples[0]?.id ?? 0 }, { orderId: 1 }]) {
      const refusal = await problemOfCall(addOn(change))
      expect(refusal).toMatchObject({ status: 422, errors: [{ path: '/document/addOn', rule: 'unknown' }] })
    }
  })

  test("is refused under another person's laboratory number", async () => {
    const other = await portal.submitted()
    await sendUpdate(other.id, 'O')
    for (const labNumber of [`LK-${other.id}`, 'LK-1', ''])
      expect(await problemOfCall(addOn({ labNumber }))).toMatchObject({
        ...{ status: 422, errors: [{ path: '/document/addOn/labNumber', rule: 'unknown' }] },
      })
  })

  test('is for the person of the specimen: a name may be corrected, another patient is refused', async () => {
    const renamed = await addOn({}, { firstName: 'Mai' })
    expect(await approve(renamed.id, {})).toMatchObject({ state: 'en-route' })
    for (const patientFields of [
      { firstName: 'Abe', lastName: 'Other', dateOfBirth: '2001-01-01' },
      { firstName: 'Abe', lastName: 'Other' },
      { firstName: 'Abe', dateOfBirth: '2001-01-01' },
    ]) {
      const { id } = await addOn({}, patientFields)
      const refusal = await problemOfCall(approve(id, {}))
      expect(refusal).toMatchObject({ status: 422, code: 'order-not-ready' })
      expect(refusal.errors).toMatchObject([{ path: '/addOn/sampleId', rule: 'conflicts' }])
      expect(refusal.errors?.[0]?.message).toContain('is from Linh Nguyễn')
      expect(await outbox(id)).toEqual({ messages: [], jobs: 0 })
    }
  })

  test('is refused for a specimen that the laboratory does not have; a draft that exists stays open', async () => {
    const { id: orderId, samples } = await portal.submitted()
    const labNumber = `LK-${orderId}`
    const given: AddOn = { orderId, sampleId: samples[0]?.id ?? 0, labNumber, kind: 'add-on' }
    const begin = () => portal.draft({ ...readyOrder(), samples: [], addOn: given })
    expect(await problemOfCall(begin())).toMatchObject({
      ...{ status: 409, code: 'wrong-state', detail: 'The order is En Route.' },
    })
    await sendUpdate(orderId, 'O')
    const { id } = await begin()
    await sendUpdate(orderId, 'X')
    expect(await problemOfCall(begin())).toMatchObject({ status: 409, detail: 'The order is Cancelled.' })
    const body = [
      { op: 'replace' as const, path: '/clinicalNotes', value: 'Kept' },
      { op: 'add' as const, path: '/assignNewLabNumber', value: true },
    ]
    const saved = await portal.as(by).orders.patch({ params: { hospital, id }, headers: {}, body })
    expect(saved.document).toMatchObject({ clinicalNotes: 'Kept', assignNewLabNumber: true, addOn: given })
  })
})

test('each specimen in the order becomes a sample with its person', async () => {
  const order = readyOrder()
  const mother = {
    ...blankPatient('Mother', 'relative-1'),
    ...{ firstName: 'Mai', lastName: 'Nguyễn', dateOfBirth: '1990-07-01', sex: 'Female' as const },
    affected: 'Unaffected' as const,
  }
  const { samples } = await portal.submitted({
    ...order,
    patients: [...order.patients, mother],
    samples: [...order.samples, { ...blankSample('relative-1', 's2'), specimenType: 'Saliva' }],
    consents: [...order.consents, ...order.consents.map((one) => ({ ...one, patient: 'relative-1' }))],
  })
  expect(samples).toMatchObject([
    { patientName: 'Linh Nguyễn', relationship: 'Proband', specimenType: 'Blood' },
    { patientName: 'Mai Nguyễn', relationship: 'Mother', specimenType: 'Saliva', dateOfCollection: '' },
  ])
})

test("a test is submitted with the catalogue's name for its code, whatever the client sends", async () => {
  const document = readyOrder()
  const called = document.tests.map((one) => ({ ...one, testName: 'Blood Count' }))
  const order = await portal.submitted({ ...document, tests: called })
  expect(order.document).toEqual(document)
  const { ordersDTO } = await portal
    .as(by)
    .orders.list({ params: { hospital }, query: { keyword: String(order.id) } })
  expect(ordersDTO).toMatchObject([{ testCode: 'WES1', testName: 'Whole Exome' }])
  const [message] = (await outbox(order.id)).messages
  expect(message?.body).toContain('WES1^Whole Exome')
  expect(message?.body).not.toContain('Blood Count')
})

test('a test is submitted with a display code of its own, and no other', async () => {
  const document = readyOrder()
  const displayedAs = async (displayCode: string) => {
    const tests = document.tests.map((one) => ({ ...one, displayCode }))
    const order = await portal.submitted({ ...readyOrder(), tests })
    return order.document.tests.map((one) => one.displayCode)
  }
  expect(await displayedAs('EXOME')).toEqual(['EXOME'])
  expect(await displayedAs('EPI2')).toEqual([''])
  expect(await displayedAs('NONE')).toEqual([''])
})

test('[SEXG-01] a test for one sex is accepted for another recorded sex once a reason is given', async () => {
  const { id } = await portal.draft(readyOrder('Okoye', 'OVA3'))
  expect((await submit(id)).state).toBe('en-route')
  const female = readyOrder('Okoye', 'OVA3')
  const male = { ...female, patients: female.patients.map((one) => ({ ...one, sex: 'Male' as const })) }
  const { id: other } = await portal.draft(male)
  const refusal = await problemOfCall(submit(other))
  expect(refusal.errors).toMatchObject([{ path: '/patients/0/sex', rule: 'one-sex-test' }])
  const overrides = [{ key: 'one-sex-test:OVA3 Male', reason: 'Organ present: ovaries or uterus' }]
  const { id: third } = await portal.draft({ ...male, overrides })
  expect((await submit(third)).state).toBe('en-route')
})

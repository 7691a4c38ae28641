import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Order } from '#contract/order.ts'
import { todayAtLaboratory } from '#domain/dates/dates.ts'
import { SIGNED } from '#domain/orders/attestation.ts'
import { blankContaminationCheck, blankFetus, blankPregnancy } from '#domain/orders/pregnancy.ts'
import { administer } from '#server/database/connection/connect.ts'
import { laboratoryMessage } from '../../testing/laboratory.ts'
import { problemIn, problemOfCall, startPortal, type TestPortal } from '../../testing/portal.ts'
import { FOREIGN, PARENT, readyOrder } from '../../testing/world.ts'
import { sampleOf, say } from './testing/sample-of.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

const arrived = async () => sampleOf(portal, await portal.submitted())
interface AddTestRequest {
  as?: string
  path?: string
}
const requestTest = (
  id: number,
  body: object = {},
  { as = 'OrderCreator@P1', path = `samples/${PARENT}` }: AddTestRequest = {},
) =>
  portal.request(`/api/${path}/${id}/add-test`, {
    ...{ as, method: 'POST', body: { draftKey: randomUUID(), testCodes: ['EPI2'], ...body } },
  })
const drafted = async (id: number, body?: object, more?: AddTestRequest): Promise<Order> => {
  const response = await requestTest(id, body, more)
  expect(response.status).toBe(201)
  return (await response.json()) as Order
}
const refused = async (id: number, body?: object, more?: AddTestRequest) => {
  const response = await requestTest(id, body, more)
  const { code, errors = [] } = await problemIn(response)
  return [response.status, code, ...errors.map(({ path }) => path)]
}

/** A submitted reflex test on the sample of an order. */
async function addedOn(id: number, order: Order): Promise<Order> {
  const draft = await drafted(id, { isReflex: true })
  const params = { hospital: PARENT, id: draft.id }
  const overrides = [{ key: `overlap:WES1 EPI2 ${order.id}`, reason: 'Read again' }]
  const patch = [
    {
      op: 'replace' as const,
      path: '/consents',
      value: order.document.consents.map((one) => ({ ...one })),
    },
    { op: 'replace' as const, path: '/overrides', value: overrides },
  ]
  await portal.as('OrderSubmitter@P1').orders.patch({ params, headers: {}, body: patch })
  return portal.as('OrderSubmitter@P1').orders.submit({
    params,
    headers: {},
    query: { ...SIGNED, isAddOn: 'true', assignNewLabNumber: 'false' },
  })
}

describe('[API-47] added tests on a sample', () => {
  test('start as a draft with the same people, provider, payer and clinical information', async () => {
    const { id, order } = await arrived()
    const draft = await drafted(id)
    expect(draft).toMatchObject({ state: 'draft', hospitalCode: PARENT, assignNewLabNumber: false })
    const { document } = draft
    expect(document).toMatchObject({
      addOn: { orderId: order.id, sampleId: id, labNumber: `L-${order.id}`, kind: 'add-on' },
      tests: [{ testCode: 'EPI2', testName: 'Epilepsy Panel' }],
      ...{ samples: [], consents: [], addOnTests: [] },
    })
    const unchanged = [
      'patients',
      'orderingProvider',
      'payment',
      'indicationsForTesting',
      'familyHistory',
    ] as const
    for (const key of unchanged) expect(document[key]).toEqual(order.document[key])
    expect(draft.events[0]?.detail).toContain(String(order.id))
  })

  test.each([
    [{ isReflex: true }, 'reflex'],
    [{ isReanalysis: true }, 'reanalysis'],
  ])('%j', async (body, kind) => {
    const { id } = await arrived()
    expect((await drafted(id, body)).document.addOn?.kind).toBe(kind)
  })

  test('create one draft, however often the request is repeated, in either spelling of the path', async () => {
    const { id } = await arrived()
    const draftKey = randomUUID()
    const first = await drafted(id, { draftKey })
    const again = await drafted(id, { draftKey }, { path: `Samples/${PARENT}` })
    expect(again.id).toBe(first.id)
  })

  test('include each test once, and none if none is named', async () => {
    const { id } = await arrived()
    const { document } = await drafted(id, { testCodes: ['EPI2', 'CYS4', 'EPI2'] })
    expect(document.tests.map(({ testCode }) => testCode)).toEqual(['EPI2', 'CYS4'])
    const none = await drafted(id, { testCodes: [] })
    expect(none.document.tests).toMatchObject([{ testCode: '' }])
  })

  test('accept the order’s or its family’s number in any spelling, and no other', async () => {
    const document = readyOrder()
    for (const sample of document.samples) sample.bgFamilyNumber = 'Fam-7'
    const { id, order } = await sampleOf(portal, await portal.submitted(document))
    const numberOf = async (labNumber: string) => (await drafted(id, { labNumber })).document.addOn?.labNumber
    expect(await numberOf(` l-${order.id} `)).toBe(`L-${order.id}`)
    expect(await numberOf('FAM-7')).toBe('Fam-7')
    const relatives = await portal.as('OrderSubmitter@P1').orders.copy({
      params: { hospital: PARENT, id: order.id },
      body: { draftKey: randomUUID(), as: 'relative' },
    })
    const { db } = portal.worker
    const number = { accession_number: 'L-COUSIN' }
    expect(await refused(id, { labNumber: 'L-COUSIN' })).toEqual([422, 'invalid-fields', '/labNumber'])
    await db.updateTable('orders').set(number).where('id', '=', relatives.id).execute()
    expect(await numberOf('L-COUSIN')).toBe('L-COUSIN')
    expect(await refused(id, { labNumber: 'L-1' })).toEqual([422, 'invalid-fields', '/labNumber'])
  })

  test('report all errors together', async () => {
    const { id } = await arrived()
    const body = { testCodes: ['EPI2', 'NONE'], labNumber: 'X', isReflex: true, isReanalysis: true }
    expect(await refused(id, body)).toEqual([
      ...[422, 'invalid-fields', '/testCodes/1', '/labNumber', '/isReanalysis'],
    ])
    expect(await refused(id, { draftKey: 'none' })).toEqual([422, 'invalid-fields', '/draftKey'])
  })

  test('are refused while the sample is in transit, and when its order was cancelled', async () => {
    const { id, order } = await sampleOf(portal, await portal.submitted(), { inTransit: true })
    expect(await refused(id)).toEqual([409, 'wrong-state'])
    await say(portal, order.id, 'X')
    expect(await refused(id)).toEqual([409, 'wrong-state'])
  })

  test('are refused on a rejected specimen, and as a draft once it is rejected or its order cancelled; a reanalysis is not', async () => {
    const { id, order } = await arrived()
    const draft = await drafted(id)
    const reanalysis = await drafted(id, { isReanalysis: true })
    const specimens = [{ number: `${order.id}-s1`, rejected: 'QS' }]
    await portal.receive(laboratoryMessage(`REJ-${order.id}`, { order: order.id, specimens }))
    expect(await refused(id)).toEqual([409, 'wrong-state'])
    expect((await drafted(id, { isReanalysis: true })).document.addOn?.kind).toBe('reanalysis')
    const submit = async ({ id }: Order) => {
      const params = { hospital: PARENT, id }
      const query = { ...SIGNED, isAddOn: 'true', assignNewLabNumber: 'false' } as const
      const call = portal.as('OrderSubmitter@P1').orders.submit({ params, headers: {}, query })
      const { errors = [] } = await problemOfCall(call)
      return errors.flatMap(({ path, message }) => (path === '/addOn/sampleId' ? [message] : []))
    }
    expect(await submit(draft)).toEqual([
      'The laboratory has rejected this specimen. Order the test on another one, or start a new order',
    ])
    expect(await submit(reanalysis)).toEqual([])

    const cancelled = await arrived()
    const late = await drafted(cancelled.id)
    await say(portal, cancelled.order.id, 'X')
    expect(await submit(late)).toEqual([
      'The order of this specimen is cancelled: no test can be added on it. Start a new order',
    ])
  })

  test('are for users who may order at the sample’s institution', async () => {
    const { id } = await arrived()
    expect(await refused(id, {}, { as: 'OrderViewer@P1' })).toEqual([403, 'forbidden'])
    expect(await refused(id, {}, { as: `OrderSubmitter@${FOREIGN}` })).toEqual([404, 'not-found'])
    const path = `samples/${FOREIGN}`
    expect(await refused(id, {}, { as: `OrderSubmitter@${FOREIGN}`, path })).toEqual([404, 'not-found'])
    expect(await refused(id, {}, { path })).toEqual([404, 'not-found'])
    expect(await refused(999_999)).toEqual([404, 'not-found'])
  })

  test('once submitted, name the specimen and its number in the message to the laboratory', async () => {
    const { id, order } = await arrived()
    const submitted = await addedOn(id, order)
    expect(submitted).toMatchObject({ state: 'en-route', samples: [] })
    const { body } = await portal.worker.db
      .selectFrom('message_out')
      .select('body')
      .where('order_id', '=', submitted.id)
      .executeTakeFirstOrThrow()
    expect(body).toContain(`|${order.id}&KARYO^L-${order.id}&LIS|`)
    expect(body).toMatch(
      new RegExp(`\\rOBR\\|1\\|${submitted.id}\\^KARYO\\|L-${order.id}\\^LIS\\|EPI2.*\\|A\\|`),
    )
    expect(body).toContain(`overlap:WES1 EPI2 ${order.id}: Read again`)
    expect(body).toContain(`\rSPM|1|${order.id}-s1||Blood^Blood^L`)

    // Two orders now have the number: a message with no other number is for the one with the test.
    const options = { number: `L-${order.id}`, test: 'EPI2' }
    await portal.receive(laboratoryMessage('ADD-1', { ...options, order: submitted.id, status: 'O' }))
    await portal.receive(laboratoryMessage('ADD-2', { ...options, status: 'I' }))
    const stateOf = async (of: number) =>
      (await portal.as('Support').orders.get({ params: { hospital: PARENT, id: of } })).state
    expect([await stateOf(order.id), await stateOf(submitted.id)]).toEqual(['accessioned', 'in-process'])
  })

  const SPECIMEN = { system: 'urn:karyo:specimen' }
  const inBundle = (added: Order, source: Order) =>
    JSON.stringify({
      ...{ resourceType: 'Bundle', type: 'transaction', identifier: { value: `ADD-${added.id}` } },
      ...{ timestamp: '2026-03-13T10:15:00-05:00' },
      entry: [
        {
          resourceType: 'Task',
          identifier: [{ system: 'urn:karyo:message', value: `NW${added.id}` }],
          ...{ status: 'accepted', intent: 'order' },
        },
        {
          resourceType: 'Specimen',
          identifier: [{ ...SPECIMEN, value: `${source.id}-s1` }],
          ...{ status: 'unsatisfactory', condition: [{ text: 'Too little blood' }] },
        },
      ].map((resource) => ({ resource, request: { method: 'PUT', url: resource.resourceType } })),
    })

  test.each([
    [
      'HL7',
      (added: Order, source: Order) =>
        laboratoryMessage(`ADD-${added.id}`, {
          ...{ order: added.id, test: 'EPI2', number: `L-${source.id}` },
          specimens: [{ number: `${source.id}-s1`, rejected: 'QS^Too little blood' }],
        }),
    ],
    ['FHIR', inBundle],
  ])(
    'tell when the laboratory cannot use the specimen for them, and leave its own order as it is (%s)',
    async (_, written) => {
      const { id, order } = await arrived()
      const added = await addedOn(id, order)
      const read = async (id: number) => {
        const { events, samples } = await portal
          .as('OrderViewer@P1')
          .orders.get({ params: { hospital: PARENT, id } })
        const notes = events.filter(({ kind }) => kind === 'laboratory-note').map(({ detail }) => detail)
        return { notes, rejected: samples.filter((sample) => sample.rejected) }
      }
      for (const _ of [1, 2]) await portal.receive(written(added, order))
      expect(await read(added.id)).toEqual({
        ...{ notes: [`Blood ${order.id}-s1: Too little blood`], rejected: [] },
      })
      expect(await read(order.id)).toEqual({ notes: [], rejected: [] })
      const mails = await portal.worker.db
        .selectFrom('mail_out')
        .select('recipient')
        .where('subject', '=', `Order ${added.id}: a note from the laboratory`)
        .execute()
      const recipients = mails.map(({ recipient }) => recipient)
      expect(recipients.length).toBeGreaterThan(0)
      expect(recipients).toEqual([...new Set(recipients)])
    },
  )
})

describe('[CNST-05] added tests on the specimen of somebody who', () => {
  /** The points at the specimen when the draft with this content is submitted. */
  const pointsOf = async ({ id, document }: Order, patients = document.patients) => {
    const { points } = await portal.as('OrderCreator@P1').orders.check({
      ...{ params: { hospital: PARENT }, body: { orderId: id, document: { ...document, patients } } },
    })
    return points.filter(({ path }) => path === '/addOn/sampleId').map(({ rule, message }) => [rule, message])
  }
  const renamed = ({ document }: Order) =>
    document.patients.map((one) => ({
      ...one,
      firstName: 'Abe',
      lastName: 'Quill',
      dateOfBirth: '2001-01-01',
    }))
  const withdraw = (order: Order, items: string[]) =>
    portal.as('OrderSubmitter@P1').orders.withdrawConsent({
      params: { hospital: PARENT, id: order.id },
      body: { patient: 'proband', items, on: todayAtLaboratory(new Date()), reason: 'By letter' },
    })

  test('withdrew a consent in its order need a reason', async () => {
    const { id, order } = await arrived()
    const draft = await drafted(id)
    expect(await pointsOf(draft)).toEqual([])
    await withdraw(order, ['testing'])
    await withdraw(order, ['research'])
    const [[rule, message] = []] = await pointsOf(draft)
    expect(rule).toBe('withdrawn')
    expect(message).toContain('Linh Nguyễn withdrew consents in the order of this specimen on')
    expect(message).toContain('Consent for genetic testing, ')
  })

  test('is not in the order are refused, also if the specimen is a fetus’s or was collected again', async () => {
    const { id, order } = await arrived()
    const change = (set: object) =>
      administer(portal.database.url, (db) =>
        db.updateTable('sample').set(set).where('id', '=', id).execute(),
      )
    await change({ sample_key: 's1-r1' })
    const again = await drafted(id)
    expect(await pointsOf(again)).toEqual([])
    expect((await pointsOf(again, renamed(again))).map(([rule]) => rule)).toEqual(['conflicts'])

    const { document } = order
    const contamination = { ...blankContaminationCheck(), contaminationPlan: 'refused' as const }
    const ofFetus = {
      ...document,
      pregnancy: { ...blankPregnancy(), fetuses: [blankFetus('fetus-1', 'A')] },
      samples: document.samples.map((one) => ({ ...one, patient: 'fetus-1', contamination })),
    }
    await administer(portal.database.url, (db) =>
      db.updateTable('orders').set({ document: ofFetus }).where('id', '=', order.id).execute(),
    )
    const prenatal = await drafted(id)
    expect(await pointsOf(prenatal)).toEqual([])
    expect((await pointsOf(prenatal, renamed(prenatal))).map(([rule]) => rule)).toEqual(['conflicts'])
  })
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newOrder } from '#domain/orders/document.ts'
import { laboratoryMessage, REPORT } from '../../testing/laboratory.ts'
import { problemIn, problemOfCall, startPortal, type TestPortal } from '../../testing/portal.ts'
import { CHILD, FOREIGN, PARENT, readyOrder } from '../../testing/world.ts'

const hospital = PARENT
const by = 'OrderSubmitter@P1'
const noHeaders = { headers: {} }

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

const get = (id: number) => portal.as(by).orders.get({ params: { hospital, id } })
const note = (value: string) => [{ op: 'replace' as const, path: '/clinicalNotes', value }]

describe('[API-29] creating a draft', () => {
  test('with any content, however little', async () => {
    const document = newOrder()
    const order = await portal.draft(document, { by: 'OrderCreator@P1', at: hospital })
    expect(order).toMatchObject({ version: 1, state: 'draft', displayStatus: 'Pending Submission', document })
    expect(order).toMatchObject({ hospitalCode: hospital, institutionName: 'Parent Clinic', reports: [] })
    expect(order.createdBy).toBe('Test OrderCreator@P1')
    expect(order.events.map(({ kind, actor }) => [kind, actor])).toEqual([
      ['draft-begun', 'Test OrderCreator@P1'],
    ])
  })

  test('creates one draft for repeated and concurrent requests with the same key', async () => {
    const body = { draftKey: randomUUID(), document: readyOrder() }
    const create = (subject: string) => portal.as(subject).orders.create({ params: { hospital }, body })
    const orders = await Promise.all(Array.from({ length: 12 }, () => create(by)))
    const changed = { ...body, document: newOrder() }
    const retried = await portal.as(by).orders.create({ params: { hospital }, body: changed })
    expect(new Set([...orders, retried].map(({ id }) => id)).size).toBe(1)
    expect(retried.document).toEqual(body.document)
    expect(retried.events).toHaveLength(1)
    // The key belongs to the user and the institution: others may use the same one.
    expect((await create('SuperUser@P1')).id).not.toBe(retried.id)
    const child = await portal.as(by).orders.create({ params: { hospital: CHILD }, body })
    expect(child.id).not.toBe(retried.id)
  })

  test('returns what its reader may do with it', async () => {
    const { id } = await portal.draft()
    const abilities = async (subject: string) =>
      (await portal.as(subject).orders.get({ params: { hospital, id } })).abilities
    const creator = [
      'edit',
      'askToSubmit',
      'handOver',
      'discard',
      'addDocument',
      'removeDocument',
      'extendRequisition',
    ]
    expect(await abilities('OrderCreator@P1')).toEqual(creator)
    expect(await abilities('OrderSubmitter@P1')).toEqual(['edit', 'submit', ...creator.slice(1)])
    expect(await abilities('OrderViewer@P1')).toEqual([])
  })
})

describe('[API-30] changing a draft', () => {
  test('by a patch raises the version by one and shows in the list', async () => {
    const { id } = await portal.draft()
    const body = [
      { op: 'replace' as const, path: '/patients/0/lastName', value: 'Zweig' },
      { op: 'add' as const, path: '/recipients/-', value: { name: 'Dr. Quill', fax: '', email: '' } },
    ]
    const changed = await portal
      .as('OrderCreator@P1')
      .orders.patch({ params: { hospital, id }, body, ...noHeaders })
    expect(changed.version).toBe(2)
    expect(changed.updatedBy).toBe('Test OrderCreator@P1')
    expect(changed.document.patients[0]?.lastName).toBe('Zweig')
    expect(changed.document.recipients).toEqual([{ name: 'Dr. Quill', fax: '', email: '' }])
    expect(await get(id)).toMatchObject({ version: 2, document: changed.document })
    const { ordersDTO } = await portal
      .as(by)
      .orders.list({ params: { hospital }, query: { keyword: 'zweig' } })
    expect(ordersDTO.map((row) => row.id)).toEqual([id])
  })

  test('is allowed only from the version seen, and a conflict names who saved in the meantime', async () => {
    const { id } = await portal.draft()
    const patch = (subject: string, seen: string, value: string) =>
      portal
        .as(subject)
        .orders.patch({ params: { hospital, id }, headers: { 'if-match': seen }, body: note(value) })
    expect((await patch(by, '"1"', 'first')).version).toBe(2)
    expect((await patch('OrderCreator@P1', '2', 'second')).version).toBe(3)
    for (const seen of ['"1"', '2', '99']) {
      const conflict = await problemOfCall(patch(by, seen, 'lost'))
      expect(conflict).toMatchObject({ status: 412, code: 'version-conflict' })
      expect(conflict.detail).toMatch(
        /^Test OrderCreator@P1 saved version 3 in the meantime, \d+ \w{3} \d{4}, \d+:\d\d [AP]M C[DS]T\.$/,
      )
    }
    const badTag = await problemOfCall(patch(by, 'W/"3"', 'lost'))
    expect(badTag.errors?.map(({ path }) => path)).toEqual(['/headers/if-match'])
    expect(await get(id)).toMatchObject({ version: 3, document: { clinicalNotes: 'second' } })
  })

  test('from two places concurrently: with the version seen one wins, without it both are kept', async () => {
    const { id } = await portal.draft()
    const seen = await Promise.allSettled(
      Array.from({ length: 8 }, (_, index) =>
        portal.as(by).orders.patch({
          params: { hospital, id },
          headers: { 'if-match': '1' },
          body: note(`tab ${index}`),
        }),
      ),
    )
    expect(seen.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const add = (name: string) => [
      { op: 'add' as const, path: '/recipients/-', value: { name, fax: '', email: '' } },
    ]
    const names = ['A', 'B', 'C', 'D', 'E', 'F']
    await Promise.all(
      names.map((name) =>
        portal.as(by).orders.patch({ params: { hospital, id }, body: add(name), ...noHeaders }),
      ),
    )
    const order = await get(id)
    expect(order.version).toBe(2 + names.length)
    expect(order.document.recipients.map(({ name }) => name).sort()).toEqual(names)
  })

  test('is audited with who and where, without the content', async () => {
    const { id } = await portal.draft()
    await portal.as(by).orders.patch({ params: { hospital, id }, body: note('private words'), ...noHeaders })
    const trail = await portal.worker.db
      .selectFrom('audit_event')
      .selectAll()
      .where('entity_id', '=', String(id))
      .orderBy('id')
      .execute()
    expect(
      trail.map(({ action, actor_subject, institution_code }) => [action, actor_subject, institution_code]),
    ).toEqual([
      ['order.create', by, hospital],
      ['order.change', by, hospital],
    ])
    expect(trail[1]?.detail).toEqual({ version: 2, paths: ['/clinicalNotes'] })
  })
})

describe('[ORDER-04] drops patch operations on configured invalid paths', () => {
  const patch = (id: number, body: Parameters<ReturnType<TestPortal['as']>['orders']['patch']>[0]['body']) =>
    portal.as(by).orders.patch({ params: { hospital, id }, headers: {}, body })

  test('while the rest is applied', async () => {
    const { id } = await portal.draft()
    const addOn = { orderId: 1, sampleId: 1, labNumber: '', kind: 'add-on' }
    const changed = await patch(id, [
      { op: 'replace', path: '/isVOB', value: true },
      ...note('kept'),
      { op: 'replace', path: '/addOn', value: addOn },
      { op: 'add', path: '/addOn/kind', value: 'reflex' },
      { op: 'test', path: '/isVOB', value: true },
      { op: 'remove', path: '/isVOB' },
      { op: 'move', from: '/isVOB', path: '/clinicalNotes' },
    ])
    expect(changed).toMatchObject({ version: 2, vobStatus: null })
    expect(changed.document).toMatchObject({ isVOB: false, addOn: null, clinicalNotes: 'kept' })
  })

  test('writes nothing if none are left', async () => {
    const before = await portal.draft()
    expect(await patch(before.id, [{ op: 'replace', path: '/isVOB', value: true }])).toEqual(before)
  })

  test('does not allow replacing the whole document', async () => {
    const before = await portal.draft()
    const value = JSON.parse(JSON.stringify({ ...before.document, isVOB: true }))
    expect(await problemOfCall(patch(before.id, [{ op: 'replace', path: '', value }]))).toMatchObject({
      status: 422,
    })
    expect(await get(before.id)).toEqual(before)
  })
})

describe('[API-38] discarding a draft', () => {
  test('removes it for everybody, with its events; the audit trail has the version and the tests, nothing of the patient', async () => {
    const { id, document, version } = await portal.draft(readyOrder())
    const params = { h: hospital, id }
    expect(await portal.as(by).orders.discard({ params })).toBeUndefined()
    expect(await problemOfCall(get(id))).toMatchObject({ status: 404, code: 'not-found' })
    expect(await problemOfCall(portal.as(by).orders.discard({ params }))).toMatchObject({ status: 404 })
    const { db } = portal.worker
    expect(await db.selectFrom('order_event').selectAll().where('order_id', '=', id).execute()).toEqual([])
    const [last] = await db
      .selectFrom('audit_event')
      .selectAll()
      .where('action', '=', 'order.discard')
      .execute()
    expect(last).toMatchObject({ entity_id: String(id), actor_subject: by })
    expect(last?.detail).toEqual({ version, tests: document.tests.map(({ testCode }) => testCode) })
  })
})

test("[PERM-10] another institution's order does not exist, by any path and header", async () => {
  const { id } = await portal.submitted(readyOrder(), { by: `OrderSubmitter@${FOREIGN}`, at: FOREIGN })
  await portal.receive(laboratoryMessage(`F${id}`, { order: id, number: 'L-F', status: 'F', pdf: REPORT }))
  const foreignOrder = () =>
    portal.as(`OrderSubmitter@${FOREIGN}`).orders.get({ params: { hospital: FOREIGN, id } })
  const before = await foreignOrder()
  for (const code of [PARENT, CHILD, FOREIGN])
    for (const [method, path, body] of [
      ['GET', `/api/Orders/${code}/${id}`],
      ['GET', `/api/orders/${code}/${id}/report`],
      ['PATCH', `/api/Orders/${code}/${id}`, note('taken over')],
      ['POST', `/api/Orders/${code}/${id}/approve`],
      ['DELETE', `/api/orders/${code}/${id}`],
    ] as const)
      for (const codes of [undefined, FOREIGN, '*', `${code},${FOREIGN}`]) {
        const headers = {
          ...(body ? { 'content-type': 'application/json-patch+json' } : {}),
          ...(codes === undefined ? {} : { 'institution-codes': codes }),
        }
        const response = await portal.request(path, {
          as: 'SuperUser@P1',
          method,
          headers,
          ...(body ? { body } : {}),
        })
        expect([method, path, codes, response.status]).toEqual([method, path, codes, 404])
        // The same reply as for an order that never existed.
        expect(await problemIn(response)).toMatchObject({ code: 'not-found' })
      }
  expect(await foreignOrder()).toEqual(before)
})

describe('[API-32] finding an order', () => {
  test("by its number and by a specimen's, by either of the sample's two numbers", async () => {
    const order = await portal.submitted()
    const [sample] = order.samples
    const { tests, patients } = order.document
    expect(sample).toMatchObject({ relationship: 'Proband', specimenType: 'Blood', isAccessioned: false })
    expect(await get(order.id)).toEqual(order)
    expect([tests.length, patients.length, order.patient.lastName]).toEqual([1, 1, 'Nguyễn'])
    const find = (id: number, query = {}) =>
      portal.as('OrderViewer@P1').orders.bySample({ params: { hospital, id }, query })
    const read = { ...order, abilities: ['printRequisition'] }
    expect(await find(sample?.id ?? 0)).toEqual(read)
    expect(await find(999_999_999, { tempSampleId: sample?.id })).toEqual(read)
    expect(await problemOfCall(find(999_999_999))).toMatchObject({ status: 404 })
    const foreignRequest = { params: { hospital: FOREIGN, id: sample?.id ?? 0 }, query: {} }
    const other = portal.as(`OrderSubmitter@${FOREIGN}`).orders.bySample(foreignRequest)
    expect(await problemOfCall(other)).toMatchObject({ status: 404, code: 'not-found' })
  })
})

test("works in both of the specification's spellings", async () => {
  const { id } = await portal.draft()
  for (const path of [`/api/Orders/P1/${id}`, `/api/orders/P1/${id}`, `/api/ORDERS/P1/${id}/`]) {
    const response = await portal.request(path, { as: by })
    expect(await response.json()).toMatchObject({ id })
  }
  for (const path of ['/api/orders/P1?top=1', '/api/Orders/P1?top=1', '/api/tests/online-orderable'])
    expect((await portal.request(path, { as: by })).status).toBe(200)
  // The institution's code has only one spelling.
  expect((await portal.request(`/api/Orders/p1/${id}`, { as: by })).status).toBe(404)
})

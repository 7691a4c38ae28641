import { afterAll, beforeAll, expect, test } from 'vitest'
import { problemIn, problemOfCall, startPortal, type TestPortal } from '../../testing/portal.ts'
import { FOREIGN, PARENT } from '../../testing/world.ts'
import { piecesOf } from './testing/pdf-text.ts'

const [creator, viewer, stranger] = ['OrderCreator@P1', 'OrderViewer@P1', 'OrderSubmitter@F1']

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

const requisition = (id: number, by = viewer, h = PARENT) =>
  portal.as(by).documents.requisition({ params: { h, id } })
const add = (id: number, htmlContent: string, by = creator, h = PARENT) =>
  portal.as(by).documents.addRequisition({ params: { h, id }, body: { htmlContent } })
const textOf = (pdf: Uint8Array) =>
  piecesOf(pdf)
    .map(({ text }) => text)
    .join('\n')

test('the requisition of a submitted order is a PDF that names the laboratory, the order and the patient', async () => {
  const { id } = await portal.submitted()
  const response = await portal.request(`/api/orders/${PARENT}/${id}/requisition`, { as: viewer })
  expect(response.headers.get('content-type')).toBe('application/pdf')
  const text = textOf(new Uint8Array(await response.arrayBuffer()))
  for (const words of [
    'Larkfield Genetics',
    `Order ${id}`,
    `${id}-s1`,
    'Linh Nguyễn',
    'Parent Clinic',
    'WES1',
  ])
    expect(text).toContain(words)
  expect(text).toContain('Consent for genetic testing')
})

test('neither a draft nor another institution’s order has a requisition', async () => {
  const { id } = await portal.draft()
  expect(await problemOfCall(requisition(id))).toMatchObject({
    ...{ status: 409, code: 'wrong-state', detail: 'The order is Pending Submission.' },
  })
  const { id: submitted } = await portal.submitted()
  for (const h of [PARENT, FOREIGN])
    expect(await problemOfCall(requisition(submitted, stranger, h))).toMatchObject({ status: 404 })
})

test('[API-37] HTML added to a requisition is cleaned, noted in the timeline, and printed as text', async () => {
  const { id } = await portal.submitted()
  const path = `/api/orders/${PARENT}/${id}/add-req`
  const form = new FormData()
  form.append('htmlContent', '<p onclick="x()">Call <b>first</b> &amp; wait</p><script>alert(1)</script>')
  const response = await portal.request(path, { as: creator, method: 'POST', body: form })
  expect(response.status).toBe(201)
  expect(await response.json()).toEqual({ htmlContent: '<p>Call <b>first</b> &amp; wait</p>' })
  const encoded = await portal.request(path, {
    ...{ as: creator, method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    body: new URLSearchParams({ htmlContent: '<ul><li>then <a href="x">fax</a></li></ul>' }).toString(),
  })
  expect(await encoded.json()).toEqual({ htmlContent: '<ul><li>then fax</li></ul>' })

  const order = await portal.as(viewer).orders.get({ params: { hospital: PARENT, id } })
  expect(order.requisitionAdditions.map(({ html, by }) => [html, by])).toEqual([
    ['<p>Call <b>first</b> &amp; wait</p>', `Test ${creator}`],
    ['<ul><li>then fax</li></ul>', `Test ${creator}`],
  ])
  expect(order.events.filter(({ kind }) => kind === 'requisition-extended')).toHaveLength(2)
  const lines = await portal.worker.db
    .selectFrom('audit_event')
    .select('detail')
    .where('action', '=', 'requisition.extend')
    .where('entity_id', '=', String(id))
    .execute()
  // Not what was added: an erased order takes that along, and leaves the lines.
  expect(lines).toEqual([{ detail: {} }, { detail: {} }])
  const text = textOf(await requisition(id))
  expect(text).toContain('Call first & wait')
  expect(text).toContain('• then fax')
  expect(text).toContain(`Added by Test ${creator}`)
})

test('refuses an addition without text, as JSON, from a view-only user, or for another institution', async () => {
  const { id } = await portal.submitted()
  expect(await problemOfCall(add(id, '<script>alert(1)</script><p> </p>'))).toMatchObject({
    ...{ status: 422, code: 'invalid-fields', errors: [{ path: '/htmlContent', rule: 'empty' }] },
  })
  const json = await portal.request(`/api/orders/${PARENT}/${id}/add-req`, {
    ...{ as: creator, method: 'POST', body: { htmlContent: '<p>Hello</p>' } },
  })
  expect(await problemIn(json)).toMatchObject({ status: 415, code: 'unsupported-media-type' })
  expect(await problemOfCall(add(id, 'Hello', viewer))).toMatchObject({ status: 403 })
  for (const h of [PARENT, FOREIGN])
    expect(await problemOfCall(add(id, 'Hello', stranger, h))).toMatchObject({ status: 404 })
  const { requisitionAdditions } = await portal.as(viewer).orders.get({ params: { hospital: PARENT, id } })
  expect(requisitionAdditions).toEqual([])
})

test('prints requisitions for several orders as one PDF, all or none', async () => {
  const [one, two] = [await portal.submitted(), await portal.submitted()]
  const draft = await portal.draft()
  const all = (ids: string, by = viewer, h = PARENT) =>
    portal.as(by).documents.requisitions({ params: { h }, query: { ids } })
  const text = textOf(await all(`${two.id},${one.id},${two.id}`))
  expect(text.indexOf(`${two.id}-s1`)).toBeLessThan(text.indexOf(`${one.id}-s1`))
  expect(text.split(`${two.id}-s1`)).toHaveLength(2)
  expect(await problemOfCall(all(`${one.id},${draft.id}`))).toMatchObject({ code: 'wrong-state' })
  for (const h of [PARENT, FOREIGN])
    expect(await problemOfCall(all(String(one.id), stranger, h))).toMatchObject({ status: 404 })
  const many = Array.from({ length: 51 }, (_, n) => n + 1).join()
  for (const ids of ['', 'x', many])
    expect(await problemOfCall(all(ids))).toMatchObject({ code: 'invalid-fields' })
})

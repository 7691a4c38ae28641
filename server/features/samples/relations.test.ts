import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { todayAtLaboratory } from '#domain/dates/dates.ts'
import { SIGNED } from '#domain/orders/attestation.ts'
import { laboratoryMessage, REPORT } from '#server/testing/laboratory.ts'
import { startPortal, type TestPortal } from '#server/testing/portal.ts'
import { FOREIGN, PARENT, readyOrder } from '#server/testing/world.ts'
import { rejected, sampleOf, withFedex } from './testing/sample-of.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

const made = async () => sampleOf(portal, await portal.submitted())
const send = (path: string, as = 'OrderViewer@P1') => portal.request(`/api/${path}`, { as })
const both = (rest: string) => ['samples', 'Samples'].map((spelling) => `${spelling}/${rest}`)
const audited = async (action: string, id: number) => {
  const found = portal.worker.db
    .selectFrom('audit_event')
    .select('actor_subject')
    .where('action', '=', action)
  return (await found.where('entity_id', '=', String(id)).execute()).length
}

describe("[API-44] a sample's relations through its order", () => {
  test('include the report, which counts as opened and is audited', async () => {
    const { id, order } = await made()
    await portal.receive(reportOf(order.id))
    const unread = async () => {
      const { ordersDTO } = await portal.as('OrderViewer@P1').orders.list({
        params: { hospital: PARENT },
        query: { keyword: String(order.id) },
      })
      return ordersDTO[0]?.unreadReport
    }
    expect(await unread()).toBe(true)
    for (const path of both(`${PARENT}/${id}/report`)) {
      const response = await send(path)
      expect(response.headers.get('content-type')).toContain('application/pdf')
      expect(Buffer.from(await response.arrayBuffer())).toEqual(Buffer.from(REPORT))
    }
    expect(await unread()).toBe(false)
    expect(await audited('report.read', order.id)).toBe(2)
    expect((await send(`samples/${PARENT}/${id}/report?version=2`)).status).toBe(404)
  })

  test('include the requisition, and the documents with their download', async () => {
    const { id, order } = await made()
    const other = await made()
    const file = { filename: 'a.txt', mediaType: 'text/plain', content: Buffer.from('hello') }
    const { id: fileId } = await portal.as('OrderCreator@P1').documents.upload({
      params: { h: PARENT, id: order.id },
      body: { uploadKey: randomUUID(), type: 'Other', description: '', file },
    })
    for (const path of both(`${PARENT}/${id}/req`))
      expect(Buffer.from(await (await send(path)).arrayBuffer()).toString('latin1')).toMatch(/^%PDF/)
    for (const path of both(`${PARENT}/${id}/files`))
      expect(await (await send(path)).json()).toMatchObject([{ id: fileId, filename: 'a.txt' }])
    for (const path of both(`${PARENT}/${id}/file-download?fileId=${fileId}`)) {
      const response = await send(path)
      expect(response.headers.get('content-disposition')).toContain('a.txt')
      expect(await response.text()).toBe('hello')
    }
    expect((await send(`samples/${PARENT}/${other.id}/file-download?fileId=${fileId}`)).status).toBe(404)
    expect((await send(`samples/${PARENT}/${id}/file-download`)).status).toBe(422)
  })

  test("include the laboratory's recommendations", async () => {
    const { id, order } = await made()
    for (const path of both(`${PARENT}/${id}/treatment-recommendation`))
      expect(await (await send(path)).json()).toEqual([])
    const treatment = { order_id: order.id, institution_code: PARENT, treatment_key: 'a', test_code: 'WES1' }
    const words = { title: 'Diet', recommendation: 'Less salt', made_at: new Date() }
    await portal.worker.db
      .insertInto('treatment')
      .values({ ...treatment, ...words })
      .execute()
    const found = await (await send(`samples/${PARENT}/${id}/treatment-recommendation`)).json()
    expect(found).toMatchObject([{ testCode: 'WES1', title: 'Diet', recommendation: 'Less salt' }])
    expect(await audited('treatment.read', found[0].id)).toBe(1)
  })

  test('include the tests related to its own, and those ordered on it', async () => {
    const { id } = await made()
    const related = async () => (await send(`samples/${PARENT}/${id}/related-tests`)).json()
    const before = await related()
    expect(before).toContainEqual({
      ...{ code: 'CYS4', name: 'Cystic Fibrosis', relation: 'add-on', orderId: null, displayStatus: null },
    })
    const further = await addOn(id)
    for (const path of both(`${PARENT}/${id}/related-tests`))
      expect(await (await send(path)).json()).toEqual([
        {
          ...{ code: 'EPI2', name: 'Epilepsy Panel', relation: 'ordered', orderId: further },
          displayStatus: 'En Route',
        },
        ...before,
      ])
  })

  test('do not exist for a user of another institution', async () => {
    const { id } = await made()
    for (const rest of [
      'report',
      'req',
      'files',
      'file-download?fileId=1',
      'treatment-recommendation',
      'related-tests',
    ])
      for (const h of [PARENT, FOREIGN])
        expect((await send(`samples/${h}/${id}/${rest}`, `OrderSubmitter@${FOREIGN}`)).status, rest).toBe(404)
  })
})

describe('a sample by its number', () => {
  test('[API-43] is returned with its referral, at any institution in scope', async () => {
    const { id, order } = await made()
    const further = await addOn(id)
    for (const path of both(`tempSamples/${id}`))
      expect(await (await send(path)).json()).toMatchObject({ id, orderId: order.id, status: 'Received' })
    for (const path of both(`tempSamples/${id}/referrals`)) {
      const referrals = await (await send(path)).json()
      expect(referrals.map(({ orderId }: { orderId: number }) => orderId)).toEqual([order.id, further])
      expect(referrals[0]).toMatchObject({
        ...{ sampleId: id, institution: { code: PARENT } },
        provider: { firstName: 'Ada', lastName: 'Okafor', npi: '1234567893' },
        recipients: order.document.recipients,
      })
    }
    for (const rest of ['', '/referrals'])
      expect((await send(`Samples/tempSamples/${id}${rest}`, `OrderSubmitter@${FOREIGN}`)).status).toBe(404)
  })
})

test('[API-45] lists the referrals of an institution’s samples, and a sample with its order, shipment and siblings', async () => {
  // More than one page.
  await made()
  const { id, again, order } = await rejected(portal, await portal.submitted())
  for (const path of both(`${PARENT}/referrals?pageSize=2`)) {
    const { total, referrals } = await (await send(path)).json()
    expect(total).toBeGreaterThan(2)
    expect(referrals.map(({ sampleId }: { sampleId: number }) => sampleId)).toEqual([again, id])
  }
  expect((await send(`samples/${PARENT}/referrals?index=99`)).status).toBe(400)
  await portal.as('OrderCreator@P1').samples.collectedAgain({
    params: { h: PARENT, id: again },
    body: { dateOfCollection: todayAtLaboratory(new Date()), ...withFedex() },
  })
  for (const path of both(`v2/${PARENT}/${again}`)) {
    const reply = await (await send(path)).json()
    expect(reply.sample).toMatchObject({ id: again, recollectionOf: id })
    expect(reply.order).toMatchObject({ id: order.id, state: 'en-route' })
    expect(reply.siblings).toMatchObject([{ id, status: 'Rejected' }])
    const steps = reply.timeline.map((step: { kind: string; isExpected: boolean }) => [
      step.kind,
      step.isExpected,
    ])
    expect(steps).toEqual([
      ['taken-again', false],
      ['sent', false],
      ['arrived', true],
      ['testing', true],
      ['reported', true],
    ])
  }
  expect(await audited('sample.view', again)).toBe(2)
  expect((await send(`Samples/v2/${PARENT}/${id}`, `OrderSubmitter@${FOREIGN}`)).status).toBe(404)
  expect((await send(`Samples/v2/${FOREIGN}/${id}`)).status).toBe(404)
})

/** Submits an order for an added test on a sample; returns its number. */
async function addOn(id: number): Promise<number> {
  const who = portal.as('OrderSubmitter@P1')
  const draft = await who.samples.addTest({
    params: { h: PARENT, id },
    body: { draftKey: randomUUID(), testCodes: ['EPI2'] },
  })
  const overrides = [{ key: `overlap:WES1 EPI2 ${draft.document.addOn?.orderId}`, reason: 'Read again' }]
  await who.orders.patch({
    params: { hospital: PARENT, id: draft.id },
    headers: {},
    body: [
      { op: 'replace', path: '/consents', value: readyOrder().consents.map((one) => ({ ...one })) },
      { op: 'replace', path: '/overrides', value: overrides },
    ],
  })
  const params = { hospital: PARENT, id: draft.id }
  await who.orders.submit({ params, headers: {}, query: { ...SIGNED, isAddOn: 'true' } })
  return draft.id
}

function reportOf(order: number): string {
  return laboratoryMessage(`R${order}`, { order, number: `L-${order}`, status: 'F', pdf: REPORT })
}

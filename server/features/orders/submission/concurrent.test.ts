import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SIGNED } from '#domain/orders/attestation.ts'
import { laboratoryMessage } from '#server/testing/laboratory.ts'
import { problemOfCall, startPortal, type TestPortal } from '#server/testing/portal.ts'
import { PARENT, readyOrder, readyVerification } from '#server/testing/world.ts'

const hospital = PARENT
const by = 'OrderSubmitter@P1'
const creator = 'OrderCreator@P1'
const ATTEMPTS = 3

let portal: TestPortal
let submitter = 0
beforeAll(async () => {
  portal = await startPortal()
  const submitters = await portal.as(creator).orders.submitters({ params: { hospital } })
  submitter = submitters.find(({ name }) => name.includes(by))?.id ?? 0
})
afterAll(() => portal?.stop())

const submit = (id: number, as = by) =>
  portal.as(as).orders.submit({ params: { hospital, id }, headers: {}, query: SIGNED })
const get = (id: number) => portal.as(by).orders.get({ params: { hospital, id } })
const messages = async (id: number) =>
  portal.worker.db.selectFrom('message_out').select('body').where('order_id', '=', id).execute()

describe('concurrent actions of two users', () => {
  test('two orders for the same test and patient: one is submitted, and the other gets the warning', async () => {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const document = readyOrder()
      const drafts = await Promise.all([
        portal.draft(document),
        portal.draft(document, { by: creator, at: hospital }),
      ])
      const done = await Promise.allSettled(drafts.map(({ id }) => submit(id)))
      const went = done.findIndex(({ status }) => status === 'fulfilled')
      const other = drafts[1 - went]?.id ?? 0
      expect((await problemOfCall(submit(other))).errors).toMatchObject([{ rule: 'ordered-before' }])
      expect(await messages(other)).toEqual([])
      expect(await messages(drafts[went]?.id ?? 0)).toHaveLength(1)
    }
  })

  test('converting a verification in two tabs and by a colleague creates one order', async () => {
    const { id } = await portal.draft(readyVerification())
    const copy = (as: string, draftKey: string) =>
      portal.as(as).orders.copy({ params: { hospital, id }, body: { draftKey, as: 'order' } })
    const draftKey = randomUUID()
    const made = await Promise.allSettled([
      copy(by, draftKey),
      copy(by, draftKey),
      copy(by, randomUUID()),
      copy(creator, randomUUID()),
    ])
    const ids = made.flatMap((one) => (one.status === 'fulfilled' ? [one.value.id] : []))
    expect(new Set(ids).size).toBe(1)
    expect(await get(id)).toMatchObject({ vobStatus: 'ordered', orderedAs: ids[0] })
  })

  test('requesting, returning, handing over or changing a draft while it is submitted happens before it, or is refused', async () => {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const { id } = await portal.draft()
      const params = { hospital, id }
      const { orders } = portal.as(creator)
      await orders.askToSubmit({ params, body: { physicianId: submitter, note: '' } })
      const [submitted, ...others] = await Promise.allSettled([
        submit(id),
        orders.askToSubmit({ params, body: { physicianId: submitter, note: 'Please' } }),
        portal.as(by).orders.sendBack({ params, body: { note: 'Not yet' } }),
        orders.handOver({ params, body: { physicianId: submitter } }),
        orders.patch({
          params,
          headers: {},
          body: [{ op: 'replace', path: '/clinicalNotes', value: 'new' }],
        }),
      ])
      expect(submitted.status).toBe('fulfilled')
      const order = await get(id)
      expect(order).toMatchObject({ state: 'en-route', submissionAsked: null, sentBackNote: '' })
      expect(order.events.at(-1)?.kind).toBe('submitted')
      expect(order.document.clinicalNotes).toBe(others[3]?.status === 'fulfilled' ? 'new' : '')
      expect(await messages(id)).toHaveLength(1)
    }
  })

  test('discarding a draft or adding a document while it is submitted: one of the two happens, completely', async () => {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const { id } = await portal.draft()
      const file = { filename: 'a.txt', mediaType: 'text/plain', content: Buffer.from('Notes') }
      const body = { uploadKey: randomUUID(), type: 'Other' as const, description: '', file }
      const [submitted, discarded, ...uploads] = await Promise.allSettled([
        submit(id),
        portal.as(creator).orders.discard({ params: { h: hospital, id } }),
        portal.as(creator).documents.upload({ params: { h: hospital, id }, body }),
        portal.as(by).documents.upload({ params: { h: hospital, id }, body }),
      ])
      expect([submitted.status, discarded.status].toSorted()).toEqual(['fulfilled', 'rejected'])
      const stored = await portal.worker.db
        .selectFrom('document')
        .select('id')
        .where('order_id', '=', id)
        .execute()
      const sent = await messages(id)
      if (submitted.status === 'fulfilled') {
        expect(uploads.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
        expect([stored.length, sent.length]).toEqual([1, 1])
      } else {
        expect(await problemOfCall(get(id))).toMatchObject({ code: 'not-found' })
        expect([stored.length, sent.length]).toEqual([0, 0])
      }
    }
  })

  test('cancelling while the laboratory receives the sample: requested for the order, or refused because the sample is there', async () => {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const { id } = await portal.submitted()
      const params = { hospital, id, sameHospital: hospital }
      const [outcome] = await Promise.allSettled([
        portal.as(by).orders.cancel({ params, body: { reason: 'Moved away', type: 'Order' } }),
        portal.receive(laboratoryMessage(`IN${id}`, { order: id, number: `L-${id}`, status: 'O' })),
      ])
      const order = await get(id)
      const went = outcome.status === 'fulfilled'
      expect(order).toMatchObject({ accessionNumber: `L-${id}`, samples: [{ isAccessioned: true }] })
      expect([order.state, (await messages(id)).length]).toEqual(
        went ? ['pending-cancellation', 2] : ['accessioned', 1],
      )
      const refused = { order: id, number: `L-${id}`, control: 'UC', words: 'Too late' }
      await portal.receive(laboratoryMessage(`UC${id}`, refused))
      expect((await get(id)).state).toBe('accessioned')
    }
  })
})

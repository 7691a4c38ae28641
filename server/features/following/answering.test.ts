import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Order } from '#contract/order.ts'
import { ANSWER_TOO_LARGE, MOST_ANSWER_BYTES } from '#domain/documents/upload-rules.ts'
import { administer } from '#server/database/connection/connect.ts'
import { problemOfCall, startPortal, type TestPortal } from '../../testing/portal.ts'
import { PARENT } from '../../testing/world.ts'
import { holdOrder } from './testing/hold-order.ts'

const CREATOR = 'OrderCreator@P1'
const PDF = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')

let portal: TestPortal
let order: Order
let holdId: number
beforeAll(async () => {
  portal = await startPortal()
})
beforeEach(async () => {
  order = await portal.submitted()
  holdId = await holdOrder(portal, order, { key: 'Q-1' })
})
afterAll(() => portal?.stop())

const paramsOf = (id = order.id) => ({ hospital: PARENT, id })
const get = () => portal.as('OrderViewer@P1').orders.get({ params: paramsOf() })
const answer = (
  text: string,
  documents: number[] = [],
  { by = CREATOR, hold = holdId, id = order.id } = {},
) => portal.as(by).following.answer({ params: { ...paramsOf(id), holdId: hold }, body: { text, documents } })
const upload = (id = order.id, content = PDF) =>
  portal.as(CREATOR).documents.upload({
    params: { h: PARENT, id },
    body: {
      ...{ uploadKey: randomUUID(), type: 'Additional Clinical Information', description: '' },
      file: { filename: 'note.pdf', mediaType: 'application/pdf', content },
    },
  })
const sizedUpload = async (bytes: number) => {
  const { id } = await upload()
  await administer(portal.database.url, (db) =>
    db.updateTable('document').set({ bytes }).where('id', '=', id).execute(),
  )
  return id
}
const changes = () =>
  portal.worker.db
    .selectFrom('message_out')
    .select('body')
    .where('order_id', '=', order.id)
    .where('kind', '=', 'change')
    .execute()

describe("the answer to a laboratory's hold", () => {
  test('is shown with the question, ends the wait for the clinic, and is in the timeline and the audit trail', async () => {
    expect(await get()).toMatchObject({
      ...{ missingInfo: true, onHold: true, abilities: expect.arrayContaining(['printRequisition']) },
      blocks: [{ kind: 'hold', words: 'Which variant?', holdId }, { kind: 'sample-not-sent' }],
    })
    const { id: document } = await upload()
    const answered = await answer('  SCN1A c.2589+3A>T  ', [document])
    expect(answered).toMatchObject({ missingInfo: false, onHold: true })
    expect(answered.holds).toEqual([
      expect.objectContaining({
        answer: {
          ...{ text: 'SCN1A c.2589+3A>T', documents: [document], by: `Test ${CREATOR}` },
          at: expect.any(String),
        },
      }),
    ])
    expect(answered.blocks.map(({ kind }) => kind)).toEqual(['sample-not-sent', 'hold-answered'])
    expect(answered.events.at(-1)).toMatchObject({
      ...{ kind: 'hold-answered', actor: `Test ${CREATOR}`, detail: 'SCN1A c.2589+3A>T' },
    })
    const lines = await portal.worker.db
      .selectFrom('audit_event')
      .select('detail')
      .where('action', '=', 'hold.answer')
      .where('entity_id', '=', String(order.id))
      .execute()
    // Not the answer itself: an erased order takes that along, and leaves the lines.
    expect(lines).toEqual([{ detail: { hold: holdId, documents: [document] } }])
  })

  test('is sent to the laboratory with its hold and documents', async () => {
    const { id: document } = await upload()
    await answer('See the note.', [document])
    const [message] = await changes()
    expect(message?.body).toContain('See the note.')
    expect(message?.body).toContain('Q-1')
    expect(message?.body).toContain(PDF.toString('base64'))
  })

  test('includes documents up to the size of one message, each once; more is refused before any is read', async () => {
    const [half, more] = [
      await sizedUpload(MOST_ANSWER_BYTES / 2),
      await sizedUpload(MOST_ANSWER_BYTES / 2 + 1),
    ]
    expect((await problemOfCall(answer('Both', [half, more]))).errors).toEqual([
      { path: '/documents', rule: 'too-large', message: ANSWER_TOO_LARGE },
    ])
    expect(await changes()).toEqual([])
    await answer('One, named three times', [half, half, half])
    const [message] = await changes()
    expect(message?.body.split(PDF.toString('base64'))).toHaveLength(2)
  })

  test('may include a document of the largest size', async () => {
    const largest = Buffer.alloc(MOST_ANSWER_BYTES, ' ')
    PDF.copy(largest)
    const { id: document } = await upload(order.id, largest)
    await answer('', [document])
    const [message] = await changes()
    expect(message?.body.length).toBeGreaterThan((MOST_ANSWER_BYTES / 3) * 4)
  })

  test('is given once: a second one is refused with who answered, and a repeat changes nothing', async () => {
    await answer('The first')
    expect(await problemOfCall(answer('Another'))).toMatchObject({
      code: 'wrong-state',
      detail: expect.stringContaining(`Test ${CREATOR} answered this on `),
    })
    await answer('The first')
    expect((await get()).holds[0]?.answer?.text).toBe('The first')
    expect(await changes()).toHaveLength(1)
  })

  test('is accepted once if two are sent concurrently', async () => {
    const results = await Promise.allSettled([answer('One'), answer('Two', [], { by: 'OrderSubmitter@P1' })])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await changes()).toHaveLength(1)
  })

  test('may be only a document, but not empty', async () => {
    const { id: document, filename } = await upload()
    expect((await problemOfCall(answer('   '))).errors).toEqual([
      expect.objectContaining({ path: '/text', message: 'Write an answer or add a document.' }),
    ])
    const { events } = await answer('', [document])
    expect(events.at(-1)).toMatchObject({ kind: 'hold-answered', detail: filename })
  })

  test('accepts documents of this order only, and reports all others together', async () => {
    const other = await upload((await portal.submitted()).id)
    expect((await problemOfCall(answer('Here', [other.id, 999_999]))).errors).toMatchObject([
      { path: '/documents/0', message: 'This document does not belong to the order.' },
      { path: '/documents/1' },
    ])
    expect((await get()).missingInfo).toBe(true)
  })

  test('is refused once the laboratory has resumed, or if there is no such hold', async () => {
    await portal.worker.db
      .updateTable('order_hold')
      .set({ released_at: new Date() })
      .where('id', '=', holdId)
      .execute()
    expect(await problemOfCall(answer('Too late'))).toMatchObject({
      ...{ code: 'wrong-state', detail: expect.stringContaining('has since resumed') },
    })
    const other = await portal.submitted()
    expect((await problemOfCall(answer('Elsewhere', [], { id: other.id }))).code).toBe('not-found')
  })
})

test('view-only users cannot answer, and see no button', async () => {
  expect((await problemOfCall(answer('No', [], { by: 'OrderViewer@P1' }))).code).toBe('forbidden')
  expect((await get()).abilities).not.toContain('answerHold')
  const orderReply = await portal.as(CREATOR).orders.get({ params: paramsOf() })
  expect(orderReply.abilities).toContain('answerHold')
})

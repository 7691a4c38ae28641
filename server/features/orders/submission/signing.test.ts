import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ATTESTATION, SIGNED } from '#domain/orders/attestation.ts'
import type { OrderDocument } from '#domain/orders/document.ts'
import { administer } from '#server/database/connection/connect.ts'
import { piecesOf } from '#server/features/documents/testing/pdf-text.ts'
import { problemOfCall, startPortal, type TestPortal } from '#server/testing/portal.ts'
import { PARENT, readyOrder, readyVerification } from '#server/testing/world.ts'

const hospital = PARENT
const by = 'OrderSubmitter@P1'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

const submit = (id: number, query: { signedText?: string } = SIGNED) =>
  portal.as(by).orders.submit({ params: { hospital, id }, headers: {}, query })
const get = (id: number) => portal.as(by).orders.get({ params: { hospital, id } })

/** As pre-filled by the form. */
const unreviewed = (document: OrderDocument): OrderDocument => ({
  ...document,
  consents: document.consents.map((one) => ({ ...one, reviewed: false })),
})
const UNREVIEWED = { path: '/consents/proband/reviewed', rule: 'unreviewed' }
const OUTDATED = { path: '/query/signedText', rule: 'outdated' }

describe('[UX-13] submission is refused', () => {
  test('if consents are not reviewed and the signature text is wrong, both reported together', async () => {
    const { id } = await portal.draft(unreviewed(readyOrder()))
    const refusal = await problemOfCall(submit(id, { signedText: '0' }))
    expect(refusal).toMatchObject({ code: 'order-not-ready', errors: [UNREVIEWED, OUTDATED] })
    expect((await problemOfCall(submit(id))).errors).toMatchObject([UNREVIEWED])
    expect((await get(id)).state).toBe('draft')
  })

  test('if the signature text is not today’s', async () => {
    const { id } = await portal.draft()
    const refusal = await problemOfCall(submit(id, { signedText: '0' }))
    expect(refusal.errors).toMatchObject([{ path: '/query/signedText', rule: 'outdated' }])
    expect((await get(id)).signature).toBeNull()
  })
})

test('[UX-13] the signed text, the signer and the time are stored with the order, and printed', async () => {
  const { id } = await portal.draft()
  const order = await submit(id)
  expect(order.signature).toEqual({ ...ATTESTATION, by: `Test ${by}`, at: order.orderedAt })
  expect(await get(id)).toMatchObject({ signature: order.signature })
  // When repeated, by anyone, the first signature stays.
  expect((await submit(id, {})).signature).toEqual(order.signature)
  const printed = piecesOf(await portal.as(by).documents.requisition({ params: { h: hospital, id } }))
  const words = printed
    .map(({ text }) => text)
    .join(' ')
    .replaceAll(/\s+/g, ' ')
  expect(words).toContain(`Electronically by Test ${by}`)
  expect(words).toContain(`(text version ${ATTESTATION.version})`)
})

test('[UX-13] the review is stored with the draft, and a reviewed draft can be submitted', async () => {
  const { id } = await portal.draft(unreviewed(readyOrder()))
  const { document } = await get(id)
  const body = document.consents.map((_, index) => ({
    ...{ op: 'add' as const, path: `/consents/${index}/reviewed`, value: true },
  }))
  await portal.as(by).orders.patch({ params: { hospital, id }, headers: {}, body })
  expect((await get(id)).document.consents.every(({ reviewed }) => reviewed)).toBe(true)
  expect((await submit(id)).state).toBe('en-route')
})

test('an order that a system submits for itself needs and has no signature', async () => {
  const { id } = await portal.draft()
  expect(await submit(id, {})).toMatchObject({ state: 'en-route', signature: null })
})

test('[UX-13] an older order has no signature, and a benefits verification needs none', async () => {
  const order = await portal.submitted()
  await administer(portal.database.url, (db) =>
    sql`update orders set signature = null where id = ${order.id}`.execute(db),
  )
  expect((await get(order.id)).signature).toBeNull()
  const { id } = await portal.draft(readyVerification())
  const submitted = await portal
    .as(by)
    .orders.vob({ params: { h: hospital, id }, headers: {}, body: { vobStatus: 'submitted' } })
  expect(submitted.vobStatus).toBe('submitted')
})

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { administer } from '#server/database/connection/connect.ts'
import { piecesOf } from '#server/features/documents/testing/pdf-text.ts'
import { startPortal, type TestPortal } from '#server/testing/portal.ts'
import { PARENT } from '#server/testing/world.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

const get = (id: number) => portal.as('OrderViewer@P1').orders.get({ params: { hospital: PARENT, id } })
const printed = async (id: number) => {
  const pdf = await portal.as('OrderViewer@P1').documents.requisition({ params: { h: PARENT, id } })
  return piecesOf(pdf)
    .map(({ text }) => text)
    .join(' ')
    .replaceAll(/\s+/g, ' ')
}

test('[GAP-02] consent questions are stored with their wording, whatever the catalogue says later', async () => {
  const order = await portal.submitted()
  const questions = order.consentsAsked ?? []
  expect(questions.map(({ id }) => id).toSorted()).toEqual(
    [...new Set(order.document.consents.map(({ consentId }) => consentId))].toSorted(),
  )
  for (const { title, text } of questions) {
    expect(title).not.toBe('')
    expect(text).not.toBe('')
  }
  await administer(portal.database.url, (db) =>
    sql`update consent set title = 'Another title', text = 'Other words'`.execute(db),
  )
  expect((await get(order.id)).consentsAsked).toEqual(questions)
  const requisition = await printed(order.id)
  expect(requisition).toContain(questions[0]?.title)
  expect(requisition).toContain('Consent statements as presented')
  expect(requisition).not.toContain('Another title')
  expect(requisition).not.toContain('Other words')
})

test('[GAP-02] states that the text of an older order is not known; a draft stores none', async () => {
  expect((await portal.draft()).consentsAsked).toBeNull()
  const before = await portal.submitted()
  await administer(portal.database.url, (db) =>
    sql`update orders set consents_asked = null where id = ${before.id}`.execute(db),
  )
  expect((await get(before.id)).consentsAsked).toBeNull()
  expect(await printed(before.id)).toContain('The text of that time is not known.')
})

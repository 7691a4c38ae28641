import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { administer } from '#server/database/connection/connect.ts'
import { problemIn, startPortal, type TestPortal } from '#server/testing/portal.ts'
import { PARENT, readyOrder } from '#server/testing/world.ts'

let portal: TestPortal
const ids: Record<string, number> = {}
beforeAll(async () => {
  portal = await startPortal()
  // Neither has a laboratory number.
  for (const name of ['Abara', 'Brandt']) ids[name] = (await portal.submitted(readyOrder(name))).id
  // Simulates a database with so many matching words that the index is not used.
  await administer(portal.database.url, (db) =>
    sql`insert into order_word select 'ab' || n, 'ab' || n from generate_series(1, 6000) n`.execute(db),
  )
})
afterAll(() => portal?.stop())

const found = async (keyword: string) => {
  const { ordersDTO } = await portal
    .as('OrderViewer@P1')
    .orders.list({ params: { hospital: PARENT }, query: { keyword } })
  return ordersDTO.map(({ patient }) => patient.lastName)
}

describe('search for words so common that every order is checked', () => {
  test.each([
    ['alone', 'ab', ['Abara']],
    ['with one that both orders have', 'ab linh', ['Abara']],
    ['with one that the index finds', 'ab brandt', []],
    ['with a gene of the test', 'ab scn1a', ['Abara']],
    ['twice', 'ab ab linh', ['Abara']],
    ['and nobody’s', 'ab nobodyhasthis', []],
  ])('%s', async (_, keyword, names) => expect(await found(keyword)).toEqual(names))

  test('with an order number, and a date of birth', async () => {
    expect(await found(`ab ${ids.Abara}`)).toEqual(['Abara'])
    expect(await found(`ab ${ids.Brandt}`)).toEqual([])
    expect(await found('ab 2019-03-14')).toEqual(['Abara'])
  })
})

test('[SEC-16] refuses fifty words and names the rule', async () => {
  const keyword = encodeURIComponent(
    Array.from({ length: 50 }, (_, n) => String.fromCharCode(97 + (n % 26))).join(' '),
  )
  for (const path of [
    `Orders/${PARENT}`,
    `Orders/v2/${PARENT}`,
    `Orders/${PARENT}/export`,
    `Samples/${PARENT}`,
  ]) {
    const reply = await portal.request(`/api/${path}?keyword=${keyword}`, { as: 'OrderViewer@P1' })
    expect([path, reply.status]).toEqual([path, 422])
    expect((await problemIn(reply)).errors).toMatchObject([
      { path: expect.stringContaining('keyword'), message: 'Enter at most 8 words to search.' },
    ])
  }
})

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { administer } from '#server/database/connect.ts'
import { startPortal, type TestPortal } from '#server/testing/portal.ts'
import { PARENT, readyOrder } from '#server/testing/world.ts'
import { wordForgetting } from './forgetting.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

/** Which of these words some table of the search still has. */
const kept = (...words: string[]) =>
  administer(portal.database.url, async (db) => {
    const { rows } = await sql<{ word: string }>`
      select w as word from unnest(${words}::text[]) w where exists (select from order_word o where o.word = w)
        or exists (select from order_search where terms::text like '%w' || w || '''%') order by 1`.execute(db)
    return rows.map(({ word }) => word)
  })

const forget = () => wordForgetting(portal.worker).run()
const discard = (id: number) => portal.as('OrderSubmitter@P1').orders.discard({ params: { h: PARENT, id } })

test('the words of a discarded draft are gone with it, and those that another order has stay', async () => {
  const { id } = await portal.draft(readyOrder('Vanishing Castellano'))
  await portal.draft(readyOrder('Castellano'))
  expect(await kept('vanishing', 'castellano', 'linh')).toEqual(['castellano', 'linh', 'vanishing'])
  await discard(id)
  await forget()
  expect(await kept('vanishing', 'castellano', 'linh')).toEqual(['castellano', 'linh'])
})

test('so are those that were typed before and corrected', async () => {
  const { id } = await portal.draft(readyOrder('Mistyped'))
  await portal.as('OrderSubmitter@P1').orders.patch({
    params: { hospital: PARENT, id },
    body: [{ op: 'replace', path: '/patients/0/lastName', value: 'Corrected' }],
    headers: {},
  })
  await forget()
  expect(await kept('mistyped', 'corrected')).toEqual(['corrected'])
})

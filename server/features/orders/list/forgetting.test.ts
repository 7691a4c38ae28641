import { sql } from 'kysely'
import postgres from 'postgres'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { administer } from '#server/database/connection/connect.ts'
import { startPortal, type TestPortal } from '#server/testing/portal.ts'
import { PARENT, readyOrder } from '#server/testing/world.ts'
import { wordForgetting } from './forgetting.ts'

// A test and what follows it can wait several times for transactions in other tests' databases.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

let portal: TestPortal
/** Another writer, with the owner's rights. */
let other: postgres.Sql
beforeAll(async () => {
  portal = await startPortal()
  other = postgres(portal.database.url, { max: 3, onnotice: () => undefined })
})
afterEach(() => forgotten())
afterAll(async () => {
  await other?.end()
  await portal?.stop()
})

/** The given words that are still in a table of the search. */
const storedTerms = (...words: string[]) =>
  administer(portal.database.url, async (db) => {
    const { rows } = await sql<{ word: string }>`
      select w as word from unnest(${words}::text[]) w where exists (select from order_word o where o.word = w)
        or exists (select from order_search where terms::text like '%w' || w || '''%') order by 1`.execute(db)
    return rows.map(({ word }) => word)
  })

const forget = () => wordForgetting(portal.worker).run()
const discard = (id: number) => portal.as('OrderSubmitter@P1').orders.discard({ params: { h: PARENT, id } })

/** Runs until every dropped word was examined: a transaction in another test's database may delay that. */
const forgotten = () =>
  expect
    .poll(async () => {
      await forget()
      return (await other`select word from order_word_left`).length
    })
    .toBe(0)

async function found(keyword: string): Promise<number[]> {
  const { ordersDTO } = await portal
    .as('OrderViewer@P1')
    .orders.list({ params: { hospital: PARENT }, query: { keyword } })
  return ordersDTO.map(({ id }) => id)
}

/** Writes `word` into an order, and runs `between` before the transaction ends. */
const writing = (id: number, word: string, between: () => Promise<unknown>) =>
  other.begin(async (tx) => {
    await tx`update orders set search_text = search_text || ${` ${word}`} where id = ${id}`
    await between()
  })

test("[SEC-19] a discarded draft's words are removed, except those in other orders", async () => {
  const { id } = await portal.draft(readyOrder('Vanishing Castellano'))
  await portal.draft(readyOrder('Castellano'))
  expect(await storedTerms('vanishing', 'castellano', 'linh')).toEqual(['castellano', 'linh', 'vanishing'])
  await discard(id)
  await forgotten()
  expect(await storedTerms('vanishing', 'castellano', 'linh')).toEqual(['castellano', 'linh'])
  expect(await found('stellan')).toHaveLength(1)
  expect(await other`select from order_word where word = 'vanishing'`).toHaveLength(0)
})

test('[SEC-19] so are words that were typed and then corrected', async () => {
  const { id } = await portal.draft(readyOrder('Mistyped'))
  await portal.as('OrderSubmitter@P1').orders.patch({
    params: { hospital: PARENT, id },
    body: [{ op: 'replace', path: '/patients/0/lastName', value: 'Corrected' }],
    headers: {},
  })
  await forgotten()
  expect(await storedTerms('mistyped', 'corrected')).toEqual(['corrected'])
})

test('one turn examines a limited number of words', async () => {
  await other`insert into order_word_left select 'many' || n from generate_series(1, 2500) n`
  await forget()
  expect(await other`select from order_word_left`).not.toHaveLength(0)
})

test('an entry from another cluster, from which the database was restored, is treated as new', async () => {
  await other`insert into order_word values ('restored', 'restored')`
  await other`insert into order_word_left values ('restored', '9223372036854775807')`
  await forgotten()
  expect(await storedTerms('restored')).toEqual([])
})

describe('an order is found by a word that another has just dropped', () => {
  test('before its transaction is visible', async () => {
    const { id } = await portal.draft(readyOrder('Fleeting'))
    const { id: writtenTo } = await portal.draft(readyOrder('Lasting'))
    await writing(writtenTo, 'fleeting', async () => {
      await discard(id)
      for (let turn = 0; turn < 3; turn += 1) await forget()
      expect(await storedTerms('fleeting')).toEqual(['fleeting'])
    })
    await forgotten()
    expect(await found('leetin')).toEqual([writtenTo])
  })

  test('by a transaction that began earlier and ended later than the one that looked the word up', async () => {
    const { id } = await portal.draft(readyOrder('Ebbing'))
    const { id: writtenTo } = await portal.draft(readyOrder('Flowing'))
    const [dropping, looking] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const dropped = other.begin(async (tx) => {
      await tx`update orders set search_text = 'flowing' where id = ${id}`
      dropping.resolve()
      await looking.promise
    })
    await dropping.promise
    await writing(writtenTo, 'ebbing', async () => {
      looking.resolve()
      await dropped
      for (let turn = 0; turn < 3; turn += 1) await forget()
      expect(await storedTerms('ebbing')).toEqual(['ebbing'])
    })
    await forgotten()
    expect(await found('bbin')).toEqual([writtenTo])
  })

  test('while it is being written', async () => {
    const { id } = await portal.draft(readyOrder('Passing'))
    const { id: writtenTo } = await portal.draft(readyOrder('Staying'))
    await discard(id)
    await writing(writtenTo, 'passing', async () => {
      for (let turn = 0; turn < 3; turn += 1) await forget()
      expect(await storedTerms('passing')).toEqual(['passing'])
    })
    await forgotten()
    expect(await found('assin')).toEqual([writtenTo])
  })

  test('while the word is being removed', async () => {
    const { id } = await portal.draft(readyOrder('Waning'))
    const { id: writtenTo } = await portal.draft(readyOrder('Rising'))
    await discard(id)
    let written: Promise<unknown> = Promise.resolve()
    await other.begin(async (tx) => {
      // Like the job between its two steps; then it has removed the word.
      await tx`select from order_word_left where word = 'waning' for update`
      await tx`delete from order_word where word = 'waning'`
      await tx`delete from order_word_left where word = 'waning'`
      written = writing(writtenTo, 'waning', async () => undefined)
      await expect
        .poll(
          async () =>
            (
              await other`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
            ).length,
        )
        .toBe(1)
    })
    await written
    expect(await found('wanin')).toEqual([writtenTo])
  })

  test('with several concurrent writes, discards and removals, repeatedly', async () => {
    const ids = await Promise.all(
      ['Anton', 'Berta', 'Cesar'].map(async (name) => (await portal.draft(readyOrder(name))).id),
    )
    const words = ['flicker', 'shimmer', 'glimmer']
    const has = new Map<number, string>()
    for (let attempt = 0; attempt < 40; attempt += 1) {
      // Each order gets another's word from the round before, so that dropping and writing a word coincide.
      await Promise.all([
        forget(),
        ...ids.map(async (id, index) => {
          const word = words[(index + attempt) % words.length] ?? ''
          await other`update orders set search_text = ${word} where id = ${id}`
          has.set(id, word)
        }),
        forget(),
      ])
      const lost = await other`select id from orders where id = any (${ids}) and exists (
        select from string_to_table(search_text, ' ') one, generate_series(1, length(one)) at
        where not exists (select from order_word where word = one and ending = substr(one, at)))`
      expect(lost).toEqual([])
    }
    for (const [id, word] of has) expect(await found(word)).toEqual([id])
  })
})

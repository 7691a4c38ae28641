import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ORDER_COLUMNS } from '#contract/lists.ts'
import { RESULT_FILTERS, type ResultFilter } from '#domain/results/outcomes.ts'
import { listedResultInWords } from '#domain/results/words.ts'
import { administer } from '#server/database/connection/connect.ts'
import { resultFilling } from '#server/features/results/public.ts'
import { geneticObx } from '#server/features/results/testing/genetic-obx.ts'
import { CORRECTED_REPORT, laboratoryMessage, REPORT } from '#server/testing/laboratory.ts'
import { startPortal, type TestPortal } from '#server/testing/portal.ts'
import { CHILD, PARENT, readyOrder } from '#server/testing/world.ts'

let portal: TestPortal
/** Orders by what their list says. */
const ids = new Map<string, number>()

let control = 0
type MessageOptions = Parameters<typeof laboratoryMessage>[1]
async function sendUpdate(order: number, options: MessageOptions, ...obx: string[]) {
  control += 1
  const at = `20260301${String(100_000 + control)}`
  const raw = laboratoryMessage(`L${control}`, { order, number: `L-${order}`, at, ...options })
  expect(await portal.receive(raw + obx.join(''))).toContain('MSA|AA')
}

/** What was reported, by what the list says of it. */
const REPORTED: [string, ...(readonly [MessageOptions, ...string[]])[]][] = [
  ['Positive', [{ status: 'F', pdf: REPORT }, ...geneticObx('Positive', [])]],
  ['Negative', [{ status: 'F', pdf: REPORT }, ...geneticObx('Negative', [])]],
  ['Inconclusive', [{ status: 'F', pdf: REPORT }, ...geneticObx('Inconclusive', [])]],
  ['Test failed', [{ status: 'F', pdf: REPORT }, ...geneticObx('Failure', [])]],
  ['Partially explains', [{ status: 'F', pdf: REPORT }, ...geneticObx('Partially explains', [])]],
  [
    'No overall result',
    [
      { status: 'F', pdf: REPORT },
      ...geneticObx('', [{ gene: 'BRCA2', cdna: 'c.1A>G', variantClass: 'Pathogenic' }]),
    ],
  ],
  ['PDF only', [{ status: 'F', pdf: REPORT }]],
  ['PDF only, being checked', [{ status: 'F', pdf: REPORT }], [{ status: 'X', test: 'WES1-OLD' }]],
  ['Withdrawn', [{ status: 'F', pdf: REPORT }, ...geneticObx('Positive', [])], [{ status: 'X' }]],
  [
    'Likely negative',
    [{ status: 'F', pdf: REPORT }, ...geneticObx('Positive', [])],
    [{ status: 'C', pdf: CORRECTED_REPORT }, ...geneticObx('Likely negative', [])],
  ],
]
const NONE = 'nothing yet'

beforeAll(async () => {
  portal = await startPortal()
  for (const [words, ...messages] of REPORTED) {
    const { id } = await portal.submitted(readyOrder())
    ids.set(words, id)
    for (const [options, ...obx] of messages) await sendUpdate(id, options, ...obx)
  }
  ids.set(NONE, (await portal.submitted(readyOrder())).id)
})
afterAll(() => portal?.stop())

type Query = Parameters<ReturnType<TestPortal['as']>['orders']['list']>[0]['query']
const list = async (result?: ResultFilter, query: Query = {}) => {
  const reply = await portal
    .as('OrderViewer@P1')
    .orders.list({ params: { hospital: PARENT }, query: { result, top: 50, ...query } })
  const names = new Map([...ids].map(([name, id]) => [id, name]))
  const rows = reply.ordersDTO.map(({ id, result }) => ({ name: names.get(id), result }))
  return { total: reply.total, rows }
}

describe('[RES-02] the list of orders', () => {
  test('has each order’s result in words, and none of an order without a report', async () => {
    for (const { name, result } of (await list()).rows)
      expect(result === null ? NONE : listedResultInWords(result)).toBe(name)
  })

  const FILTERED: [ResultFilter, string[]][] = [
    ['positive', ['Positive']],
    ['negative', ['Negative']],
    ['uncertain', ['Inconclusive']],
    ['failed', ['Test failed']],
    ['other', ['Likely negative', 'Partially explains']],
    ['none', ['No overall result']],
    ['document', ['PDF only', 'PDF only, being checked']],
    ['questioned', ['PDF only, being checked']],
    ['withdrawn', ['Withdrawn']],
  ]
  test('is narrowed to each result', async () => {
    expect(FILTERED.map(([result]) => result).toSorted()).toEqual([...RESULT_FILTERS].toSorted())
    for (const [result, expected] of FILTERED) {
      const { total, rows } = await list(result)
      expect([result, rows.map(({ name }) => name).toSorted(), total]).toEqual([
        result,
        expected,
        expected.length,
      ])
    }
  })

  test('narrowed by its result is the same in pages, by any column, and beside any other filter', async () => {
    const { rows } = await list('other', { orderBy: 'id', isAscending: 'false' })
    expect(rows.map(({ name }) => name)).toEqual(['Likely negative', 'Partially explains'])
    for (const orderBy of ORDER_COLUMNS)
      for (const isAscending of ['true', 'false']) {
        const whole = await list('other', { orderBy, isAscending })
        const pages = [0, 1].map((skip) => list('other', { orderBy, isAscending, top: 1, skip }))
        expect((await Promise.all(pages)).flatMap((page) => page.rows)).toEqual(whole.rows)
        expect(whole.rows.map(({ name }) => name).toSorted()).toEqual([
          'Likely negative',
          'Partially explains',
        ])
      }
    const narrowed: [Query, number][] = [
      [{ status: 'reported' }, 1],
      [{ status: 'pending-submission' }, 0],
      [{ hospitalCodes: `${PARENT},${CHILD}` }, 1],
      [{ hospitalCodes: CHILD }, 0],
      [{ dateFrom: '2026-01-01', dateTo: '2999-12-31' }, 1],
      [{ dateTo: '2026-01-01' }, 0],
      [{ test: 'WES1' }, 1],
      [{ test: 'EPI2' }, 0],
      [{ keyword: `L-${ids.get('Positive')}` }, 1],
      [{ unread: 'true' }, 1],
      [{ onHold: 'true' }, 0],
    ]
    for (const [query, expected] of narrowed) {
      const { total, rows } = await list('positive', query)
      expect([query, total, rows.length]).toEqual([query, expected, expected])
    }
  })

  test('is counted anew as the kept counts are, also while the laboratory is asked to cancel', async () => {
    const id = ids.get('Inconclusive') ?? 0
    const setState = (state: string, before: string | null) =>
      administer(portal.database.url, (db) =>
        sql`update orders set state = ${state}, state_before_cancel = ${before} where id = ${id}`.execute(db),
      )
    await setState('pending-cancellation', 'in-process')
    expect((await list('uncertain', { status: 'in-process' })).total).toBe(1)
    const counts = sql<object>`select institution_code, value, state, sum(n)::int as n
      from (select * from order_tally union all select * from order_tally_change) counts
      where about = 'result' group by 1, 2, 3 having sum(n) <> 0 order by 1, 2, 3`
    const stored = await administer(portal.database.url, async (db) => {
      const kept = await counts.execute(db)
      await sql`select refill_order_lists()`.execute(db)
      return { kept: kept.rows, counted: (await counts.execute(db)).rows }
    })
    expect(stored.kept).toHaveLength(8)
    expect(stored.kept).toEqual(stored.counted)
    await setState('reported', null)
    expect((await list('uncertain', { status: 'reported' })).total).toBe(1)
  })

  test('has none yet of a report whose data an earlier version filed, rather than a withdrawn one', async () => {
    const id = ids.get('Negative') ?? 0
    await administer(portal.database.url, async (db) => {
      await db
        .updateTable('report')
        .set({ words: 'Again', state: 'current' })
        .where('order_id', '=', id)
        .execute()
    })
    const { rows } = await list()
    expect(rows.find(({ name }) => name === 'Negative')).toMatchObject({ result: null })
    expect((await list('withdrawn')).rows).toHaveLength(1)
    await resultFilling(portal.worker).run()
    expect((await list('negative')).total).toBe(1)
  })

  test('has it as a column of the exported file, and exports what it is narrowed to', async () => {
    const reply = await portal.request(`/api/Orders/${PARENT}/export?result=positive`, {
      as: 'OrderViewer@P1',
    })
    const rows: Record<string, string>[] = parse(Buffer.from(await reply.arrayBuffer()), {
      bom: true,
      columns: true,
    })
    expect(rows.map(({ Order, Result }) => [Number(Order), Result])).toEqual([
      [ids.get('Positive'), 'Positive'],
    ])
  })
})

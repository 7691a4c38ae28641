import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ORDER_COLUMNS } from '#contract/lists.ts'
import { todayAtLaboratory } from '#domain/dates/dates.ts'
import { SEARCH_STATUSES } from '#domain/orders/status.ts'
import { administer } from '#server/database/connection/connect.ts'
import { problemIn, problemOfCall, startPortal, type TestPortal } from '#server/testing/portal.ts'
import { CHILD, FOREIGN, PARENT, readyOrder } from '#server/testing/world.ts'
import {
  type AnyOrder,
  anyFilters,
  anyOrders,
  type ListedQuery,
  listedBy,
  MANY_WORDS_BEGIN,
} from './testing/plain-list.ts'

type Query = Parameters<ReturnType<TestPortal['as']>['orders']['list']>[0]['query']

let portal: TestPortal
let orders: readonly AnyOrder[]
let genes: ReadonlyMap<string, readonly string[]>

beforeAll(async () => {
  portal = await startPortal()
  const { id } = await portal.submitted(readyOrder('Template'), { by: 'OrderSubmitter@F1', at: FOREIGN })
  orders = fc.sample(anyOrders([PARENT, CHILD, FOREIGN]), 1)[0] ?? []
  const rows = orders.map((order) => ({ ...order, draft_key: crypto.randomUUID(), people: [] }))
  genes = await administer(portal.database.url, async (db) => {
    await sql`insert into orders overriding system value
      select o.* from orders template, jsonb_array_elements(${JSON.stringify(rows)}::jsonb) drawn,
        jsonb_populate_record(template, drawn) o where template.id = ${id}`.execute(db)
    await sql`insert into order_word select word, word from unnest(${MANY_WORDS_BEGIN}::text[]) part, generate_series(1, 6000) n,
      concat(part, n) word`.execute(db)
    const tests = await db
      .selectFrom('test')
      .select(['code', 'genes'])
      .where('gene_choice', '=', 'all')
      .execute()
    return new Map(tests.map((one) => [one.code, one.genes]))
  })
})
afterAll(() => portal?.stop())

const ask = (query: Query) => portal.as('OrderViewer@P1').orders.list({ params: { hospital: PARENT }, query })

const anyQuery = fc.record({
  filters: anyFilters(SEARCH_STATUSES),
  // The viewer is of the first two.
  codes: fc.constantFrom([PARENT], [PARENT], [CHILD], [PARENT, CHILD], [PARENT, FOREIGN], [FOREIGN]),
  orderBy: fc.constantFrom('orderDate' as const, 'orderDate' as const, ...ORDER_COLUMNS),
  isAscending: fc.boolean(),
  page: fc.constantFrom(1, 1, 1, 2, 3, 9),
  top: fc.integer({ min: 1, max: 30 }),
  countTo: fc.option(fc.integer({ min: 1, max: 60 }), { nil: undefined, freq: 4 }),
})
type AnyQuery = typeof anyQuery extends fc.Arbitrary<infer Value> ? Value : never

async function compare({ filters, codes, page, top, countTo, orderBy, isAscending }: AnyQuery) {
  const skip = (page - 1) * top
  const institutions = codes.filter((code) => code !== FOREIGN)
  const meant: ListedQuery = { ...filters, institutions, orderBy, isAscending }
  const listed = listedBy(orders, meant, { genes, today: todayAtLaboratory(new Date()) })
  const flags = Object.entries(filters).map(([name, value]) => [name, String(value)])
  const call = ask({
    ...Object.fromEntries(flags),
    ...{ hospitalCodes: codes.join(','), orderBy, isAscending: String(isAscending), skip, top, countTo },
  })
  if (skip > 0 && skip >= listed.length) {
    expect(await problemOfCall(call)).toMatchObject({ code: 'invalid-page' })
    return { found: listed.length, hasMore: false }
  }
  const { ordersDTO, total, hasMore = false } = await call
  expect(ordersDTO.map((order) => order.id)).toEqual(listed.slice(skip, skip + top).map((order) => order.id))
  const most = Math.max(countTo ?? Number.POSITIVE_INFINITY, skip + top)
  expect([total, hasMore && listed.length > most]).toEqual(hasMore ? [most, true] : [listed.length, false])
  return { found: listed.length, hasMore }
}

const RUNS = 400 * Number(process.env.THOROUGH ?? 1)
/** The bound for this many sequential requests on a busy machine. */
const LIMIT_MS = RUNS * 750

describe('a list, counted to a bound or to the end', () => {
  test('[API-33] has the page and the total of a plain count and sort of all orders', {
    timeout: LIMIT_MS,
  }, async () => {
    const seen = { many: 0, bounded: 0 }
    await fc.assert(
      fc.asyncProperty(anyQuery, async (query) => {
        const { found, hasMore } = await compare(query)
        if (found > 60) seen.many += 1
        if (hasMore) seen.bounded += 1
      }),
      { numRuns: RUNS },
    )
    // The generated queries are broad often enough to try the bound.
    expect(seen.many).toBeGreaterThan(RUNS / 10)
    expect(seen.bounded).toBeGreaterThan(RUNS / 20)
  })

  test.each(['0', '-1', '10001', '1.5', 'many', '5&countTo=6'])(
    'refuses to count to %s, and names the field',
    async (countTo) => {
      const reply = await portal.request(`/api/Orders/${PARENT}?keyword=berg&countTo=${countTo}`, {
        as: 'OrderViewer@P1',
      })
      expect(reply.status).toBe(422)
      expect((await problemIn(reply)).errors).toMatchObject([{ path: '/query/countTo' }])
    },
  )
})

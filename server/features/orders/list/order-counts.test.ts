import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ORDER_COLUMNS } from '#contract/lists.ts'
import { administer } from '#server/database/connection/connect.ts'
import { startPortal, type TestPortal } from '#server/testing/portal.ts'
import { CHILD, FOREIGN, PARENT, readyOrder, readyVerification } from '#server/testing/world.ts'
import { DEEP, idsOf, walkedIds } from './list-page.ts'
import { orderCountsFolding } from './order-counts-folding.ts'

type Query = Parameters<ReturnType<TestPortal['as']>['orders']['list']>[0]['query']

/** More than a page that is found by counting through. */
const MANY = 1300
const BLANK = 30
const FIRST_BLANK = 9_000_000

let portal: TestPortal
const asAdministrator = <T>(query: RawBuilder<T>) =>
  administer(portal.database.url, async (db) => (await query.execute(db)).rows)
const list = (query: Query = {}, hospital = CHILD) =>
  portal.as('OrderViewer@C1').orders.list({ params: { hospital }, query })

beforeAll(async () => {
  portal = await startPortal()
  const { id } = await portal.submitted(readyOrder('Template'), { by: 'OrderSubmitter@C1', at: CHILD })
  // In some columns many have the same value, and some are empty.
  await asAdministrator(sql`
    insert into orders (institution_code, draft_key, state, document, patient_first_name, patient_last_name,
      patient_date_of_birth, patient_sex, test_code, test_name, provider_name, is_vob, open_points, search_text,
      accession_number, expected_on, created_at, created_by, created_by_name, updated_by_name, responsible_id,
      responsible_name, submitted_at, reported_at, report_opened_at, people, test_codes)
    select institution_code, gen_random_uuid(), case when n % 3 = 0 then 'reported' when n % 50 = 1 then 'draft' else 'in-process' end,
      document, 'Nadia', 'Veldt' || n % 90, case when n % 4 > 0 then '2001-01-' || lpad((1 + n % 28)::text, 2, '0') else '' end,
      '', test_code, 'Panel ' || n % 7, case when n % 5 > 0 then 'Dr. Number' || n % 11 else '' end, false, 0,
      'nadia veldt' || n % 90 || ' panel ' || n % 7, case when n % 3 = 0 then 'LK-' || n end,
      case when n % 6 > 1 then date '2026-01-01' + n % 300 end, now() - n * interval '7 hours', created_by, created_by_name,
      updated_by_name, responsible_id, responsible_name,
      case when n % 3 = 0 or n % 50 <> 1 then now() - n * interval '6 hours' end,
      case when n % 3 = 0 then now() end, case when n % 9 = 0 then now() end, '{}', array['T' || n % 7]
    from orders, generate_series(1, ${MANY}) n where id = ${id}`)
  // Blank drafts are in no list: between the others by name, and behind them by number.
  await asAdministrator(sql`
    insert into orders overriding system value
    select blank.* from orders o, generate_series(1, ${BLANK}) n,
      jsonb_populate_record(o, jsonb_build_object('id', ${FIRST_BLANK}::int + n, 'draft_key', gen_random_uuid(), 'state', 'draft',
        'submitted_at', null, 'is_blank', true, 'search_text', '', 'test_codes', '{}'::text[], 'accession_number', null,
        'patient_last_name', case when n % 2 = 0 then '' else 'Veldt' || n * 3 end)) blank
    where o.id = ${id}`)
})
afterAll(() => portal?.stop())

/** What is stored, and what counting now gives. */
async function storedAndComputed() {
  const stored = sql<object>`select institution_code, about, value, state, sum(n)::int as n
    from (select * from order_tally union all select * from order_tally_change) counts
    group by 1, 2, 3, 4 having sum(n) <> 0 order by 1, 2, 3, 4`
  const counted = sql<object>`select o.institution_code, t.about, t.value, listed_state(o) as state, count(*)::int as n
    from orders o, tallied(o) t where not o.is_blank group by 1, 2, 3, 4 order by 1, 2, 3, 4`
  const terms = sql<object>`select order_id, state, ordered_at, tsvector_to_array(terms) as terms from order_search order by 1`
  const computed = sql<object>`select id as order_id, listed_state(orders) as state,
    coalesce(submitted_at, created_at) as ordered_at,
    tsvector_to_array(case when is_blank then '' else terms_of(orders) end) as terms from orders order by 1`
  return {
    stored: [await asAdministrator(stored), await asAdministrator(terms)],
    counted: [await asAdministrator(counted), await asAdministrator(computed)],
  }
}

describe('the stored counts and terms', () => {
  test('equal a fresh count after any change, whether folded or not', async () => {
    const order = await portal.submitted(readyOrder('Kept', 'EPI2'))
    await asAdministrator(sql`update orders set accession_number = 'LK-77', state = 'reported', reported_at = now(),
      test_codes = '{EPI2,WES1}', search_text = 'kept anew', provider_name = 'Dr. Other' where id = ${order.id}`)
    await asAdministrator(sql`update orders set report_opened_at = now() where id = ${order.id}`)
    const draft = await portal.draft(readyOrder('Gone'))
    await portal.as('OrderSubmitter@P1').orders.discard({ params: { h: PARENT, id: draft.id } })
    const verification = await portal.draft(readyVerification('Ordered'))
    await asAdministrator(sql`update orders set vob_status = 'ordered' where id = ${verification.id}`)
    const emptied = await portal.draft(readyOrder('Emptied'))
    await asAdministrator(sql`update orders set is_blank = true, search_text = '' where id = ${emptied.id}`)
    const before = await storedAndComputed()
    expect(before.stored).toEqual(before.counted)
    await orderCountsFolding(portal.worker).run()
    expect(await asAdministrator(sql`select * from order_tally_change`)).toEqual([])
    const after = await storedAndComputed()
    expect(after.stored).toEqual(before.counted)
    await asAdministrator(sql`select refill_order_lists()`)
    expect((await storedAndComputed()).stored).toEqual(before.counted)
  })

  test.each([
    {
      row: {
        ...{ search_text: `twice ${'l'.repeat(501)}  twice `, test_codes: ['T1', 'T2'] },
        ...{ accession_number: 'LK-É', patient_date_of_birth: '2001-02-03' },
      },
      terms: ['wtwice', `w${'l'.repeat(500)}`, 'tT1', 'tT2', 'nlk-é', 'plk-é', 'pk-é', 'b2001-02-03'],
    },
    {
      row: { search_text: '', test_codes: [], accession_number: null, patient_date_of_birth: '' },
      terms: [],
    },
  ])('for $row find it by $terms', async ({ row, terms }) => {
    const [found] = await asAdministrator(sql<{ terms: string[] }>`
      select tsvector_to_array(terms_of(jsonb_populate_record(o, ${JSON.stringify({ ...row, id: 7 })}::jsonb))) as terms
      from orders o where institution_code = ${CHILD} limit 1`)
    expect(found?.terms.toSorted()).toEqual([...terms, 'i7'].map((term) => `${CHILD} ${term}`).toSorted())
  })

  test.each([
    ['all', 'null'],
    ['a few', '3'],
  ])('find %s of the own orders, and none of another institution, even if it is named', async (_, most) => {
    const found = (scope: string, institution: string) =>
      portal.portal.db.transaction().execute(async (db) => {
        await sql`select set_config('karyo.institutions', ${scope}, true)`.execute(db)
        const { rows } = await sql<{ order_id: number }>`
          select order_id from orders_matching(${[institution]}::text[], '{k}', '{veldt7}', '{veldt7}', null, null, null,
            ${sql.raw(most)})`.execute(db)
        return rows.length
      })
    const own = await found(CHILD, CHILD)
    if (most === 'null') expect(own).toBeGreaterThan(10)
    else expect(own).toBe(Number(most))
    expect(await found(FOREIGN, CHILD)).toBe(0)
    expect(await found('', CHILD)).toBe(0)
  })

  test('are those that the version before finds', async () => {
    const rows = await portal.portal.db.transaction().execute(async (db) => {
      await sql`select set_config('karyo.institutions', ${CHILD}, true)`.execute(db)
      const found = sql<{ before: string; now: string }>`select
        (select count(*) from orders_found(array[${CHILD}, ${PARENT}], '{k}', '{veldt7}', '{veldt7}')) as before,
        (select count(*) from orders_matching(array[${CHILD}], '{k}', '{veldt7}', '{veldt7}', null, null, null, null)) as now`
      return (await found.execute(db)).rows
    })
    expect(rows[0]?.before).toBe(rows[0]?.now)
    expect(Number(rows[0]?.now)).toBeGreaterThan(10)
  })
})

/** How the database reads it, if an index gives it. */
async function planOf(query: RawBuilder<unknown>, off: readonly string[]): Promise<string> {
  return portal.portal.db.transaction().execute(async (db) => {
    await sql`select set_config('karyo.institutions', ${CHILD}, true)`.execute(db)
    for (const other of ['seqscan', 'bitmapscan', ...off])
      await sql`select set_config(${`enable_${other}`}, 'off', true)`.execute(db)
    const { rows } = await sql<object>`explain (analyze, timing off, format json) ${query}`.execute(db)
    return JSON.stringify(rows)
  })
}

test('a page deep in a list by patient is found by the index alone', async () => {
  const query = { institutions: [CHILD], orderBy: 'patient', isAscending: true, skip: DEEP, top: 25 } as const
  const plan = await planOf(idsOf(query, MANY + 1), ['indexscan', 'sort'])
  expect(plan).toContain('"Index Name":"orders_by_patient"')
  expect(plan).not.toContain('"Node Type":"Index Scan"')
})

test.each(ORDER_COLUMNS)(
  'an index gives the orders that are looked through for a search, sorted by %s',
  async (orderBy) => {
    for (const isAscending of [true, false]) {
      const query = { institutions: [CHILD], keyword: 'veldt', orderBy, isAscending, skip: 0, top: 25 }
      const plan = await planOf(walkedIds(query, 100) ?? sql``, ['sort', 'incremental_sort'])
      // By number, the primary key does as well, while nearly all orders are one institution's.
      expect(plan).toMatch(/"Index Name":"orders_(by_\w+|pkey)"/)
      expect(plan).not.toMatch(/"Node Type":"(Incremental )?Sort"/)
    }
  },
)

describe('a long list', () => {
  test.each(ORDER_COLUMNS)(
    'sorted by %s is the same in pages as in one request, in both directions',
    async (orderBy) => {
      for (const isAscending of ['true', 'false']) {
        const pages = await Promise.all(
          [0, 200, 400, 600, 800, 1000, 1200].map((skip) => list({ orderBy, isAscending, top: 200, skip })),
        )
        const ids = pages.flatMap(({ ordersDTO }) => ordersDTO.map(({ id }) => id))
        expect(pages.map(({ total }) => total)).toEqual(pages.map(() => MANY + 1))
        expect(new Set(ids).size).toBe(MANY + 1)
        expect(ids.filter((id) => id >= FIRST_BLANK)).toEqual([])
        // A page that spans orders with the same value.
        const across = await list({ orderBy, isAscending, top: 50, skip: 1075 })
        expect(across.ordersDTO.map(({ id }) => id)).toEqual(ids.slice(1075, 1125))
        const wide = await list({
          orderBy,
          isAscending,
          top: 50,
          skip: 175,
          hospitalCodes: `${CHILD},${PARENT}`,
        })
        expect(wide.total).toBe(MANY + 1)
      }
    },
  )

  test.each([
    ['a state', { status: 'reported' as const }, (n: number) => n % 3 === 0],
    ['a test in many orders', { test: 'T3' }, (n: number) => n % 7 === 3],
    [
      'a provider by parts of the name',
      { provider: 'number1 dr' },
      (n: number) => n % 5 > 0 && [1, 10].includes(n % 11),
    ],
    ['unread reports', { unread: 'true' }, (n: number) => n % 3 === 0 && n % 9 > 0],
    ['part of a word', { keyword: 'eldt4' }, (n: number) => [4, ...tens(4)].includes(n % 90)],
    ['a letter in all names', { keyword: 'a' }, () => true],
    ['a part of many words, of which each order has two', { keyword: 'el' }, () => true],
    ['a patient', { patient: 'nad dt11' }, (n: number) => n % 90 === 11],
    [
      'the start of a number',
      { labNumber: 'lk-12' },
      (n: number) => n % 3 === 0 && String(n).startsWith('12'),
    ],
    [
      'words and a state',
      { keyword: 'veldt4 panel', status: 'reported' as const },
      (n: number) => n % 3 === 0 && [4, ...tens(4)].includes(n % 90),
    ],
  ])('narrowed by %s is complete and has the right total', async (_, query, isMeant) => {
    const expected = Array.from({ length: MANY }, (_, index) => index + 1).filter(isMeant).length
    const { total, ordersDTO } = await list({ ...query, top: 200 })
    // The order that the others were copied from has its own name.
    expect(total - ('keyword' in query && query.keyword === 'a' ? 1 : 0)).toBe(expected)
    expect(ordersDTO).toHaveLength(Math.min(200, total))
    const dates = ordersDTO.map(({ orderedAt, createdAt }) => orderedAt ?? createdAt)
    expect(dates).toEqual(dates.toSorted().toReversed())
  })
})

/** 40 to 49 for 4. */
function tens(n: number): number[] {
  return Array.from({ length: 10 }, (_, index) => n * 10 + index)
}

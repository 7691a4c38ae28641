import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { administer } from '#server/database/connection/connect.ts'
import { startPortal, type TestPortal } from '#server/testing/portal.ts'
import { CHILD, PARENT, readyOrder } from '#server/testing/world.ts'

const MANY = 20_000

let portal: TestPortal
const asAdministrator = <T>(query: RawBuilder<T>) =>
  administer(portal.database.url, async (db) => (await query.execute(db)).rows)

beforeAll(async () => {
  portal = await startPortal()
  const { id } = await portal.submitted(readyOrder('Template'), { by: 'OrderSubmitter@C1', at: CHILD })
  await administer(portal.database.url, async (db) => {
    await sql`alter table orders disable trigger user`.execute(db)
    await sql`
      insert into orders (institution_code, draft_key, state, document, patient_first_name, patient_last_name,
        patient_date_of_birth, patient_sex, test_code, test_name, provider_name, is_vob, open_points, search_text,
        accession_number, created_by, created_by_name, updated_by_name, responsible_id, responsible_name, submitted_at,
        people, test_codes, record_numbers)
      select institution_code, gen_random_uuid(), 'in-process', '{}', 'Nadia', 'Veldt' || n, '2001-01-01', '', test_code,
        test_name, provider_name, false, 0, 'nadia veldt' || n, 'LK-' || 7000000 + n * 7, created_by, created_by_name,
        updated_by_name, responsible_id, responsible_name, now(), '{}', test_codes,
        case when n % 2 = 0 then array['MR' || 3000000 + n * 31, 'REL' || n] else '{}' end
      from orders, generate_series(1, ${MANY}) n where id = ${id}`.execute(db)
    await sql`alter table orders enable trigger user`.execute(db)
    await sql`select refill_order_lists()`.execute(db)
  })
})
afterAll(() => portal?.stop())

const found = async (keyword: string) => {
  const { total, ordersDTO } = await portal
    .as('OrderViewer@C1')
    .orders.list({ params: { hospital: CHILD }, query: { keyword } })
  return { total, names: ordersDTO.map(({ patient }) => patient.lastName) }
}

test('[UX-15] finds one of many orders by a part of any of its numbers', async () => {
  expect(await found('7070042')).toEqual({ total: 1, names: ['Veldt10006'] })
  expect(await found('LK-7139993')).toEqual({ total: 1, names: ['Veldt19999'] })
  expect(await found('mr3000062')).toEqual({ total: 1, names: ['Veldt2'] })
  expect(await found('000062')).toEqual({ total: 1, names: ['Veldt2'] })
  expect(await found('rel19998')).toEqual({ total: 1, names: ['Veldt19998'] })
})

test('[UX-15] a part of a number is looked up in the index, and only matches are read', async () => {
  const [plan] = await asAdministrator(sql<{ 'QUERY PLAN': unknown }>`
    explain (analyze, timing off, format json) select order_id from order_search
    where terms @@ '''C1 p0042'':*'::tsquery and institution_code = any ('{C1}')`)
  const text = JSON.stringify(plan)
  expect(text).toContain('"Index Name":"order_search_terms"')
  expect(text).not.toContain('Seq Scan')
  const read = [...text.matchAll(/"Actual Rows":([\d.]+)/g)].map(([, rows]) => Number(rows))
  expect(Math.max(...read)).toBeLessThan(MANY / 100)
})

test('MRNs follow changes of the order’s content', async () => {
  const document = readyOrder('Numbered')
  const draft = await portal.draft(document)
  const as = portal.as('OrderSubmitter@P1')
  const numberIs = (value: string) =>
    as.orders.patch({
      ...{ params: { hospital: PARENT, id: draft.id }, headers: {} },
      body: [{ op: 'replace', path: '/patients/0/recordNumber', value }],
    })
  const rows = async (keyword: string) =>
    (await as.orders.list({ params: { hospital: PARENT }, query: { keyword } })).ordersDTO
  await numberIs('AB-2041-9')
  expect(await rows('2041')).toMatchObject([{ id: draft.id, recordNumber: 'AB-2041-9' }])
  await numberIs('')
  expect(await rows('2041')).toEqual([])
})

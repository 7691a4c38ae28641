import { afterAll, beforeAll, expect, test } from 'vitest'
import { newOrder } from '#domain/orders/document.ts'
import { databaseBefore } from '#server/testing/migrations.ts'

let before: Awaited<ReturnType<typeof databaseBefore>>

/** An institution's order with a sample for each tracking number; null for a sample without one. */
async function order(institution: string, test: string, numbers: (string | null)[]) {
  const { rows } = await before.database.query<{ id: number }>(
    `insert into orders (institution_code, draft_key, state, document, patient_first_name, patient_last_name,
       patient_date_of_birth, patient_sex, test_code, test_name, provider_name, is_vob, open_points, search_text,
       created_by, created_by_name, updated_by_name, responsible_id, responsible_name, submitted_at, test_codes)
     values ($1, gen_random_uuid(), 'en-route', $2, '', '', '', '', '', '', '', false, 0, '', 1, 'Ada', 'Ada', 1, 'Ada',
       '2026-03-12', $3) returning id`,
    [institution, newOrder(), [test]],
  )
  for (const [index, number] of numbers.entries())
    await before.database.query(
      `insert into sample (order_id, institution_code, sample_key, patient_name, relationship, specimen_type,
         date_of_collection, ship_carrier, ship_tracking_number) values ($1, $2, $3, 'Testa', 'Proband', 'Blood', '', $4, $5)`,
      [rows[0]?.id, institution, `s${index + 1}`, number && 'USPS', number],
    )
}

beforeAll(async () => {
  before = await databaseBefore('0008-following.sql')
  const { database } = before
  await database.query(`insert into institution (code, name) values ('P1', 'One'), ('F1', 'Another')`)
  await database.query(
    `insert into physician (subject, email, first_name, last_name) values ('a', '', 'Ada', 'Okafor')`,
  )
  await database.query(`insert into test_category values ('wgs', 1, 'Genome', ''), ('wes', 2, 'Exome', '')`)
  for (const category of ['wgs', 'wes'])
    await database.query(
      `insert into test (code, display_test_code, name, category, test_type, genes, gene_count, turnaround_days, specimens,
         specimen_note, list_price_cents, cpt_codes, sex, relatives, method, description, display_in_catalog)
       values ($1, '', '', $1, '', '{}', 0, 10, '{}', '', 0, '{}', '', 0, '', '', true)`,
      [category],
    )
  await order('P1', 'wgs', ['one', 'one', null])
  await order('P1', 'wes', ['one'])
  await order('F1', 'wes', ['one', 'two'])
  // The second sample of a parcel was received first; one order has a report that was opened.
  await database.query(
    `update sample set accessioned_at = '2026-03-13' where sample_key = 's2' and institution_code = 'P1'`,
  )
  await database.query(
    `update orders set state = 'reported', report_opened_at = '2026-04-02' where test_codes = '{wgs}'`,
  )
  await database.query(`insert into report (order_id, institution_code, version, corrected, file_key, bytes, test_code)
    select id, institution_code, 1, false, '', 1, '' from orders`)
  await before.migrate()
})
afterAll(() => before?.end())

test('old tracking numbers become parcels: one for all samples of an institution, and none is lost', async () => {
  const { rows } = await before.database.query(
    `select s.institution_code || ' ' || s.order_id - 100000 || ' ' || s.sample_key as sample, h.carrier, h.tracking_number
     from sample s left join shipment h on h.id = s.shipment_id order by s.id`,
  )
  expect(rows.map(Object.values)).toEqual([
    ['P1 1 s1', 'USPS', 'one'],
    ['P1 1 s2', 'USPS', 'one'],
    ['P1 1 s3', null, null],
    ['P1 2 s1', 'USPS', 'one'],
    // A number belongs to one parcel; the same number entered by another institution is kept with its code
    // appended.
    ['F1 3 s1', 'USPS', 'one (F1)'],
    ['F1 3 s2', 'USPS', 'two'],
  ])
  expect((await before.database.query('select from shipment')).rowCount).toBe(3)
})

test("old orders are counted under their tests' alerts", async () => {
  const { rows } = await before.database.query(
    'select alert_group, missing_info, on_hold_since from orders order by id',
  )
  const nothing = { missing_info: false, on_hold_since: null }
  expect(rows).toEqual(['wgs', 'other', 'other'].map((alert_group) => ({ alert_group, ...nothing })))
})

test('a parcel has arrived when the first of its samples has, and an opened report stays opened', async () => {
  const { rows: parcels } = await before.database.query(
    `select tracking_number from shipment where arrived_at = '2026-03-13'`,
  )
  expect(parcels).toEqual([{ tracking_number: 'one' }])
  const { rows: opened } = await before.database.query(
    `select o.test_codes from report join orders o on o.id = order_id where opened_at = '2026-04-02'`,
  )
  expect(opened).toEqual([{ test_codes: ['wgs'] }])
})

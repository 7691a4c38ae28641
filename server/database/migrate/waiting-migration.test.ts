import { afterAll, beforeAll, expect, test } from 'vitest'
import { databaseBefore } from '#server/testing/migrations.ts'

/** The order's state; what is open of it; whether it is on hold and misses information after the migration. */
const CASES = [
  ['in-process', 'hold', true, true],
  ['in-process', 'answered hold', true, false],
  ['in-process', 'released hold', false, false],
  ['accessioned', 'recollection', false, true],
  ['accessioned', 'received recollection', false, false],
  ['reported', 'hold', false, false],
  ['cancelled', 'hold', false, false],
] as const

let before: Awaited<ReturnType<typeof databaseBefore>>
beforeAll(async () => {
  before = await databaseBefore('0095-waiting-after-withdrawal.sql')
  const { database } = before
  await database.query(`insert into institution (code, name) values ('P1', 'Parent Clinic')`)
  await database.query(
    `insert into physician (subject, email, first_name, last_name) values ('a', '', 'Ada', 'Okafor')`,
  )
  for (const [state, open] of CASES) {
    const { rows } = await database.query(
      `insert into orders (institution_code, draft_key, state, document, patient_first_name, patient_last_name,
         patient_date_of_birth, patient_sex, test_code, test_name, provider_name, is_vob, open_points, search_text,
         created_by, created_by_name, updated_by_name, responsible_id, responsible_name, submitted_at, reported_at)
       values ('P1', gen_random_uuid(), $1, '{}', $2, '', '', '', '', '', '', false, 0, '', 1, 'Ada', 'Ada', 1, 'Ada',
         '2026-03-01', '2026-03-10') returning id`,
      [state, open],
    )
    const { id } = rows[0] as { id: number }
    if (open.endsWith('hold'))
      await database.query(
        `insert into order_hold (order_id, institution_code, hold_key, kind, words, held_at, released_at, answered_at)
         values ($1, 'P1', 'H', 'missing-information', 'Since when?', '2026-03-03', $2, $3)`,
        [id, open === 'released hold' ? '2026-03-04' : null, open === 'answered hold' ? '2026-03-04' : null],
      )
    if (open.endsWith('recollection')) {
      const sample = `insert into sample (order_id, institution_code, sample_key, patient_name, relationship,
        specimen_type, date_of_collection, recollection_of, accessioned_at)
        values ($1, 'P1', $2, '', '', 'Blood', '', $3, $4) returning id`
      const first = await database.query(sample, [id, 's1', null, null])
      const arrived = open === 'recollection' ? null : '2026-03-05'
      await database.query(sample, [id, 's1-r1', first.rows[0]?.id, arrived])
    }
  }
  // As a report had left them, and its withdrawal after it.
  await database.query('update orders set on_hold_since = null, missing_info = false')
  await before.migrate()
  await before.migrate('0112-holds-after-withdrawal.sql')
})
afterAll(() => before?.end())

test.each(CASES)(
  'an order that is %s, with a %s, waits for what is open',
  async (state, open, onHold, missing) => {
    const { rows } = await before.database.query(
      `select on_hold_since is not null as on_hold, missing_info from orders
     where state = $1 and patient_first_name = $2`,
      [state, open],
    )
    expect(rows).toEqual([{ on_hold: onHold, missing_info: missing }])
  },
)

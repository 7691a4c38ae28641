import { afterAll, beforeAll, expect, test } from 'vitest'
import { databaseBefore } from '#server/testing/migrations.ts'

/** Whether a test is pending; the hold and its day; whether the order is on hold and misses information after the migration. */
const CASES = [
  [true, 'H', '2026-03-03', true, true],
  [false, 'H', '2026-03-03', false, false],
  [false, 'H', '2026-03-12', false, true],
  [true, 'WITHDRAWN-1', '2026-03-12', true, true],
  [false, 'WITHDRAWN-1', '2026-03-12', false, false],
] as const

let before: Awaited<ReturnType<typeof databaseBefore>>
beforeAll(async () => {
  before = await databaseBefore('0116-holds-of-pending-tests.sql')
  const { database } = before
  await database.query(`insert into institution (code, name) values ('P1', 'Parent Clinic')`)
  await database.query(
    `insert into physician (subject, email, first_name, last_name) values ('a', '', 'Ada', 'Okafor')`,
  )
  // As the functions of the version before left them: only what was asked after the report counted.
  await database.query(
    'alter table orders disable trigger finish_holds; alter table order_hold disable trigger count_holds',
  )
  for (const [index, [isPending, key, heldAt]] of CASES.entries()) {
    const { rows } = await database.query(
      `insert into orders (institution_code, draft_key, state, document, patient_first_name, patient_last_name,
         patient_date_of_birth, patient_sex, test_code, test_name, provider_name, is_vob, open_points, search_text,
         created_by, created_by_name, updated_by_name, responsible_id, responsible_name, submitted_at, reported_at,
         has_pending_test, missing_info)
       values ('P1', gen_random_uuid(), 'reported', '{}', $1, '', '', '', '', '', '', false, 0, '', 1, 'Ada', 'Ada', 1,
         'Ada', '2026-03-01', '2026-03-10', $2, $3) returning id`,
      [String(index), isPending, heldAt > '2026-03-10'],
    )
    await database.query(
      `insert into order_hold (order_id, institution_code, hold_key, kind, words, held_at)
       values ($1, 'P1', $2, 'consent', 'Who agreed?', $3)`,
      [(rows[0] as { id: number }).id, key, heldAt],
    )
  }
  await database.query('alter table orders enable trigger finish_holds')
  await before.migrate()
})
afterAll(() => before?.end())

test.each([...CASES.entries()])(
  'a reported order counts its hold while it matters: %i, %j',
  async (index, [, , , onHold, missing]) => {
    const { rows } = await before.database.query(
      `select on_hold_since is not null as on_hold, missing_info from orders where patient_first_name = $1`,
      [String(index)],
    )
    expect(rows).toEqual([{ on_hold: onHold, missing_info: missing }])
  },
)

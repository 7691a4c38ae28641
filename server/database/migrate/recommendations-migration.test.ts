import { afterAll, beforeAll, expect, test } from 'vitest'
import { databaseBefore } from '#server/testing/migrations.ts'

/** The order's reports of the test; when the recommendation was made; whether it is valid afterwards. */
const CASES = [
  ['no report', [], '2026-03-01', true],
  ['one that counts', ['current'], '2026-03-01', true],
  ['one that was withdrawn', ['withdrawn'], '2026-03-01', false],
  ['one withdrawn, one that counts', ['withdrawn', 'current'], '2026-03-01', true],
  ['all withdrawn', ['withdrawn', 'withdrawn'], '2026-03-01', false],
  ['made after the withdrawal', ['withdrawn'], '2026-03-09', true],
] as const

let before: Awaited<ReturnType<typeof databaseBefore>>
beforeAll(async () => {
  before = await databaseBefore('0035-withdrawn-recommendations.sql')
  const { database } = before
  await database.query(`insert into institution (code, name) values ('P1', 'Parent Clinic')`)
  await database.query(
    `insert into physician (subject, email, first_name, last_name) values ('a', '', 'Ada', 'Okafor')`,
  )
  for (const [name, reports, made] of CASES) {
    const { rows } = await database.query<{ id: number }>(
      `insert into orders (institution_code, draft_key, state, document, patient_first_name, patient_last_name,
         patient_date_of_birth, patient_sex, test_code, test_name, provider_name, is_vob, open_points, search_text,
         created_by, created_by_name, updated_by_name, responsible_id, responsible_name, submitted_at)
       values ('P1', gen_random_uuid(), 'in-process', '{}', $1, '', '', '', '', '', '', false, 0, '', 1, 'Ada', 'Ada', 1, 'Ada', now())
       returning id`,
      [name],
    )
    const id = rows[0]?.id
    for (const [index, state] of reports.entries())
      await database.query(
        `insert into report (order_id, institution_code, version, corrected, bytes, test_code, state, withdrawn_at)
         values ($1, 'P1', $2, false, 0, 'WES1', $3, case when $3 = 'withdrawn' then timestamptz '2026-03-05' end)`,
        [id, index + 1, state],
      )
    await database.query(
      `insert into treatment (order_id, institution_code, treatment_key, test_code, title, recommendation, made_at)
       values ($1, 'P1', 'a', 'WES1', 'Diet', 'Words', $2)`,
      [id, made],
    )
  }
  await before.migrate()
})
afterAll(() => before.end())

test.each(CASES)('a recommendation beside %s', async (name, _reports, _made, counts) => {
  const { rows } = await before.database.query(
    `select withdrawn_at is null as counts from treatment join orders on orders.id = order_id where patient_first_name = $1`,
    [name],
  )
  expect(rows).toEqual([{ counts }])
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { databaseBefore } from '#server/testing/migrations.ts'

const GENETICS = JSON.stringify([{ kind: 'genetics', label: '', findings: [] }])
/** A report's parts and state; whether its result is listed by its document, or waits to be filled. */
const CASES = [
  ['a document', '[]', 'current', 'document'],
  ['data', GENETICS, 'current', 'waits'],
  ['superseded data', GENETICS, 'superseded', 'neither'],
  ['a withdrawn document', '[]', 'withdrawn', 'neither'],
] as const

let before: Awaited<ReturnType<typeof databaseBefore>>
beforeAll(async () => {
  before = await databaseBefore('0064-reported-results.sql')
  const { database } = before
  await database.query(`insert into institution (code, name) values ('P1', 'Parent Clinic')`)
  await database.query(
    `insert into physician (subject, email, first_name, last_name) values ('a', '', 'Ada', 'Okafor')`,
  )
  for (const [name, parts, state] of CASES) {
    const { rows } = await database.query<{ id: number }>(
      `insert into orders (institution_code, draft_key, state, document, patient_first_name, patient_last_name,
         patient_date_of_birth, patient_sex, test_code, test_name, provider_name, is_vob, open_points, search_text,
         created_by, created_by_name, updated_by_name, responsible_id, responsible_name, submitted_at)
       values ('P1', gen_random_uuid(), 'reported', '{}', $1, '', '', '', '', '', '', false, 0, '', 1, 'Ada', 'Ada', 1, 'Ada', now())
       returning id`,
      [name],
    )
    await database.query(
      `insert into report (order_id, institution_code, version, corrected, bytes, test_code, state, parts)
       values ($1, 'P1', 1, false, 0, 'WES1', $2, $3)`,
      [rows[0]?.id, state, parts],
    )
  }
  await before.migrate()
})
afterAll(() => before.end())

test.each(CASES)('a report of before with %s', async (name, _parts, _state, expected) => {
  const { rows } = await before.database.query<{ outcome: string | null; waits: boolean }>(
    `select outcome, result_to_file.report_id is not null as waits
     from report join orders on orders.id = report.order_id
       left join reported_result on reported_result.report_id = report.id
       left join result_to_file on result_to_file.report_id = report.id
     where patient_first_name = $1`,
    [name],
  )
  expect(rows.map(({ outcome, waits }) => outcome ?? (waits ? 'waits' : 'neither'))).toEqual([expected])
})

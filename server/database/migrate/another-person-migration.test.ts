import { afterAll, beforeAll, expect, test } from 'vitest'
import { databaseBefore } from '#server/testing/migrations.ts'

let before: Awaited<ReturnType<typeof databaseBefore>>
beforeAll(async () => {
  before = await databaseBefore('0097-answers-about-another.sql')
  const { database } = before
  await database.query(`insert into institution (code, name) values ('P1', 'Parent Clinic')`)
  await database.query(
    `insert into payer (id, name, kind) values ('tidewater', 'Tidewater Mutual', 'Commercial')`,
  )
  await database.query(`
    insert into eligibility_check (institution_code, payer_id, subject, subject_key, asked_by_name, state, checked_at,
      counts_until, answer, problems)
    select 'P1', 'tidewater', '{}', key, '', 'answered', now(), current_date + 1, '{}', problems from (values
      ('twin', array['EB 3: no amount', 'The answer has a different first name']),
      ('parent', array['The answer has a different date of birth']),
      ('patient', array['EB 3: no amount']),
      ('plain', '{}')) as answers (key, problems)`)
  await before.migrate()
})
afterAll(() => before.end())

test('answers that may be about another person no longer count, the others do', async () => {
  const { rows } = await before.database.query(
    'select subject_key as key, counts_until >= current_date as counts from eligibility_check order by id',
  )
  expect(rows).toEqual([
    { key: 'twin', counts: false },
    { key: 'parent', counts: false },
    { key: 'patient', counts: true },
    { key: 'plain', counts: true },
  ])
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { blankFetus, blankPregnancy } from '#domain/orders/pregnancy.ts'
import { fetusesInWords } from '#domain/orders/subject.ts'
import { databaseBefore } from '#server/testing/migrations.ts'

/** The labels of what is tested, the outcome of the pregnancy, and the state of the order. */
const CASES = [
  ['the patient', [], 'Ongoing', 'draft'],
  ['a fetus', ['A'], 'Ongoing', 'accessioned'],
  ['a fetus without a label', [''], 'Ongoing', 'draft'],
  ['twins', ['A', 'B'], 'Ongoing', 'draft'],
  ['twins of whom one has no label yet', ['A', ''], 'Ongoing', 'draft'],
  ['twins without labels', ['', ''], 'Ongoing', 'draft'],
  ['triplets', ['A', 'B', 'C'], 'Ongoing', 'en-route'],
  ['a loss', ['A'], 'Ended', 'reported'],
  ['two losses', ['A', 'B'], 'Ended', 'draft'],
] as const

const pregnancyOf = (labels: readonly string[], outcome: 'Ongoing' | 'Ended') => ({
  ...blankPregnancy(outcome),
  fetuses: labels.map((label, index) => blankFetus(`fetus-${index + 1}`, label)),
})

let before: Awaited<ReturnType<typeof databaseBefore>>
beforeAll(async () => {
  before = await databaseBefore('0072-fetuses.sql')
  const { database } = before
  await database.query(`insert into institution (code, name) values ('P1', 'Parent Clinic')`)
  await database.query(
    `insert into physician (subject, email, first_name, last_name) values ('a', '', 'Ada', 'Okafor')`,
  )
  // Rows of before: the triggers on them ran then.
  await database.query('set session_replication_role = replica')
  for (const [name, labels, outcome, state] of CASES) {
    const document = labels.length === 0 ? {} : { pregnancy: pregnancyOf(labels, outcome) }
    const { rows } = await database.query<{ id: number }>(
      `insert into orders (institution_code, draft_key, state, document, patient_first_name, patient_last_name,
         patient_date_of_birth, patient_sex, test_code, test_name, provider_name, is_vob, open_points, search_text,
         created_by, created_by_name, updated_by_name, responsible_id, responsible_name, submitted_at)
       values ('P1', gen_random_uuid(), $1, $2, $3, '', '', '', '', '', '', false, 0, 'dara lind', 1, 'Ada', 'Ada', 1, 'Ada',
         case when $1 <> 'draft' then now() end)
       returning id`,
      [state, JSON.stringify(document), name],
    )
    await database.query(
      `insert into sample (order_id, institution_code, sample_key, patient_name, relationship, specimen_type,
         date_of_collection) values ($1, 'P1', 's1', 'Dara Lind, of the pregnancy', 'Proband', 'CVS', '')`,
      [rows[0]?.id],
    )
  }
  await database.query('set session_replication_role = origin')
  await before.migrate()
})
afterAll(() => before.end())

test.each(CASES)('an order of before for %s is listed and found as such', async (name, labels, outcome) => {
  const words = labels.length === 0 ? '' : fetusesInWords({ pregnancy: pregnancyOf(labels, outcome) })
  const { rows } = await before.database.query(
    'select fetuses, search_text from orders where patient_first_name = $1',
    [name],
  )
  expect(rows).toEqual([
    { fetuses: words, search_text: ['dara lind', words.toLowerCase()].filter(Boolean).join(' ') },
  ])
})

import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { blankTest, newOrder, type OrderDocument, PROBAND } from '#domain/orders/document.ts'
import { databaseBefore } from '#server/testing/migrations.ts'

const linked: OrderDocument = {
  ...newOrder({ physicianId: 1, firstName: 'Ada', lastName: 'Okafor', npi: '1234567893' }),
  tests: [blankTest('1600', 'Exome')],
  consents: [
    { patient: PROBAND, consentId: 'testing', answer: true },
    { patient: PROBAND, consentId: 'research', answer: false },
  ],
}
const [proband, ...others] = linked.patients
const named = { ...linked, patients: [{ ...proband, lastName: 'Typed' }, ...others] }

/** The stored draft, whether it is listed afterwards, and in which state. */
const CASES = [
  ['a link that was opened', linked, 'draft', null, null],
  ['a form that was opened', newOrder(), 'draft', null, null],
  ['a name was typed', named, 'draft', null, 'draft'],
  ['a note was typed', { ...linked, clinicalNotes: 'x' }, 'draft', null, 'draft'],
  ['genes were chosen', { ...linked, tests: [{ ...blankTest('1'), genes: ['A'] }] }, 'draft', null, 'draft'],
  [
    'a consent was given',
    { ...linked, consents: linked.consents.map((one) => ({ ...one, answer: true })) },
    ...['draft', null, 'draft'],
  ],
  ['a verification to ask', { ...named, isVOB: true }, 'draft', 'draft', 'draft'],
  ['a verification that became an order', { ...named, isVOB: true }, 'draft', 'ordered', 'ordered'],
  ['an order', named, 'en-route', null, 'en-route'],
] as const

let before: Awaited<ReturnType<typeof databaseBefore>>
beforeAll(async () => {
  before = await databaseBefore('0039-drafts-to-finish.sql')
  const { database } = before
  await database.query(`insert into institution (code, name) values ('P1', 'Parent Clinic')`)
  await database.query(
    `insert into physician (subject, email, first_name, last_name) values ('a', '', 'Ada', 'Okafor')`,
  )
  for (const [name, document, state, vob] of CASES)
    await database.query(
      `insert into orders (institution_code, draft_key, state, document, patient_first_name, patient_last_name,
         patient_date_of_birth, patient_sex, test_code, test_name, provider_name, is_vob, open_points, search_text, submitted_at,
         test_codes, vob_status, created_by, created_by_name, updated_by_name, responsible_id, responsible_name)
       values ('P1', gen_random_uuid(), $1, $2, $3, '', '', '', '', '', 'Ada', $5, 0, 'exome', $6, '{1600}', $4,
         1, 'Ada', 'Ada', 1, 'Ada')`,
      [
        state,
        JSON.stringify(document),
        name,
        vob,
        vob !== null,
        state === 'draft' ? null : new Date('2026-03-12'),
      ],
    )
  await database.query(
    `insert into order_event (order_id, institution_code, kind, actor, actor_id, detail)
     select id, 'P1', kind, 'Ada Okafor', 1, '' from orders, unnest('{submission-asked,sent-back}'::text[]) kind
     where patient_first_name = 'a note was typed'`,
  )
  await before.migrate()
})
afterAll(() => before.end())

test.each(CASES)('%s', async (name, _document, _state, _vob, listed) => {
  const { rows } = await before.database.query(
    `select is_blank, listed_state(orders) as state, search_text,
       (select array_agg(s.state) from order_search s where order_id = orders.id and terms <> '') as found
     from orders where patient_first_name = $1`,
    [name],
  )
  expect(rows).toEqual([
    listed === null
      ? { is_blank: true, state: 'draft', search_text: '', found: null }
      : { is_blank: false, state: listed, search_text: 'exome', found: [listed] },
  ])
})

test('the stored counts equal those of the listed orders', async () => {
  const rows = await before.database.query(
    `select about, value, state, sum(n)::int as n from (
       select * from order_tally union all select * from order_tally_change) c
     group by 1, 2, 3 having sum(n) <> 0 order by 1, 2, 3`,
  )
  const counted = await before.database.query(
    `select about, value, listed_state(o) as state, count(*)::int as n from orders o, tallied(o)
     where not is_blank group by 1, 2, 3 order by 1, 2, 3`,
  )
  expect(rows.rows).toEqual(counted.rows)
})

test('the user who sent a draft back is read from its history', async () => {
  const { rows } = await before.database.query(
    `select sent_back_by, last_submitter_id::int as last from orders where sent_back_at is not null`,
  )
  expect(rows).toEqual([{ sent_back_by: 'Ada Okafor', last: 1 }])
})

test('a blank draft that the previous version edits is listed', async () => {
  await before.database.query('begin')
  const { rows } = await before.database.query(
    `update orders set search_text = 'typed' where patient_first_name = 'a link that was opened' returning is_blank`,
  )
  await before.database.query('rollback')
  expect(rows).toEqual([{ is_blank: false }])
})

test.each([
  [{ phenotype: [{ patient: PROBAND, termId: 'HP:0001250', status: 'present' }] }, true],
  [{ vaStation: '636A6' }, true],
  [{ phenotype: [], vaStation: '', urgentContact: { name: '', phone: '' } }, false],
])('a blank draft with %j is listed: %s', async (parts, listed) => {
  const { database } = before
  await database.query('begin')
  const { rows } = await database.query(
    `update orders set document = document || $1 where patient_first_name = 'a link that was opened' returning id`,
    [JSON.stringify(parts)],
  )
  const [{ id }] = rows as [{ id: number }]
  await database.query(
    await readFile(new URL('../migrations/0099-drafts-with-parts.sql', import.meta.url), 'utf8'),
  )
  const { rows: after } = await database.query('select not is_blank as listed from orders where id = $1', [
    id,
  ])
  await database.query('rollback')
  expect(after).toEqual([{ listed }])
})

import { expect, test } from 'vitest'
import { databaseBefore } from '#server/testing/migrations.ts'

/** A check's state, how many days from today its answer remains valid, and how many after the migration. */
const CHECKS = [
  ['answered, for two weeks', 'answered', 14, -1],
  ['answered, until today', 'answered', 0, -1],
  ['answered, over yesterday', 'answered', -1, -1],
  ['answered, over long ago', 'answered', -400, -400],
  ['waits', 'queued', null, null],
  ['given up', 'given-up', null, null],
] as const

/** What is now read more precisely is asked again; the old answer is kept as evidence. */
test.each(['0027-answers-asked-again.sql', '0041-answers-asked-once-more.sql'])(
  '%s invalidates every earlier answer and keeps it',
  async (file) => {
    const before = await databaseBefore(file)
    try {
      const { database } = before
      await database.query(`insert into institution (code, name) values ('P1', 'Parent Clinic')`)
      await database.query(
        `insert into payer (id, name, aliases, kind, phone, member_id_patterns, member_id_hint)
         values ('harbor', 'Harbor Health', '{}', 'Commercial', '', '{}', '')`,
      )
      // In one transaction, and so on one day.
      await database.query('begin')
      for (const [name, state, days] of CHECKS)
        await database.query(
          `insert into eligibility_check (institution_code, payer_id, subject, subject_key, state, asked_by_name, checked_at,
             counts_until, answer)
           values ('P1', 'harbor', '{}', $1, $2, 'Ada', case when $2 = 'answered' then now() end, current_date + $3::int,
             case when $2 = 'answered' then jsonb_build_object('said', $1::text) end)`,
          [name, state, days],
        )
      await before.migrateWithin()
      const { rows } = await database.query(
        `select subject_key as name, state, counts_until - current_date as days, answer ->> 'said' as said
         from eligibility_check order by id`,
      )
      await database.query('commit')
      expect(rows).toEqual(
        CHECKS.map(([name, state, _, days]) => ({
          ...{ name, state, days, said: state === 'answered' ? name : null },
        })),
      )
    } finally {
      await before.end()
    }
  },
)

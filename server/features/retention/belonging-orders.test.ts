import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { directoryFiles } from '#adapters/files/directory.ts'
import { administer } from '#server/database/connection/connect.ts'
import { startPortal, type TestPortal } from '#server/testing/portal.ts'
import { readyOrder, readyVerification } from '#server/testing/world.ts'
import { endRetentionPeriods } from './ending.ts'
import { erasePerson } from './person.ts'
import { replacePolicies } from './store.ts'

const DAY_MS = 24 * 3_600_000

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

const asAdministrator = <T>(query: RawBuilder<T>) =>
  administer(portal.database.url, async (db) => (await query.execute(db)).rows)
const inYears = (years: number) => new Date(Date.now() + years * 366 * DAY_MS)
const isThere = async (id: number) =>
  (await portal.worker.db.selectFrom('orders').select('id').where('id', '=', id).execute()).length === 1

async function cancelled(document = readyOrder()): Promise<number> {
  const { id } = await portal.submitted(document)
  await asAdministrator(sql`update orders set state = 'cancelled' where id = ${id}`)
  await asAdministrator(
    sql`update message_out set answered_at = now(), answer_code = 'AA' where order_id = ${id}`,
  )
  return id
}

test('a person’s request erases an order together with the test that was added on its specimen', async () => {
  const document = readyOrder()
  const [patient] = document.patients
  if (!patient) throw new Error('an order has a patient')
  const id = await cancelled(document)
  const addOn = await cancelled({ ...document, tests: readyOrder('Added', 'EPI2').tests })
  await asAdministrator(
    sql`update orders set add_on_sample_id = (select min(id) from sample where order_id = ${id}) where id = ${addOn}`,
  )
  await administer(portal.database.url, (db) =>
    replacePolicies(db, [{ kind: 'order', days: null, daysOnRequest: 730 }]),
  )
  const ask = (isTrial: boolean) =>
    erasePerson(portal.worker, {
      ...{ person: patient, actor: { subject: '', name: 'An operator' }, now: inYears(3), isTrial },
    })
  const both = [
    { number: id, institution: 'P1', stays: [], isLocked: false },
    { number: addOn, institution: 'P1', stays: [], isLocked: false },
  ]
  expect(await ask(true)).toEqual(both)
  expect(await Promise.all([id, addOn].map(isThere))).toEqual([true, true])
  expect(await ask(false)).toEqual(both)
  expect(await Promise.all([id, addOn].map(isThere))).toEqual([false, false])
})

test('a verification stays as long as the order that was made from it', async () => {
  const verification = await portal.draft(readyVerification('Kept'))
  const ordered = await portal.draft(readyVerification('Alone'))
  const id = await cancelled()
  await asAdministrator(
    sql`update orders set made_from = ${verification.id}, made_as = 'order' where id = ${id}`,
  )
  const keep = (days: number) =>
    administer(portal.database.url, (db) =>
      replacePolicies(db, [
        { kind: 'draft', days: 90, daysOnRequest: 0 },
        { kind: 'order', days, daysOnRequest: 730 },
      ]),
    )
  const endAt = async (now: Date) => {
    const deps = { connection: portal.worker, files: directoryFiles(portal.dir) }
    for (let runs = 0; runs < 3; runs += 1) await endRetentionPeriods(deps, now)
  }
  await keep(3650)
  await endAt(inYears(1))
  expect(await Promise.all([verification.id, ordered.id, id].map(isThere))).toEqual([true, false, true])
  await endAt(inYears(11))
  await endAt(inYears(12))
  expect(await Promise.all([verification.id, id].map(isThere))).toEqual([false, false])
})

test('a payer’s answer goes with its order, and what another order was estimated by it stays', async () => {
  const first = readyOrder('Estimated')
  const { patients } = first
  const [one, two, three] = [
    await cancelled(first),
    await cancelled(structuredClone(first)),
    await cancelled(),
  ]
  const content = (name: string) =>
    JSON.stringify({ patientName: name, patientDateOfBirth: patients[0]?.dateOfBirth, memberId: 'TM-1' })
  const name = `${patients[0]?.firstName} ${patients[0]?.lastName}`
  const [check] = await asAdministrator(sql<{ id: number }>`
    insert into eligibility_check (institution_code, order_id, payer_id, subject, subject_key, asked_by_name, state)
    values ('P1', ${one}, 'tidewater', '{}', 'estimated', '', 'given-up') returning id`)
  await asAdministrator(sql`
    insert into cost_estimate (institution_code, order_id, check_id, made_by_name, counts_until, content)
    select 'P1', o.id, ${check?.id}, o.made, current_date, o.content::jsonb from (values
      (${one}::bigint, 'its own', ${content(name)}), (${two}, 'of the same patient', ${content(name)}),
      (${three}, 'begun for that patient', ${content(name)}), (null, 'of a form that was not saved', ${content(name)}))
      as o (id, made, content)`)
  await asAdministrator(sql`select erase_orders(${[one]}::bigint[])`)
  expect(
    await asAdministrator(
      sql`select made_by_name as made, order_id, check_id from cost_estimate order by id`,
    ),
  ).toEqual([{ made: 'of the same patient', order_id: two, check_id: null }])
  expect(await asAdministrator(sql`select id from eligibility_check`)).toEqual([])
})

test('[OPS-16] estimates of discarded drafts and of no order are erased with payers’ answers, and counted', async () => {
  const [draft, open] = [await portal.draft(readyOrder()), await portal.draft(readyOrder())]
  await asAdministrator(sql`delete from cost_estimate`)
  await asAdministrator(sql`insert into cost_estimate (institution_code, order_id, made_by_name, counts_until, content)
    select 'P1', id, made, current_date, '{}' from (values (${draft.id}::bigint, 'for a discarded draft'),
      (${open.id}, 'for an open draft'), (null, 'for no order')) as o (id, made)`)
  await portal.as('OrderCreator@P1').orders.discard({ params: { h: 'P1', id: draft.id } })
  const made = () => asAdministrator(sql`select made_by_name as made from cost_estimate order by id`)
  const erase = (at: Date, most: number) =>
    portal.worker.db
      .selectNoFrom(sql<number>`erase_checks(${at}, ${most})`.as('erased'))
      .executeTakeFirstOrThrow()
  expect(await erase(new Date(Date.now() - DAY_MS), 10)).toEqual({ erased: 0 })
  expect(await made()).toHaveLength(3)
  expect(await erase(inYears(1), 1)).toEqual({ erased: 1 })
  expect(await erase(inYears(1), 10)).toEqual({ erased: 1 })
  expect(await made()).toEqual([{ made: 'for an open draft' }])
  await asAdministrator(sql`delete from cost_estimate`)
})

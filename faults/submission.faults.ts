import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { randomSource } from '#server/testing/fuzz/random-source.ts'
import { type Clinic, HOSPITAL, openClinic } from '../e2e/clinic.ts'
import { insist } from './broken/load.ts'
import { report } from './broken/table.ts'
import { startTestbed, type Testbed } from './broken/testbed.ts'

/** How often an order's way into the database is broken: `KILLS=100 npm run faults -- submission`. */
const KILLS = Number(process.env.KILLS ?? 1_000)
const SEED = Number(process.env.TEST_SEED ?? Date.now() % 1_000_000)
/** Every so many kills the whole database loses power, and the portal. */
const POWER_EVERY = 25
const PORTAL_EVERY = 50
/** And lists, searches and counts are compared. */
const COMPARED_EVERY = 100

let testbed: Testbed
beforeAll(async () => {
  testbed = await startTestbed()
})
afterAll(() => testbed?.stop())

/**
 * What is kept for lists and searches that differs from what the orders say, and orders after the given one without their
 * one message: all of one moment. Counts by result are of the reports.
 */
const differencesAfter = (order: number) =>
  testbed.database().ask<{ wrong: string; n: number }>(
    `
    select * from (
      select 'counts' as wrong, count(*)::int as n from (
        (select institution_code, about, value, state, sum(n)::int from (select * from order_tally union all select * from order_tally_change) c where about <> 'result'
           group by 1, 2, 3, 4 having sum(n) <> 0
         except select o.institution_code, t.about, t.value, listed_state(o), count(*)::int
           from orders o, tallied(o) t where not o.is_blank group by 1, 2, 3, 4)
        union all
        (select o.institution_code, t.about, t.value, listed_state(o), count(*)::int
           from orders o, tallied(o) t where not o.is_blank group by 1, 2, 3, 4
         except select institution_code, about, value, state, sum(n)::int from (select * from order_tally union all select * from order_tally_change) c where about <> 'result'
           group by 1, 2, 3, 4 having sum(n) <> 0)) d
      union all
      select 'terms', count(*)::int from orders o left join order_search s on s.order_id = o.id
        where s.terms is distinct from case when o.is_blank then ''::tsvector else terms_of(o) end
      union all
      select 'messages', count(*)::int from orders o where o.submitted_at is not null and o.id > $1
        and 1 <> (select count(*) from message_out m where m.order_id = o.id)
    ) all_of_them where n > 0`,
    [order],
  )

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
/** Of one length, so that none is the beginning of another. */
const nameOf = (number: number) =>
  `Cut${[...String(number).padStart(5, '0')].map((digit) => LETTERS[Number(digit)]).join('')}`

/** Writes and submits an order as a page does: whatever is not acknowledged is asked again. */
async function write(clinic: Clinic, template: Awaited<ReturnType<Clinic['order']>>, lastName: string) {
  const patients = template.document.patients.map((one) => ({ ...one, lastName }))
  const body = { draftKey: randomUUID(), document: { ...template.document, patients } }
  const params = { hospital: HOSPITAL }
  const { id } = await insist(() => clinic.client.orders.create({ params, body }))
  await insist(() => clinic.submit(id))
  return id
}

test(`an order is there once, whole and found, at whatever statement its connection is cut (TEST_SEED=${SEED})`, async () => {
  const { next } = randomSource(SEED)
  const below = (limit: number) => Math.floor(next() * limit)
  let clinic = await openClinic(testbed.origin, 'provider@demo.test')
  let signedInAt = Date.now()
  const template = await clinic.order(await clinic.draft('Template'))
  testbed.statements.count()
  await write(clinic, template, 'Counted')
  const most = testbed.statements.count()
  expect(most).toBeGreaterThan(10)

  const written = new Map<number, string>()
  const made = { cut: 0, passed: 0, power: 0, portal: 0 }
  for (let kill = 1; kill <= KILLS; kill += 1) {
    if (Date.now() - signedInAt > 240_000) {
      clinic = await openClinic(testbed.origin, 'provider@demo.test')
      signedInAt = Date.now()
    }
    // Statements of pages that come meanwhile are counted too, so a few orders are done before their cut comes.
    testbed.statements.cut(1 + below(most), next() < 0.5 ? 'before' : 'after')
    const lastName = nameOf(kill)
    const writing = write(clinic, template, lastName)
    if (kill % PORTAL_EVERY === 0) {
      testbed.portal.kill9()
      made.portal += 1
    } else if (kill % POWER_EVERY === 0) {
      testbed.database().signal('SIGKILL')
      await testbed.database().ended
      await testbed.startDatabase()
      made.power += 1
    }
    written.set(await writing, lastName)
    made[testbed.statements.wasCut() ? 'cut' : 'passed'] += 1
    if (kill % COMPARED_EVERY > 0) continue
    expect(await differencesAfter(template.id)).toEqual([])
    for (const [id, name] of [...written].slice(-COMPARED_EVERY)) {
      const query = { keyword: name }
      const found = await insist(() => clinic.client.orders.list({ params: { hospital: HOSPITAL }, query }))
      expect([name, found.ordersDTO.map((one) => [one.id, one.state])]).toEqual([
        name,
        [[id, expect.anything()]],
      ])
      const { events } = await insist(() => clinic.order(id))
      expect([name, events.filter(({ kind }) => kind === 'submitted').length]).toEqual([name, 1])
    }
  }
  report(`Kills at the ${most} statements of an order, seed ${SEED}`, [
    { kills: KILLS, ...made, orders: written.size },
  ])
  expect(written.size).toBe(KILLS)
}, 3_600_000)

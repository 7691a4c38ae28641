import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startOfDay } from '#domain/dates/dates.ts'
import { INITIAL_RULES } from '#domain/follow-up/rules.ts'
import { administer } from '#server/database/connection/connect.ts'
import { laboratoryMessage, REPORT } from '#server/testing/laboratory.ts'
import { laboratoryDay } from '#server/testing/laboratory-day.ts'
import { PORTAL_ORIGIN, startPortal, type TestPortal } from '#server/testing/portal.ts'
import { PARENT } from '#server/testing/world.ts'
import { mailOutbox } from '../mail/outbox.ts'
import { followUpEscalation } from './escalation.ts'

const SUPPORT = 'help@laboratory.test'
let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())
// Each test has the institution to itself.
beforeEach(() =>
  administer(portal.database.url, async (db) => {
    await sql`delete from follow_up_event`.execute(db)
    await sql`delete from follow_up`.execute(db)
    await sql`delete from follow_up_rules`.execute(db)
    await sql`delete from mail_out`.execute(db)
    await sql`update membership set status = 'Active' where institution_code = ${PARENT}
      and physician_id in (select id from physician where subject in ('provider', 'OrderSubmitter@P1'))`.execute(
      db,
    )
  }),
)

/** The periodic work as it runs so many days after today. */
const workIn = (days: number) =>
  followUpEscalation({
    ...{ connection: portal.worker, sendMail: mailOutbox(portal.boss), portalOrigin: PORTAL_ORIGIN },
    ...{ laboratoryName: 'Larkfield Genetics', supportEmail: SUPPORT },
    now: () => new Date(startOfDay(laboratoryDay(days))),
  })
const runIn = (days: number) => workIn(days).run()

let control = 0
/** A report without a stated result, which the user `provider` has to acknowledge. */
async function reported() {
  const { id } = await portal.submitted()
  return report(id)
}
async function report(id: number) {
  control += 1
  const message = { order: id, number: `L-${id}`, status: 'F', pdf: REPORT }
  expect(await portal.receive(laboratoryMessage(`S${control}`, message))).toContain('MSA|AA')
  return id
}
const followUpOf = async (order: number) => {
  const [one] = await portal.as('provider').followUp.ofOrder({ params: { h: PARENT, id: order } })
  if (!one) throw new Error('no follow-up')
  return one
}
const escalationsOf = async (order: number) =>
  (await followUpOf(order)).events.filter(({ kind }) => kind === 'escalated').map(({ words }) => words)
const emailOf = async (subject: string) =>
  (
    await portal.worker.db
      .selectFrom('physician')
      .select('email')
      .where('subject', '=', subject)
      .executeTakeFirstOrThrow()
  ).email
const subjectsTo = async (email: string) => (await portal.mailsTo(email)).map(({ subject }) => subject)
const block = (subject: string) =>
  administer(portal.database.url, (db) =>
    sql`update membership set status = 'Blocked' where institution_code = ${PARENT}
      and physician_id = (select id from physician where subject = ${subject})`.execute(db),
  )

const { days, supportDays } = INITIAL_RULES
const DUE = days['not-stated']

describe('[WATCH-01] a report that nobody acknowledges', () => {
  test('for 14 days is escalated to the institution and to the laboratory’s Support, in one step after a pause', async () => {
    const order = await reported()
    await runIn(DUE)
    expect(await escalationsOf(order)).toEqual([])
    await runIn(15)
    const [words, ...others] = await escalationsOf(order)
    expect(others).toEqual([])
    expect(words).toContain('users with the role Super user, and the laboratory’s Support')
    expect(await followUpOf(order)).toMatchObject({ owner: { name: 'Test provider' }, closed: null })
    expect(await subjectsTo(await emailOf('provider'))).toEqual([
      `Order ${order}: a follow-up of yours is late`,
    ])
    expect(await subjectsTo(await emailOf('SuperUser@P1'))).toContain(`Order ${order}: a follow-up is late`)
    expect(await subjectsTo(SUPPORT)).toEqual([`Order ${order}: a follow-up is late`])
    const { data } = await portal.as('Support').followUp.everywhere({ query: {} })
    expect(data.map(({ orderId }) => orderId)).toEqual([order])
  })

  test('is escalated step by step, each once, however often and by however many portals it is looked for', async () => {
    const order = await reported()
    const late = DUE + 1
    await Promise.all([runIn(late), runIn(late), runIn(late)])
    await runIn(late + supportDays - 1)
    expect(await escalationsOf(order)).toHaveLength(1)
    expect(await subjectsTo(SUPPORT)).toEqual([])
    await Promise.all([runIn(late + supportDays), runIn(late + supportDays)])
    await runIn(late + 400)
    expect(await escalationsOf(order)).toHaveLength(2)
    expect(await subjectsTo(SUPPORT)).toHaveLength(1)
    // Whoever was told before is not told again.
    expect(await subjectsTo(await emailOf('provider'))).toHaveLength(1)
  })

  test('is not escalated once it is acknowledged', async () => {
    const order = await reported()
    const { id, revision } = await followUpOf(order)
    const body = { revision, outcome: 'no-action' as const, statement: '' }
    await portal.as('provider').followUp.acknowledge({ params: { h: PARENT, id }, body })
    await runIn(400)
    expect(await escalationsOf(order)).toEqual([])
  })

  test('goes to whom the institution’s rules name, sooner if it is positive', async () => {
    const escalateTo = {
      userId: (await portal.as('OrderCreator@P1').physicians.current()).id,
    }
    await portal.as('UserAdmin@P1').followUp.setRules({
      params: { h: PARENT },
      body: { days: { ...days, positive: 1, 'not-stated': 9 }, escalateTo, supportDays: 30 },
    })
    const [quiet, positive] = [await reported(), await reported()]
    await portal.worker.db
      .updateTable('follow_up')
      .set({ result: 'positive', due_on: laboratoryDay(1) })
      .where('order_id', '=', positive)
      .execute()
    await runIn(2)
    expect([await escalationsOf(quiet), await escalationsOf(positive)]).toEqual([
      [],
      [expect.stringContaining('Told: Test OrderCreator@P1.')],
    ])
    await runIn(10)
    expect(await escalationsOf(quiet)).toHaveLength(1)
    expect(await subjectsTo(await emailOf('OrderCreator@P1'))).toEqual([
      `Order ${positive}: a follow-up is late`,
      `Order ${quiet}: a follow-up is late`,
    ])
  })
})

/** At the institution, only this user is told of late follow-ups. */
const tellOnly = async (subject: string) =>
  portal.as('UserAdmin@P1').followUp.setRules({
    params: { h: PARENT },
    body: { days, escalateTo: { userId: (await portal.as(subject).physicians.current()).id }, supportDays },
  })

test('an owner who is the institution’s only contact reads that the laboratory was told, and of no colleagues', async () => {
  await reported()
  await tellOnly('provider')
  await runIn(DUE + 1)
  const [mail] = await portal.mailsTo(await emailOf('provider'))
  expect(mail?.body).toContain('the laboratory’s Support has been told')
  expect(mail?.body).not.toContain('colleagues')
})

test('a report that has just arrived without an owner is late to nobody', async () => {
  const { id: order } = await portal.submitted()
  await tellOnly('provider')
  await block('provider')
  await block('OrderSubmitter@P1')
  await report(order)
  await runIn(0)
  const [mail, ...others] = await portal.mailsTo(SUPPORT)
  expect(others).toEqual([])
  expect(mail?.subject).toBe(`Order ${order}: a follow-up has no owner`)
  expect(mail?.body).not.toContain('on time')
})

test('one mail tells of many, with their numbers and no patient', async () => {
  const orders = [await reported(), await reported(), await reported()]
  await runIn(DUE + 1)
  const [mail, ...others] = await portal.mailsTo(await emailOf('provider'))
  expect(others).toEqual([])
  expect(mail?.subject).toBe('3 follow-ups of yours are late')
  for (const order of orders) expect(mail?.body).toContain(String(order))
  expect(mail?.body).not.toMatch(/Linh|Nguy|Exome/)
  // Whoever works at several institutions has perhaps another one selected.
  expect(mail?.body).toContain(`${PORTAL_ORIGIN}/follow-up?institution=${PARENT}\n`)
  expect(mail?.body).toContain('Orders of Parent Clinic: ')
})

describe('an owner who can no longer see the order', () => {
  test('is replaced by the rule, which the trail and a mail to the next owner say', async () => {
    const order = await reported()
    await block('provider')
    await runIn(0)
    const one = (await portal.as('OrderViewer@P1').followUp.ofOrder({ params: { h: PARENT, id: order } }))[0]
    expect(one).toMatchObject({ owner: { name: 'Test OrderSubmitter@P1' }, closed: null })
    expect(one?.events.at(-1)).toMatchObject({
      ...{ kind: 'reassigned', by: 'Karyo', words: 'Test provider can no longer see this order.' },
    })
    expect(await subjectsTo(await emailOf('OrderSubmitter@P1'))).toContain(
      `Order ${order}: a follow-up is now yours`,
    )
    await runIn(0)
    const again = (
      await portal.as('OrderViewer@P1').followUp.ofOrder({ params: { h: PARENT, id: order } })
    )[0]
    expect(again?.events).toHaveLength(2)
  })

  test('leaves it to nobody if the submitter is gone too, and the institution is told immediately', async () => {
    const order = await reported()
    await block('provider')
    await block('OrderSubmitter@P1')
    await runIn(0)
    const one = (await portal.as('OrderViewer@P1').followUp.ofOrder({ params: { h: PARENT, id: order } }))[0]
    expect(one).toMatchObject({ owner: null, escalated: { to: 'users with the role Super user' } })
    expect(one?.events.map(({ kind }) => kind)).toEqual(['opened', 'reassigned', 'escalated'])
    const { data } = await portal
      .as('OrderViewer@P1')
      .followUp.list({ params: { h: PARENT }, query: { owner: 'nobody' } })
    expect(data.map(({ orderId }) => orderId)).toEqual([order])
  })

  test('leaves it to nobody, and the next owner and the institution are told if it is late all the same', async () => {
    const order = await reported()
    await block('provider')
    await block('OrderSubmitter@P1')
    await runIn(0)
    const followUp = async () =>
      (await portal.as('OrderViewer@P1').followUp.ofOrder({ params: { h: PARENT, id: order } }))[0]
    const { id: ownerId } = await portal.as('OrderCreator@P1').physicians.current()
    await portal.as('SuperUser@P1').followUp.assign({
      params: { h: PARENT, id: (await followUp())?.id ?? 0 },
      body: { ownerId, note: '' },
    })
    expect(await followUp()).toMatchObject({ owner: { name: 'Test OrderCreator@P1' }, escalated: null })
    await runIn(DUE)
    expect(await followUp()).toMatchObject({ escalated: null })
    await runIn(DUE + 1)
    expect(await followUp()).toMatchObject({ escalated: { to: 'users with the role Super user' } })
    expect(await subjectsTo(await emailOf('OrderCreator@P1'))).toContain(
      `Order ${order}: a follow-up of yours is late`,
    )
    expect(await subjectsTo(await emailOf('SuperUser@P1'))).toEqual(
      expect.arrayContaining([
        `Order ${order}: a follow-up has no owner`,
        `Order ${order}: a follow-up is late`,
      ]),
    )
  })

  test('whose late one is given to somebody stays escalated', async () => {
    const order = await reported()
    const due = laboratoryDay(-1)
    await portal.worker.db
      .updateTable('follow_up')
      .set({ due_on: due })
      .where('order_id', '=', order)
      .execute()
    await runIn(0)
    const { id } = await followUpOf(order)
    const { id: ownerId } = await portal.as('OrderCreator@P1').physicians.current()
    await portal
      .as('SuperUser@P1')
      .followUp.assign({ params: { h: PARENT, id }, body: { ownerId, note: '' } })
    expect(await followUpOf(order)).toMatchObject({ escalated: { to: 'users with the role Super user' } })
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { INITIAL_RULES } from '#domain/follow-up/rules.ts'
import { CORRECTED_REPORT, laboratoryMessage, REPORT } from '#server/testing/laboratory.ts'
import { daysAfterToday, laboratoryDay } from '#server/testing/laboratory-day.ts'
import { problemOfCall, startPortal, type TestPortal } from '#server/testing/portal.ts'
import { CHILD, FOREIGN, PARENT } from '#server/testing/world.ts'
import { addUser } from '../users/testing/users.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

let control = 0
async function send(order: number, options: Parameters<typeof laboratoryMessage>[1]) {
  control += 1
  const raw = laboratoryMessage(`K${control}`, { order, number: `L-${order}`, status: 'F', ...options })
  expect(await portal.receive(raw)).toContain('MSA|AA')
}
const asOwner = () => portal.as('provider').followUp
const asColleague = () => portal.as('OrderViewer@P1').followUp
const there = (id: number) => ({ params: { h: PARENT, id } })
const idOf = async (subject: string) =>
  (
    await portal.worker.db
      .selectFrom('physician')
      .select('id')
      .where('subject', '=', subject)
      .executeTakeFirstOrThrow()
  ).id

/** A correction that the laboratory must check first: its patient is another. */
const sendDoubtful = (order: number) =>
  send(order, { status: 'C', pdf: CORRECTED_REPORT, name: 'Lind^Dora', at: '20260402100000' })

/** A report that waits for its acknowledgement by the user `provider`. */
async function reported(at = PARENT) {
  const { id } = await portal.submitted(undefined, { by: `OrderSubmitter@${at}`, at })
  await send(id, { pdf: REPORT, at: '20260401100000' })
  return id
}
async function followUpOf(order: number) {
  const [one] = await asOwner().ofOrder(there(order))
  if (!one) throw new Error('no follow-up')
  return one
}
const REVIEWED = { outcome: 'no-action' as const, statement: '' }

describe('[WATCH-01] a report is acknowledged', () => {
  test('by its owner’s statement, never by opening it, and the trail shows who and when', async () => {
    const today = laboratoryDay(0)
    const order = await reported()
    const pdf = { params: { h: PARENT, id: order, version: 1, part: 1 }, query: {} }
    await portal.as('provider').reports.part(pdf)
    await portal.as('provider').reports.list(there(order))
    const { id, revision, closed, owner, dueOn } = await followUpOf(order)
    const due = daysAfterToday(INITIAL_RULES.days['not-stated'], today)
    expect([closed, owner?.name, dueOn]).toEqual([null, 'Test provider', due])
    const body = { revision, outcome: 'acted' as const, statement: 'Called the family.' }
    const done = await asOwner().acknowledge({ ...there(id), body })
    expect(done).toMatchObject({
      closed: { by: 'Test provider', outcome: 'acted', statement: 'Called the family.' },
      events: [
        { kind: 'opened', by: 'Laboratory' },
        { kind: 'acknowledged', by: 'Test provider', words: 'Called the family.' },
      ],
    })
    const { events } = await portal.as('provider').orders.get({ params: { hospital: PARENT, id: order } })
    expect(events.at(-1)).toMatchObject({ kind: 'follow-up-acknowledged', actor: 'Test provider' })
    // A request that is sent again changes nothing.
    expect((await asOwner().acknowledge({ ...there(id), body })).events).toHaveLength(2)
  })

  test('only if what was done is described', async () => {
    const { id, revision } = await followUpOf(await reported())
    const body = { revision, outcome: 'acted' as const, statement: ' ' }
    expect((await problemOfCall(asOwner().acknowledge({ ...there(id), body }))).errors).toMatchObject([
      { path: '/statement' },
    ])
  })

  test('not if a new version has arrived since it was read', async () => {
    const order = await reported()
    const { id, revision } = await followUpOf(order)
    await send(order, { status: 'C', pdf: CORRECTED_REPORT, at: '20260401110000' })
    const problem = await problemOfCall(
      asOwner().acknowledge({ ...there(id), body: { revision, ...REVIEWED } }),
    )
    expect(problem.code).toBe('follow-up-changed')
    const now = await followUpOf(order)
    expect(now).toMatchObject({ id, revision: revision + 1, closed: null, detail: { version: 2 } })
    const body = { revision: now.revision, ...REVIEWED }
    expect((await asOwner().acknowledge({ ...there(id), body })).closed).not.toBeNull()
  })

  test('marked in every list while the laboratory is checking whether it is right', async () => {
    const [order, other] = [await reported(), await reported()]
    const listed = async () =>
      [
        ...(await asOwner().list({ params: { h: PARENT }, query: { limit: 100 } })).data,
        ...(await asOwner().ofOrder(there(order))),
        ...(await asOwner().ofOrder(there(other))),
        ...(await portal.as('Support').followUp.everywhere({ query: { list: 'open', limit: 100 } })).data,
      ]
        .filter(({ orderId }) => orderId === order || orderId === other)
        .map(({ orderId, isQuestioned }) => [orderId === order ? 'doubtful' : 'other', isQuestioned])
    const marks = (is: boolean) => expect.arrayContaining([['doubtful', is]])
    expect(await listed()).toEqual(marks(false))
    await sendDoubtful(order)
    const rows = await listed()
    expect(rows).toHaveLength(6)
    expect(rows.every(([which, is]) => is === (which === 'doubtful'))).toBe(true)
  })

  test('and a version that arrives meanwhile waits for an acknowledgement of its own', async () => {
    const order = await reported()
    const { id, revision } = await followUpOf(order)
    const answers = await Promise.all([
      asOwner()
        .acknowledge({ ...there(id), body: { revision, ...REVIEWED } })
        .then(() => 'acknowledged')
        .catch(() => 'refused'),
      send(order, { status: 'C', pdf: CORRECTED_REPORT, at: '20260401110000' }),
    ])
    expect(['acknowledged', 'refused']).toContain(answers[0])
    const all = await asOwner().ofOrder(there(order))
    expect(all.filter(({ closed }) => closed === null)).toMatchObject([{ detail: { version: 2 } }])
  })

  test('once, when two users try at the same time', async () => {
    const order = await reported()
    const { id, revision } = await followUpOf(order)
    const take = (statement: string) => {
      const body = { revision, outcome: 'acted' as const, statement }
      return asOwner().acknowledge({ ...there(id), body })
    }
    const outcomes = await Promise.allSettled([take('Called.'), take('Wrote.')])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const { events } = await followUpOf(order)
    expect(events.filter(({ kind }) => kind === 'acknowledged')).toHaveLength(1)
  })

  test('with the owner’s notices about its earlier versions, so that nothing is confirmed twice', async () => {
    const order = await reported()
    const pdf = { params: { h: PARENT, id: order, version: 1, part: 1 }, query: {} }
    for (const reader of ['provider', 'OrderViewer@P1']) await portal.as(reader).reports.part(pdf)
    await send(order, { status: 'C', pdf: CORRECTED_REPORT, at: '20260401110000' })
    const noticesOf = async (subject: string) =>
      (await portal.as(subject).reports.notices()).filter(({ orderId }) => orderId === order)
    expect(await noticesOf('provider')).toHaveLength(1)
    const { id, revision } = await followUpOf(order)
    await asOwner().acknowledge({ ...there(id), body: { revision, ...REVIEWED } })
    expect(await noticesOf('provider')).toEqual([])
    // Others opened the earlier version too, and have to know that it changed.
    expect(await noticesOf('OrderViewer@P1')).toHaveLength(1)
  })
})

describe('who may close or take a follow-up', () => {
  test('is taken over by whom a role at the parent lets in, although their affiliation with the clinic has ended', async () => {
    const order = await reported(CHILD)
    const user = await addUser(portal, 'Group', { [PARENT]: ['OrderViewer'], [CHILD]: ['OrderViewer'] })
    await portal.as('UserAdmin@C1').users.changeStatus({
      params: { hospital: CHILD, id: user.id },
      body: { status: 'Inactive', reason: 'Back at the group', handOverTo: null },
    })
    const { followUp } = portal.as(user.subject)
    const [one] = await followUp.ofOrder({ params: { h: CHILD, id: order } })
    const params = { h: CHILD, id: one?.id ?? 0 }
    const taken = await followUp.assign({ params, body: { ownerId: user.id } })
    expect(taken.owner?.name).toBe(user.name)
    const done = await followUp.acknowledge({ params, body: { revision: taken.revision, ...REVIEWED } })
    expect(done.closed?.by).toBe(user.name)
  })

  test('a colleague takes it over first; the owner then no longer has it', async () => {
    const order = await reported()
    const { id, revision } = await followUpOf(order)
    const body = { revision, ...REVIEWED }
    const refused = await problemOfCall(asColleague().acknowledge({ ...there(id), body }))
    expect(refused).toMatchObject({
      code: 'wrong-state',
      detail: expect.stringContaining('Test provider owns'),
    })
    const colleague = await idOf('OrderViewer@P1')
    const taken = await asColleague().assign({ ...there(id), body: { ownerId: colleague } })
    expect(taken).toMatchObject({ isOwn: true, owner: { name: 'Test OrderViewer@P1' } })
    expect((await problemOfCall(asOwner().acknowledge({ ...there(id), body }))).code).toBe('wrong-state')
    const done = await asColleague().acknowledge({ ...there(id), body })
    expect(done.events.map(({ kind }) => kind)).toEqual(['opened', 'taken-over', 'acknowledged'])
  })

  test('it is handed to a colleague, who gets a mail without patient data', async () => {
    const order = await reported()
    const { id } = await followUpOf(order)
    const ownerId = await idOf('OrderCreator@P1')
    const handed = await asOwner().assign({ ...there(id), body: { ownerId, note: 'On leave until May' } })
    expect(handed).toMatchObject({ isOwn: false, owner: { id: ownerId } })
    expect(handed.events.at(-1)).toMatchObject({ kind: 'assigned', words: 'On leave until May' })
    const { email } = await portal.worker.db
      .selectFrom('physician')
      .select('email')
      .where('id', '=', ownerId)
      .executeTakeFirstOrThrow()
    const mails = (await portal.mailsTo(email)).filter(({ subject }) => subject.includes(String(order)))
    expect(mails).toHaveLength(1)
    expect(mails[0]?.body).not.toMatch(/Linh|Nguy|Exome|leave/)
    const { id: user } = await portal.worker.db
      .selectFrom('physician')
      .select('id')
      .where('subject', '=', `OrderSubmitter@${FOREIGN}`)
      .executeTakeFirstOrThrow()
    const refused = await problemOfCall(asOwner().assign({ ...there(id), body: { ownerId: user } }))
    expect(refused).toMatchObject({ code: 'invalid-fields', errors: [{ path: '/ownerId', rule: 'able' }] })
  })

  test('nobody of another institution sees, counts, takes or acknowledges it', async () => {
    const order = await reported()
    const { id, revision } = await followUpOf(order)
    const foreign = portal.as(`OrderSubmitter@${FOREIGN}`).followUp
    const at = (h: string) => ({ params: { h, id } })
    const body = { revision, ...REVIEWED }
    for (const h of [PARENT, FOREIGN]) {
      expect((await problemOfCall(foreign.acknowledge({ ...at(h), body }))).code).toBe('not-found')
      const assign = foreign.assign({ ...at(h), body: { ownerId: await idOf(`OrderSubmitter@${FOREIGN}`) } })
      expect((await problemOfCall(assign)).code).toBe('not-found')
      expect((await problemOfCall(foreign.ofOrder({ params: { h, id: order } }))).code).toBe('not-found')
    }
    // The parent's user at the child's address, too.
    expect((await problemOfCall(asOwner().acknowledge({ ...at(CHILD), body }))).code).toBe('not-found')
    expect((await problemOfCall(foreign.list({ params: { h: PARENT }, query: {} }))).code).toBe('not-found')
    expect(await foreign.counts({ params: { h: FOREIGN } })).toMatchObject({ open: 0, overdue: 0, nobody: 0 })
    expect((await foreign.list({ params: { h: FOREIGN }, query: {} })).data).toEqual([])
    expect((await followUpOf(order)).closed).toBeNull()
  })

  test('the laboratory’s Support sees all and closes none', async () => {
    const order = await reported()
    const { id, revision } = await followUpOf(order)
    const support = portal.as('Support').followUp
    const body = { revision, ...REVIEWED }
    expect((await problemOfCall(support.acknowledge({ ...there(id), body }))).code).toBe('forbidden')
    const { data } = await support.everywhere({ query: { list: 'open', limit: 100 } })
    expect(data.find((one) => one.id === id)).toMatchObject({
      ...{ orderId: order, hospitalCode: PARENT, ownerEmail: expect.stringContaining('@') },
    })
  })
})

describe('the list', () => {
  test('shows follow-ups without an owner first, then by due day, and filters by owner, kind and result', async () => {
    const orders = [await reported(CHILD), await reported(CHILD), await reported(CHILD)]
    const set = (order: number | undefined, row: object) =>
      portal.worker.db
        .updateTable('follow_up')
        .set(row)
        .where('order_id', '=', order ?? 0)
        .execute()
    const own = { owner_id: await idOf(`OrderSubmitter@${CHILD}`), owner_name: 'Test' }
    await set(orders[0], { due_on: '2026-01-02', ...own })
    await set(orders[1], { due_on: '2026-01-01', result: 'positive', ...own })
    await set(orders[2], { owner_id: null, owner_name: '' })
    const as = portal.as(`OrderSubmitter@${CHILD}`).followUp
    const params = { h: CHILD }
    const listed = async (query: Parameters<typeof as.list>[0]['query']) =>
      (await as.list({ params, query })).data.flatMap(({ orderId }) =>
        orders.includes(orderId) ? [orders.indexOf(orderId)] : [],
      )
    expect(await listed({})).toEqual([2, 1, 0])
    expect(await listed({ list: 'overdue' })).toEqual([1, 0])
    expect(await listed({ owner: 'nobody' })).toEqual([2])
    expect(await listed({ owner: 'mine' })).toEqual([1, 0])
    expect(await listed({ owner: await idOf(`OrderSubmitter@${CHILD}`), result: 'positive' })).toEqual([1])
    expect(await listed({ kind: 'reanalysis' })).toEqual([])
    expect(await as.counts({ params })).toEqual({ open: 3, overdue: 2, mine: 2, mineOverdue: 2, nobody: 1 })
    const [first] = (await as.list({ params, query: { owner: 'mine' } })).data
    if (!first) throw new Error('nothing listed')
    const { id, revision } = first
    await as.acknowledge({ params: { ...params, id }, body: { revision, ...REVIEWED } })
    expect(await listed({ list: 'closed' })).toEqual([1])
    expect(await listed({})).toEqual([2, 0])
  })
})

describe('an institution’s rules', () => {
  const rules = {
    days: { changed: 1, positive: 1, uncertain: 4, 'not-stated': 3, negative: 9 },
    escalateTo: { role: 'SuperUser' as const },
    supportDays: 5,
  }

  test('are set by who manages its users, and apply to reports from then on', async () => {
    const params = { h: CHILD }
    const admin = portal.as(`UserAdmin@${CHILD}`).followUp
    expect((await admin.rules({ params })).changed).toBeNull()
    await admin.setRules({ params, body: rules })
    expect(await admin.rules({ params })).toMatchObject({ rules, changed: { by: `Test UserAdmin@${CHILD}` } })
    const today = laboratoryDay(0)
    const order = await reported(CHILD)
    const [one] = await portal
      .as(`OrderSubmitter@${CHILD}`)
      .followUp.ofOrder({ params: { h: CHILD, id: order } })
    expect(one?.dueOn).toEqual(daysAfterToday(3, today))
    // Closed, so that no other test counts it.
    const there = { params: { h: CHILD, id: one?.id ?? 0 } }
    await asOwner().acknowledge({ ...there, body: { revision: 1, ...REVIEWED } })
    expect(
      (await portal.as(`UserAdmin@${PARENT}`).followUp.rules({ params: { h: PARENT } })).changed,
    ).toBeNull()
  })

  test('are refused with every field that is wrong', async () => {
    const params = { h: PARENT }
    const admin = portal.as(`UserAdmin@${PARENT}`).followUp
    const escalateTo = { userId: await idOf(`OrderSubmitter@${FOREIGN}`) }
    const days = { ...rules.days, positive: 8, changed: 30 }
    const refused = await problemOfCall(admin.setRules({ params, body: { ...rules, days, escalateTo } }))
    expect(refused.errors?.map(({ path, rule }) => [path, rule])).toEqual([
      ['/days/positive', 'soonest'],
      ['/days/changed', 'sooner'],
      ['/escalateTo/userId', 'able'],
    ])
    const submitter = portal.as(`OrderSubmitter@${PARENT}`).followUp
    expect((await problemOfCall(submitter.setRules({ params, body: rules }))).code).toBe('forbidden')
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { GivenRole } from '#contract/people.ts'
import { problemOfCall, startPortal, type TestPortal } from '../../testing/portal.ts'
import { CHILD, FOREIGN, PARENT, readyOrder } from '../../testing/world.ts'
import { addUser, auditOf, idOf } from './testing/users.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

const users = (by = 'UserAdmin@P1') => portal.as(by).users
const deactivate = (id: number, handOverTo: number | null, hospital = PARENT) =>
  users().changeStatus({
    params: { hospital, id },
    body: { status: 'Inactive', reason: 'Has left', handOverTo },
  })
const move = (id: number, more: { to?: string; handOverTo?: number } = {}, by = 'UserAdmin@P1') =>
  users(by).move({ params: { hospital: PARENT, id }, body: { to: CHILD, reason: 'New clinic', ...more } })

/** A user with a draft, an order en route and a cancelled one, which is no longer open. */
async function withWork(lastName: string, at = PARENT, roles: GivenRole[] = ['OrderSubmitter']) {
  const one = await addUser(portal, lastName, { [at]: roles })
  const who = { by: one.subject, at }
  const draft = await portal.draft(readyOrder(), who)
  const order = await portal.submitted(readyOrder(), who)
  const done = await portal.submitted(readyOrder(), who)
  await portal.worker.db.updateTable('orders').set({ state: 'cancelled' }).where('id', '=', done.id).execute()
  return { ...one, open: [draft.id, order.id], done: done.id }
}

const responsible = async (ids: number[]) =>
  (
    await portal.worker.db
      .selectFrom('orders')
      .select(['responsible_id', 'responsible_name'])
      .where('id', 'in', ids)
      .execute()
  ).map((row) => [row.responsible_id, row.responsible_name])

describe('a leaving user', () => {
  test('hands over open work only, in one step that is in each order’s timeline', async () => {
    const leavingUser = await withWork('Leaver')
    const next = await addUser(portal, 'Next', { [PARENT]: ['OrderCreator'] })
    const before = await users().get({ params: { hospital: PARENT, id: leavingUser.id } })
    expect(before.openWork).toEqual({ drafts: 1, orders: 1 })
    const left = await deactivate(leavingUser.id, next.id)
    expect(left).toMatchObject({ status: 'Inactive', openWork: { drafts: 0, orders: 0 } })
    expect(left.changes.slice(0, 2)).toMatchObject([
      { action: 'handed-over', detail: `1 draft and 1 order to ${next.name}` },
      { action: 'deactivated', reason: 'Has left' },
    ])
    expect(await responsible(leavingUser.open)).toEqual(Array(2).fill([next.id, next.name]))
    expect(await responsible([leavingUser.done])).toEqual([[leavingUser.id, leavingUser.name]])
    for (const id of leavingUser.open) {
      const { events } = await portal.as('SuperUser@P1').orders.get({ params: { hospital: PARENT, id } })
      expect(events.at(-1)).toMatchObject({
        ...{ kind: 'handed-over', actor: 'Test UserAdmin@P1' },
        detail: `from ${leavingUser.name} to ${next.name}`,
      })
    }
    const [mail] = await portal.mailsTo(next.email)
    expect(mail).toMatchObject({
      subject: 'Orders were handed over to you',
      body: expect.stringContaining(
        `the open work of ${leavingUser.name} at Parent Clinic: 1 draft and 1 order.`,
      ),
    })
    expect(mail?.body).not.toContain('Nguyễn')
    expect(await auditOf(portal, leavingUser.id)).toMatchObject([
      { action: 'deactivated' },
      { action: 'handed-over', institution_code: PARENT, detail: { to: next.name, drafts: 1, orders: 1 } },
    ])
  })

  test('hands over what colleagues are looking at: their open pages are told', async () => {
    const leavingUser = await withWork('Announced')
    const next = await addUser(portal, 'Continuing', { [PARENT]: ['OrderCreator'] })
    const gone = new AbortController()
    const updates = await portal.live.follow(
      { subject: 'OrderViewer@P1', sessionId: null, institutions: async () => [PARENT] },
      gone.signal,
    )
    await deactivate(leavingUser.id, next.id)
    const told: number[] = []
    for await (const update of updates) {
      if (update.about === 'order' && update.kind === 'handed-over') told.push(update.orderId)
      if (told.length === 2) gone.abort()
    }
    expect(told.toSorted((a, b) => a - b)).toEqual(leavingUser.open)
  })

  test.each<[string, (id: number) => Promise<number | null>]>([
    ['nobody', async () => null],
    ['themself', async (id) => id],
    ['a view-only user', () => idOf(portal, 'OrderViewer@P1')],
    ['a user who only manages users', () => idOf(portal, 'UserAdmin@P1')],
    ['a blocked user', () => idOf(portal, 'blocked')],
    ['a user of the child only', () => idOf(portal, 'OrderSubmitter@C1')],
    ['a user of another institution', () => idOf(portal, 'OrderSubmitter@F1')],
    ['an unknown user', async () => 999_999],
  ])('cannot hand over to %s, and stays', async (_, to) => {
    const leavingUser = await withWork('Stays')
    const problem = await problemOfCall(deactivate(leavingUser.id, await to(leavingUser.id)))
    expect(problem).toMatchObject({ status: 422, code: 'invalid-fields', errors: [{ path: '/handOverTo' }] })
    expect(await users().get({ params: { hospital: PARENT, id: leavingUser.id } })).toMatchObject({
      ...{ status: 'Active', openWork: { drafts: 1, orders: 1 } },
    })
    expect(await auditOf(portal, leavingUser.id)).toEqual([])
    expect(await responsible(leavingUser.open)).toEqual(Array(2).fill([leavingUser.id, leavingUser.name]))
  })

  test('without open work just leaves', async () => {
    const one = await addUser(portal, 'Idle', { [PARENT]: ['OrderSubmitter'] })
    expect((await deactivate(one.id, null)).status).toBe('Inactive')
  })

  test('at a child can hand over to a user of the parent', async () => {
    const leavingUser = await withWork('Childwork', CHILD)
    const next = await idOf(portal, 'OrderSubmitter@P1')
    await deactivate(leavingUser.id, next, CHILD)
    expect((await responsible(leavingUser.open)).map(([id]) => id)).toEqual([next, next])
  })

  test('at a child can hand over to whom a role at the parent lets in, unless that user is blocked at the child', async () => {
    const leavingUser = await withWork('Groupwork', CHILD)
    const next = await addUser(portal, 'Grouped', { [PARENT]: ['OrderSubmitter'], [CHILD]: ['OrderViewer'] })
    const setNext = (status: 'Blocked' | 'Inactive') =>
      users().changeStatus({
        params: { hospital: CHILD, id: next.id },
        body: { status, reason: 'Because', handOverTo: null },
      })
    await setNext('Blocked')
    expect(await problemOfCall(deactivate(leavingUser.id, next.id, CHILD))).toMatchObject({
      errors: [{ path: '/handOverTo', rule: 'able' }],
    })
    await setNext('Inactive')
    await deactivate(leavingUser.id, next.id, CHILD)
    expect((await responsible(leavingUser.open)).map(([id]) => id)).toEqual([next.id, next.id])
  })

  test('of the parent hands over open work at its children too, except where they are users themselves', async () => {
    const leavingUser = await addUser(portal, 'Group', { [PARENT]: ['OrderSubmitter'] })
    const atChild = await portal.draft(readyOrder(), { by: leavingUser.subject, at: CHILD })
    const next = await idOf(portal, 'OrderSubmitter@P1')
    expect(await problemOfCall(deactivate(leavingUser.id, null))).toMatchObject({
      errors: [{ path: '/handOverTo' }],
    })
    await deactivate(leavingUser.id, next)
    expect((await responsible([atChild.id])).map(([id]) => id)).toEqual([next])
    const both = await addUser(portal, 'Stayer', { [PARENT]: ['OrderSubmitter'], [CHILD]: ['OrderCreator'] })
    const keptDraft = await portal.draft(readyOrder(), { by: both.subject, at: CHILD })
    await deactivate(both.id, null)
    expect((await responsible([keptDraft.id])).map(([id]) => id)).toEqual([both.id])
  })

  test('who is blocked keeps the work, unless a successor is named', async () => {
    const leavingUser = await withWork('Blocked')
    const params = { hospital: PARENT, id: leavingUser.id }
    const status = (status: 'Blocked' | 'Active', handOverTo: number | null) =>
      users().changeStatus({ params, body: { status, reason: 'Because', handOverTo } })
    expect((await status('Blocked', null)).openWork).toEqual({ drafts: 1, orders: 1 })
    const next = await idOf(portal, 'OrderSubmitter@P1')
    expect(await problemOfCall(status('Active', next))).toMatchObject({ errors: [{ path: '/handOverTo' }] })
    await status('Active', null)
    expect((await status('Blocked', next)).openWork).toEqual({ drafts: 0, orders: 0 })
  })
})

describe('a user moved to a child', () => {
  test('has the same roles there, hands over, and no longer works at the parent', async () => {
    const one = await withWork('Mover', PARENT, ['OrderSubmitter', 'UserAdmin'])
    const next = await idOf(portal, 'OrderSubmitter@P1')
    const moved = await move(one.id, { handOverTo: next })
    expect(moved).toMatchObject({ status: 'Inactive', institution: { code: PARENT } })
    expect(moved.changes.find(({ action }) => action === 'moved')).toMatchObject({
      ...{ detail: 'To Child Clinic', reason: 'New clinic', actor: 'Test UserAdmin@P1' },
    })
    expect((await responsible(one.open)).map(([id]) => id)).toEqual([next, next])
    const there = await users().get({ params: { hospital: CHILD, id: one.id } })
    expect(there).toMatchObject({ status: 'Active', institution: { code: CHILD } })
    expect(there.held.map(({ name, givenBy }) => [name, givenBy])).toEqual([
      ['OrderSubmitter', 'Test UserAdmin@P1'],
      ['UserAdmin', 'Test UserAdmin@P1'],
    ])
    expect(there.changes.filter(({ action }) => action === 'moved')).toMatchObject([
      { detail: 'From Parent Clinic', reason: 'New clinic' },
    ])
    const problemAt = async (hospital: string) =>
      (await portal.request(`/api/Orders/${hospital}`, { as: one.subject })).status
    expect([await problemAt(PARENT), await problemAt(CHILD)]).toEqual([404, 200])
    expect(await portal.mailsTo(one.email)).toMatchObject([
      { body: expect.stringContaining('from Parent Clinic to Child Clinic') },
    ])
    // Back at the parent, and moved once more: the membership at the child becomes active again.
    expect(await problemOfCall(move(one.id, { handOverTo: next }))).toMatchObject({ code: 'user-state' })
    const back = {
      params: { hospital: PARENT, id: one.id },
      body: { status: 'Active' as const, reason: 'Back' },
    }
    await users().changeStatus(back)
    expect(await problemOfCall(move(one.id))).toMatchObject({ status: 409, code: 'already-there' })
    await deactivate(one.id, null, CHILD)
    await move(one.id)
    expect((await users().get({ params: { hospital: CHILD, id: one.id } })).status).toBe('Active')
  })

  test('needs a successor', async () => {
    const one = await withWork('Needs')
    expect(await problemOfCall(move(one.id))).toMatchObject({ errors: [{ path: '/handOverTo' }] })
    const { status, openWork } = await users().get({ params: { hospital: PARENT, id: one.id } })
    expect({ status, openWork }).toEqual({ status: 'Active', openWork: { drafts: 1, orders: 1 } })
  })

  test.each([
    ['another institution', FOREIGN],
    ['the parent itself', PARENT],
    ['none', 'NONE'],
  ])('cannot be moved to %s', async (_, to) => {
    const one = await addUser(portal, 'Nowhere', { [PARENT]: ['OrderViewer'] })
    expect(await problemOfCall(move(one.id, { to }))).toMatchObject({
      ...{ status: 422, errors: [{ path: '/to' }] },
    })
    expect(await auditOf(portal, one.id)).toEqual([])
  })

  test('cannot be moved to a child that the institution-codes header leaves out', async () => {
    const one = await addUser(portal, 'Narrowed', { [PARENT]: ['OrderViewer'] })
    const response = await portal.request(`/api/users/${PARENT}/${one.id}/move`, {
      ...{ as: 'UserAdmin@P1', method: 'POST', headers: { 'institution-codes': PARENT } },
      body: { to: CHILD, reason: 'New clinic' },
    })
    expect(response.status).toBe(422)
  })

  test('cannot have a higher role than the actor, at either institution', async () => {
    const above = await addUser(portal, 'Above', { [PARENT]: ['SuperUser'] })
    expect(await problemOfCall(move(above.id))).toMatchObject({ code: 'forbidden' })
    const there = await addUser(portal, 'There', { [PARENT]: ['OrderViewer'], [CHILD]: ['SuperUser'] })
    await portal.as('SuperUser@P1').users.changeStatus({
      params: { hospital: CHILD, id: there.id },
      body: { status: 'Inactive', reason: 'Left' },
    })
    expect(await problemOfCall(move(there.id))).toMatchObject({ code: 'forbidden' })
    await move(there.id, {}, 'SuperUser@P1')
  })
})

describe('a draft that a user was asked to submit', () => {
  const creator = 'OrderCreator@P1'
  const params = (id: number) => ({ hospital: PARENT, id })
  async function asked(by = creator, roles: GivenRole[] = ['OrderSubmitter']) {
    const submitter = await addUser(portal, 'Asked', { [PARENT]: roles })
    const { id } = await portal.draft(readyOrder('Secret'), { by: creator, at: PARENT })
    const body = { physicianId: submitter.id, note: 'Please' }
    await portal.as(by).orders.askToSubmit({ params: params(id), body })
    return { id, submitter }
  }
  const draft = (id: number) => portal.as('OrderSubmitter@P1').orders.get({ params: params(id) })
  const note = (name: string) => `${name} can no longer submit orders here. Ask a colleague who can.`

  test.each<[string, (id: number) => Promise<unknown>]>([
    ['leaves', (id) => deactivate(id, null)],
    [
      'is blocked',
      (id) =>
        users().changeStatus({
          params: { hospital: PARENT, id },
          body: { status: 'Blocked', reason: 'Because' },
        }),
    ],
    ['is moved', (id) => move(id)],
    [
      'may only prepare orders now',
      (id) =>
        users().changeRoles({
          params: { hospital: PARENT, id },
          body: { roles: ['OrderCreator'], before: ['OrderSubmitter'] },
        }),
    ],
  ])('is returned when that user %s, and whoever asked is told by mail', async (_, end) => {
    const { id, submitter } = await asked()
    await end(submitter.id)
    const order = await draft(id)
    expect(order).toMatchObject({
      ...{ submissionAsked: null, sentBack: { by: 'Test UserAdmin@P1', note: note(submitter.name) } },
    })
    expect(order.events.at(-1)).toMatchObject({
      ...{ kind: 'sent-back', detail: `Test ${creator}: ${note(submitter.name)}` },
    })
    const mail = (await portal.mailsTo(`${creator}@demo.test`.toLowerCase())).at(-1)
    expect(mail).toMatchObject({
      subject: `Order ${id}: ask somebody else to submit it`,
      body: expect.stringContaining(`${submitter.name}, who was asked to submit order ${id}`),
    })
    expect(`${mail?.subject} ${mail?.body}`).not.toContain('Secret')
  })

  test('stays with a user who can still submit it', async () => {
    const { id, submitter } = await asked(creator, ['OrderSubmitter', 'OrderViewer'])
    await users().changeRoles({
      params: { hospital: PARENT, id: submitter.id },
      body: { roles: ['OrderSubmitter'], before: ['OrderSubmitter', 'OrderViewer'] },
    })
    expect((await draft(id)).submissionAsked).toMatchObject({ physicianId: submitter.id })
  })

  test('stays with a user of the parent whose affiliation with the child ends; once blocked there it is returned', async () => {
    const asker = await addUser(portal, 'Askingroup', { [PARENT]: ['OrderCreator'] })
    const submitter = await addUser(portal, 'Ingroup', {
      ...{ [PARENT]: ['OrderSubmitter'], [CHILD]: ['OrderSubmitter'] },
    })
    const { id } = await portal.draft(readyOrder('Secret'), { by: asker.subject, at: CHILD })
    const at = { hospital: CHILD, id }
    await portal.as(asker.subject).orders.askToSubmit({
      ...{ params: at, body: { physicianId: submitter.id, note: 'Please' } },
    })
    const asked = async () => (await portal.as(asker.subject).orders.get({ params: at })).submissionAsked
    // The child's administrator sees nobody of the parent.
    const end = (status: 'Inactive' | 'Blocked') =>
      users('UserAdmin@C1').changeStatus({
        params: { hospital: CHILD, id: submitter.id },
        body: { status, reason: 'Because', handOverTo: null },
      })
    await end('Inactive')
    expect(await asked()).toMatchObject({ physicianId: submitter.id })
    await end('Blocked')
    expect(await asked()).toBeNull()
    expect((await portal.mailsTo(asker.email)).map(({ subject }) => subject)).toEqual([
      `Order ${id}: ask somebody else to submit it`,
    ])
  })

  test('is returned to the responsible user if whoever asked has left, by its submitter too', async () => {
    const asker = await addUser(portal, 'Asker', { [PARENT]: ['OrderCreator'] })
    const [first, second] = [await asked(asker.subject), await asked(asker.subject)]
    await deactivate(asker.id, null)
    await deactivate(first.submitter.id, null)
    const ofCreator = async () => (await portal.mailsTo(`${creator}@demo.test`.toLowerCase())).at(-1)?.subject
    expect(await ofCreator()).toBe(`Order ${first.id}: ask somebody else to submit it`)
    const order = await portal
      .as(second.submitter.subject)
      .orders.sendBack({ params: params(second.id), body: { note: 'The indication is missing.' } })
    expect(order.events.at(-1)?.detail).toBe(`Test ${creator}: The indication is missing.`)
    expect(await ofCreator()).toBe(`Order ${second.id}: returned to you`)
    expect((await portal.mailsTo(asker.email)).map(({ subject }) => subject)).toEqual([
      'Your access has ended',
    ])
  })
})

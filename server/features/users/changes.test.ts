import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { GivenRole } from '#contract/people.ts'
import { administer } from '#server/database/connection/connect.ts'
import { problemOfCall, startPortal, type TestPortal } from '../../testing/portal.ts'
import { CHILD, FOREIGN, PARENT } from '../../testing/world.ts'
import { addUser, auditOf, idOf } from './testing/users.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

type Status = 'Active' | 'Inactive' | 'Blocked'
const users = (by: string) => portal.as(by).users
const get = (id: number, hospital = PARENT) => users('SuperUser@P1').get({ params: { hospital, id } })
const changeRoles = (id: number, roles: GivenRole[], by = 'UserAdmin@P1', hospital = PARENT) =>
  users(by).changeRoles({ params: { hospital, id }, body: { roles } })
const changeStatus = (id: number, status: Status, by = 'UserAdmin@P1', hospital = PARENT) =>
  users(by).changeStatus({ params: { hospital, id }, body: { status, reason: 'Because' } })
const actions = async (id: number) => (await auditOf(portal, id)).map(({ action }) => action)
/** Whether a user can access what an order viewer can. */
const mayLook = async (subject: string, hospital = PARENT) =>
  (await portal.request(`/api/Orders/${hospital}`, { as: subject })).status

test('a user logged out everywhere is so immediately, returns with the same roles, and the history has the reason', async () => {
  const one = await addUser(portal, 'Lost-laptop', { [PARENT]: ['OrderViewer'] })
  const begin = (id: string) =>
    administer(portal.database.url, async (db) => {
      await sql`
        insert into identity."user" (id, name, email, first_name, last_name)
        values (${one.subject}, 'Some Body', ${one.email}, 'Some', 'Body') on conflict do nothing`.execute(db)
      await sql`
        insert into identity.session (id, token, user_id, expires_at, completed_at)
        values (${id}, ${id}, ${one.subject}, now() + interval '1 hour', now())`.execute(db)
    })
  const statusOf = async (sessionId: string) => {
    const headers = { authorization: `Bearer ${await portal.tokenOf(one.subject, { sessionId })}` }
    return (await portal.request(`/api/Orders/${PARENT}`, { headers })).status
  }
  for (const id of ['laptop', 'phone']) await begin(id)
  expect(await statusOf('laptop')).toBe(200)
  const params = { hospital: PARENT, id: one.id }
  const body = { reason: 'A laptop was stolen' }
  const refused = users('OrderSubmitter@P1').endSessions({ params, body })
  expect(await problemOfCall(refused)).toMatchObject({ code: 'forbidden' })
  const { changes } = await users('UserAdmin@P1').endSessions({ params, body })
  expect(changes[0]).toMatchObject({
    ...{ action: 'sessions-ended', actor: 'Test UserAdmin@P1', detail: '2 sessions', ...body },
  })
  for (const id of ['laptop', 'phone']) await expect.poll(() => statusOf(id)).toBe(401)
  await begin('afterwards')
  expect(await statusOf('afterwards')).toBe(200)
})

test('[SEC-18] a user with a higher role elsewhere cannot be logged out everywhere by someone who may not give that role', async () => {
  const held = { [PARENT]: ['OrderViewer'], [CHILD]: ['SuperUser'] } as const
  const one = await addUser(portal, 'Elsewhere', {
    [PARENT]: [...held[PARENT]],
    [CHILD]: [...held[CHILD]],
  })
  const request = { params: { hospital: PARENT, id: one.id }, body: { reason: 'None' } }
  const refused = users('UserAdmin@P1').endSessions(request)
  expect(await problemOfCall(refused)).toMatchObject({ code: 'forbidden' })
  const { changes } = await users('SuperUser@P1').endSessions(request)
  expect(changes[0]).toMatchObject({ action: 'sessions-ended' })
  // Its managers are counted below.
  await administer(portal.database.url, (db) =>
    db.deleteFrom('customer_role').where('physician_id', '=', one.id).execute(),
  )
})

test('Support removes a lost second factor on the user’s page: the user is told by mail, and the trail has the reason', async () => {
  const one = await addUser(portal, 'Lost-phone', { [PARENT]: ['OrderSubmitter'] })
  await administer(portal.database.url, async (db) => {
    await sql`
      insert into identity."user" (id, name, email, first_name, last_name)
      values (${one.subject}, 'Some Body', ${one.email}, 'Some', 'Body')`.execute(db)
    await sql`
      insert into identity.totp (user_id, sealed, confirmed_at) values (${one.subject}, 'sealed', now())`.execute(
      db,
    )
    await sql`insert into identity.recovery_code (user_id, hash) values (${one.subject}, 'hash')`.execute(db)
    await sql`
      insert into identity.session (id, token, user_id, expires_at, completed_at)
      values ('stolen', 'stolen', ${one.subject}, now() + interval '1 hour', now())`.execute(db)
  })
  const left = () =>
    administer(portal.database.url, async (db) => {
      const { rows } = await sql<{ left: number }>`
        select (select count(*) from identity.totp where user_id = ${one.subject})
          + (select count(*) from identity.recovery_code where user_id = ${one.subject})
          + (select count(*) from identity.session where user_id = ${one.subject}) as left`.execute(db)
      return Number(rows[0]?.left)
    })
  const request = { params: { hospital: PARENT, id: one.id }, body: { reason: 'Called back at the clinic' } }
  for (const by of ['UserAdmin@P1', 'SuperUser@P1', 'OrderSubmitter@P1'])
    expect(await problemOfCall(users(by).forgetSecondFactor(request)), by).toMatchObject({
      code: 'forbidden',
    })
  expect(await left()).toBe(3)

  const { changes, abilities } = await users('Support').forgetSecondFactor(request)
  expect(await left()).toBe(0)
  expect(changes[0]).toMatchObject({
    ...{ action: 'second-factor-forgotten', detail: '1 session ended', reason: 'Called back at the clinic' },
  })
  expect(abilities.forgetSecondFactor).toBe(true)
  const [mail, ...more] = await portal.mailsTo(one.email)
  expect([mail?.subject, more]).toEqual(['Your second factor was removed', []])
  expect(mail?.body).toContain('If you did not ask for this, choose a new password at once')

  // Nothing is there any more: nobody is logged out, and no mail is sent.
  expect(await problemOfCall(users('Support').forgetSecondFactor(request))).toMatchObject({
    code: 'user-state',
  })
  expect(await portal.mailsTo(one.email)).toHaveLength(1)
})

describe('roles', () => {
  test('are replaced from the next request on, in the history, and by a mail to the person', async () => {
    const one = await addUser(portal, 'Roles', { [PARENT]: ['OrderViewer', 'OrderCreator'] })
    expect(await mayLook(one.subject)).toBe(200)
    const changed = await changeRoles(one.id, ['OrderCreator', 'UserAdmin'])
    expect(changed.roles.toSorted()).toEqual(['OrderCreator', 'UserAdmin'])
    expect(changed.held).toMatchObject([
      { name: 'OrderCreator', givenBy: 'Laboratory' },
      { name: 'UserAdmin', givenBy: 'Test UserAdmin@P1' },
    ])
    expect(changed.changes[0]).toMatchObject({
      ...{ action: 'roles-changed', actor: 'Test UserAdmin@P1' },
      detail: 'Added: User administrator. Removed: Order viewer.',
    })
    await changeRoles(one.id, [])
    expect(await mayLook(one.subject)).toBe(404)
    const [mail] = await portal.mailsTo(one.email)
    expect(mail?.subject).toBe('Your roles have changed')
    expect(mail?.body).toContain('Test UserAdmin at P1 changed your roles at Parent Clinic')
    expect(mail?.body).toContain('contact Test UserAdmin at P1, useradmin@p1@demo.test')
  })

  test('that are unchanged have no effect and send no mail', async () => {
    const one = await addUser(portal, 'Same', { [PARENT]: ['OrderViewer'] })
    await changeRoles(one.id, ['OrderViewer', 'OrderViewer'])
    expect(await actions(one.id)).toEqual([])
    expect(await portal.mailsTo(one.email)).toEqual([])
  })

  test('changed by two administrators concurrently: both changes are in the history, and the last one applies', async () => {
    const one = await addUser(portal, 'Twice', { [PARENT]: ['OrderViewer'] })
    await Promise.all([
      changeRoles(one.id, ['OrderCreator'], 'UserAdmin@P1'),
      changeRoles(one.id, ['OrderSubmitter'], 'SuperUser@P1'),
    ])
    const { roles, changes } = await get(one.id)
    const [last, first] = changes.filter(({ action }) => action === 'roles-changed')
    const words = { OrderCreator: 'Order creator', OrderSubmitter: 'Order submitter' } as Record<
      string,
      string
    >
    expect(roles).toHaveLength(1)
    expect(last?.detail).toContain(`Added: ${words[roles[0] ?? '']}.`)
    expect(first?.detail).toContain('Removed: Order viewer.')
  })

  test('changed by somebody who saw earlier roles: refused, and a role taken meanwhile is not given back', async () => {
    const one = await addUser(portal, 'Stale', { [PARENT]: ['OrderViewer', 'OrderSubmitter'] })
    const before = (await get(one.id)).roles as GivenRole[]
    await changeRoles(one.id, ['OrderViewer'], 'SuperUser@P1')
    const stale = users('UserAdmin@P1').changeRoles({
      params: { hospital: PARENT, id: one.id },
      body: { roles: [...before, 'UserAdmin'], before },
    })
    expect(await problemOfCall(stale)).toMatchObject({
      ...{ status: 409, code: 'user-state', detail: 'Their roles have changed since. Look at them again.' },
    })
    const { roles } = await users('UserAdmin@P1').changeRoles({
      params: { hospital: PARENT, id: one.id },
      body: { roles: ['OrderViewer', 'UserAdmin'], before: ['OrderViewer'] },
    })
    expect(roles.toSorted()).toEqual(['OrderViewer', 'UserAdmin'])
  })

  test.each<[string, string, GivenRole[], string]>([
    ['one that the actor may not give', 'OrderViewer@P1', ['SuperUser'], 'may not assign'],
    ['of a user with a higher role than the actor may give', 'SuperUser@P1', ['OrderViewer'], 'above yours'],
    ['one’s own', 'UserAdmin@P1', ['UserAdmin', 'OrderSubmitter'], 'You can’t change your own'],
  ])('%s: refused', async (_, subject, roles, words) => {
    const id = await idOf(portal, subject)
    const problem = await problemOfCall(changeRoles(id, roles))
    expect(problem).toMatchObject({ status: 403, code: 'forbidden', detail: expect.stringContaining(words) })
    expect(await actions(id)).toEqual([])
  })

  test('of a user who is not active, or is at another institution: refused', async () => {
    const blocked = changeRoles(await idOf(portal, 'blocked'), ['OrderViewer'], 'SuperUser@P1')
    expect(await problemOfCall(blocked)).toMatchObject({
      status: 409,
      code: 'user-state',
      detail: 'The user is blocked.',
    })
    const foreign = await idOf(portal, 'OrderSubmitter@F1')
    expect(await problemOfCall(changeRoles(foreign, ['OrderViewer']))).toMatchObject({ status: 404 })
    expect(await problemOfCall(changeRoles(foreign, [], 'UserAdmin@P1', FOREIGN))).toMatchObject({
      status: 404,
    })
    const unknown = portal.request(`/api/users/${PARENT}/${foreign}/roles`, {
      ...{ as: 'UserAdmin@P1', method: 'PUT', body: { roles: ['Support'] } },
    })
    expect((await unknown).status).toBe(422)
  })

  test('at a child institution can be changed by the parent’s administrator', async () => {
    const one = await addUser(portal, 'Ofchild', { [CHILD]: ['OrderViewer'] })
    expect((await changeRoles(one.id, ['OrderCreator'], 'UserAdmin@P1', CHILD)).roles).toEqual([
      'OrderCreator',
    ])
    expect(await problemOfCall(changeRoles(one.id, [], 'UserAdmin@C1', PARENT))).toMatchObject({
      status: 404,
    })
  })
})

describe('status', () => {
  test.each<[Status, string, string]>([
    ['Blocked', 'blocked', 'Your access has ended'],
    ['Inactive', 'deactivated', 'Your access has ended'],
  ])('%s ends access immediately; reactivation restores everything', async (status, action, subject) => {
    const one = await addUser(portal, 'Leaves', { [PARENT]: ['OrderViewer', 'OrderCreator'] })
    expect(await mayLook(one.subject)).toBe(200)
    const left = await changeStatus(one.id, status)
    expect(left).toMatchObject({ status, held: [], changes: [{ action, reason: 'Because' }, {}, {}, {}] })
    expect(await mayLook(one.subject)).toBe(403)
    const back = await changeStatus(one.id, 'Active')
    expect(back).toMatchObject({ status: 'Active', roles: left.roles })
    expect(back.held).toHaveLength(2)
    expect(await mayLook(one.subject)).toBe(200)
    expect(await actions(one.id)).toEqual([action, 'reactivated'])
    const mails = await portal.mailsTo(one.email)
    expect(mails.map((mail) => mail.subject)).toEqual([subject, 'Your access has been restored'])
    // The reason for a block is not in the mail.
    expect(mails[0]?.body).not.toContain('Because')
  })

  test('at one institution does not affect another, but a block at a child overrides a role at the parent', async () => {
    const one = await addUser(portal, 'Two', { [PARENT]: ['OrderViewer'], [CHILD]: ['OrderViewer'] })
    await changeStatus(one.id, 'Blocked', 'UserAdmin@P1', CHILD)
    expect([await mayLook(one.subject, CHILD), await mayLook(one.subject)]).toEqual([404, 200])
  })

  test('that ends leaves a role at the parent, as page and mail tell, until the user is blocked', async () => {
    const one = await addUser(portal, 'Group', { [PARENT]: ['OrderViewer'], [CHILD]: ['OrderCreator'] })
    const ended = await changeStatus(one.id, 'Inactive', 'UserAdmin@C1', CHILD)
    expect(ended).toMatchObject({ hasRoleAtParent: true, abilities: { block: true, reactivate: true } })
    expect(await mayLook(one.subject, CHILD)).toBe(200)
    expect(await portal.mailsTo(one.email)).toMatchObject([
      {
        subject: 'Your affiliation has ended',
        body: expect.stringContaining('your role at its parent institution still counts'),
      },
    ])
    const { abilities } = await changeStatus(one.id, 'Blocked', 'UserAdmin@C1', CHILD)
    expect(abilities.block).toBe(false)
    expect(await mayLook(one.subject, CHILD)).toBe(404)
  })

  test.each<[string, Status]>([
    ['inactive', 'Inactive'],
    ['inactive', 'Blocked'],
    ['blocked', 'Blocked'],
    ['waiting', 'Active'],
    ['waiting', 'Blocked'],
    ['OrderViewer@P1', 'Active'],
  ])('of %s cannot become %s', async (subject, status) => {
    const refused = changeStatus(await idOf(portal, subject), status, 'SuperUser@P1')
    expect(await problemOfCall(refused)).toMatchObject({ status: 409, code: 'user-state' })
  })

  test('of a super user, or their own, cannot be changed by a user administrator', async () => {
    for (const [subject, status] of [
      ['SuperUser@P1', 'Blocked'],
      ['inactive', 'Active'],
      ['UserAdmin@P1', 'Inactive'],
    ] as const)
      expect(await problemOfCall(changeStatus(await idOf(portal, subject), status))).toMatchObject({
        code: 'forbidden',
      })
    // Also for a role at the parent, which the child's administrator cannot see.
    const one = await addUser(portal, 'Above', { [PARENT]: ['SuperUser'], [CHILD]: ['OrderViewer'] })
    const atChild = changeStatus(one.id, 'Blocked', 'UserAdmin@C1', CHILD)
    expect(await problemOfCall(atChild)).toMatchObject({ code: 'forbidden' })
  })

  test('cannot be changed without a reason', async () => {
    const body = { status: 'Blocked' as const, reason: '  ' }
    const params = { hospital: PARENT, id: await idOf(portal, 'OrderViewer@P1') }
    expect(await problemOfCall(users('UserAdmin@P1').changeStatus({ params, body }))).toMatchObject({
      ...{ code: 'invalid-fields', errors: [{ path: '/reason' }] },
    })
  })
})

describe('the last active user who manages an institution’s users', () => {
  test('is protected from everyone but the laboratory’s Support', async () => {
    const last = await addUser(portal, 'Last', { [FOREIGN]: ['UserAdmin'] })
    const second = await addUser(portal, 'Second', { [FOREIGN]: ['SuperUser'] })
    await changeStatus(last.id, 'Blocked', second.subject, FOREIGN)
    await changeStatus(last.id, 'Active', second.subject, FOREIGN)
    await changeStatus(second.id, 'Blocked', 'Support', FOREIGN)
    expect((await users('Support').get({ params: { hospital: FOREIGN, id: last.id } })).abilities.block).toBe(
      true,
    )
    expect((await changeStatus(last.id, 'Inactive', 'Support', FOREIGN)).status).toBe('Inactive')
  })

  test("is protected at a child, too, from the parent's users", async () => {
    const only = await idOf(portal, 'UserAdmin@C1')
    const other = await idOf(portal, 'SuperUser@C1')
    await changeStatus(other, 'Blocked', 'SuperUser@P1', CHILD)
    const refused = [
      () => changeStatus(only, 'Blocked', 'SuperUser@P1', CHILD),
      () => changeStatus(only, 'Inactive', 'SuperUser@P1', CHILD),
      () => changeRoles(only, ['OrderViewer'], 'SuperUser@P1', CHILD),
    ]
    for (const send of refused)
      expect(await problemOfCall(send())).toMatchObject({
        ...{ code: 'user-state', detail: expect.stringContaining('the last active user who manages') },
      })
    const { abilities } = await users('SuperUser@P1').get({ params: { hospital: CHILD, id: only } })
    expect(abilities).toMatchObject({ block: false, deactivate: false, changeRoles: true })
    expect((await changeRoles(only, ['SuperUser'], 'SuperUser@P1', CHILD)).roles).toEqual(['SuperUser'])
    // Restores them for later tests.
    await changeStatus(other, 'Active', 'SuperUser@P1', CHILD)
    await changeRoles(only, ['UserAdmin'], 'SuperUser@P1', CHILD)
  })

  test('stays if two managers block each other concurrently', async () => {
    const [one, two] = [
      await addUser(portal, 'One', { [FOREIGN]: ['UserAdmin'] }),
      await addUser(portal, 'Other', { [FOREIGN]: ['UserAdmin'] }),
    ]
    const outcomes = await Promise.allSettled([
      changeStatus(one.id, 'Blocked', two.subject, FOREIGN),
      changeStatus(two.id, 'Blocked', one.subject, FOREIGN),
    ])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { problemOfCall, startPortal, type TestPortal } from '../../testing/portal.ts'
import { CHILD, FOREIGN, PARENT } from '../../testing/world.ts'
import { addUser, idOf } from './testing/users.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
  await addUser(portal, 'Sørbye', { [PARENT]: ['OrderViewer'] }, { firstName: 'Åse', npi: '1000000012' })
  await addUser(portal, '100%_sure', { [PARENT]: [] }, { status: 'Inactive' })
  await addUser(portal, 'Everywhere', { [PARENT]: ['OrderSubmitter'], [CHILD]: ['OrderViewer'] })
})
afterAll(() => portal?.stop())

type Query = Partial<Parameters<ReturnType<TestPortal['as']>['users']['list']>[0]['query']>
const list = (query: Query = {}, by = 'UserAdmin@P1') =>
  portal.as(by).users.list({ query: { hospitalCode: PARENT, ...query } })
const names = async (...args: Parameters<typeof list>) =>
  (await list({ limit: 100, ...args[0] }, args[1])).data.map(({ lastName }) => lastName)

describe('[API-04] the users of an institution', () => {
  test('are sorted by name, each with their roles there', async () => {
    const { data } = await list({ limit: 100 })
    const found = data.map(({ lastName }) => lastName)
    expect(found).toEqual(found.toSorted(new Intl.Collator('en').compare))
    expect(data.find(({ lastName }) => lastName === 'Sørbye')).toMatchObject({
      ...{ firstName: 'Åse', npi: '1000000012', status: 'Active', roles: ['OrderViewer'] },
      institution: { code: PARENT, name: 'Parent Clinic' },
    })
    expect(found).not.toContain('UserAdmin@C1')
  })

  test.each([
    ['part of the name', 'sør', ['Sørbye']],
    ['first and last name in any order', 'sørbye åse', ['Sørbye']],
    ['part of the email address', 'useradmin@p1@demo', ['UserAdmin@P1']],
    ['the NPI', '1000000012', ['Sørbye']],
    ['characters with a meaning in SQL', '0%_s', ['100%_sure']],
    ['what is nobody’s', 'sør%bye', []],
  ])('are found by %s', async (_, search, found) => {
    expect(await names({ search })).toEqual(found)
  })

  test('are counted by status over all pages, whatever status is requested', async () => {
    const all = await list({ limit: 100 })
    const count = (status: string) => all.data.filter((row) => row.status === status).length
    const counts = {
      ...{ Active: count('Active'), Inactive: 2, Blocked: 1, WaitingForApproval: 1 },
    }
    expect(all.counts).toEqual(counts)
    const blocked = await list({ status: 'Blocked', limit: 1 })
    expect(blocked.data.map(({ lastName }) => lastName)).toEqual(['blocked'])
    expect(blocked).toMatchObject({ counts, meta: { total: 1, page: 1, limit: 1 } })
    const searched = await list({ status: 'Blocked', search: 'sørbye' })
    expect(searched).toMatchObject({ data: [], meta: { total: 0 } })
    expect(searched.counts).toEqual({ Active: 1, Inactive: 0, Blocked: 0, WaitingForApproval: 0 })
  })

  test('are listed in pages', async () => {
    const all = await names()
    const pages = [1, 2, 3, 4, 5, 6].map((page) => list({ page, limit: 3 }))
    const rows = (await Promise.all(pages)).flatMap(({ data }) => data.map(({ lastName }) => lastName))
    expect(rows).toEqual(all.slice(0, 18))
    expect((await list({ page: 99 })).data).toEqual([])
  })

  test('include what the actor may give', async () => {
    expect(await list()).toMatchObject({
      mayInvite: true,
      mayGive: ['UserAdmin', 'OrderCreator', 'OrderSubmitter', 'OrderViewer'],
    })
    for (const by of ['SuperUser@P1', 'Support']) expect((await list({}, by)).mayGive).toContain('SuperUser')
  })
})

describe('the users of a child', () => {
  const child = { hospitalCode: CHILD, limit: 100 }

  test('include users of the parent whose roles apply there, for those who may see them', async () => {
    const { data } = await list(child)
    const ofParent = data.filter(({ institution }) => institution.code === PARENT)
    const found = ofParent.map(({ lastName }) => lastName)
    expect(found).toEqual(expect.arrayContaining(['OrderSubmitter@P1', 'Sørbye', 'UserAdmin@P1']))
    // Without a role, or without access.
    for (const one of ['nobody', '100%_sure', 'blocked', 'waiting']) expect(found).not.toContain(one)
    // A user of both is listed once, as a user of the child.
    expect(data.filter(({ lastName }) => lastName === 'Everywhere')).toMatchObject([
      { institution: { code: CHILD }, roles: ['OrderViewer'] },
    ])
  })

  test('include no user of the parent for someone who manages only the child', async () => {
    const { data } = await list(child, 'UserAdmin@C1')
    expect(new Set(data.map(({ institution }) => institution.code))).toEqual(new Set([CHILD]))
    const there = { hospital: CHILD, id: await idOf(portal, 'OrderSubmitter@P1') }
    expect(await problemOfCall(portal.as('UserAdmin@C1').users.get({ params: there }))).toMatchObject({
      status: 404,
    })
  })

  test('include no user of the parent if the institution-codes header leaves it out', async () => {
    const send = (route: string) =>
      portal.request(route, { as: 'UserAdmin@P1', headers: { 'institution-codes': CHILD } })
    const found: { data: { institution: { code: string } }[] } = await (
      await send(`/api/PhysiciansV2/?hospitalCode=${CHILD}`)
    ).json()
    expect(new Set(found.data.map(({ institution }) => institution.code))).toEqual(new Set([CHILD]))
    const id = await idOf(portal, 'OrderSubmitter@P1')
    expect((await send(`/api/users/${CHILD}/${id}`)).status).toBe(404)
  })

  test('include no user of another institution', async () => {
    for (const by of ['UserAdmin@P1', 'SuperUser@C1'])
      expect(await problemOfCall(list({ hospitalCode: FOREIGN }, by))).toMatchObject({ status: 404 })
    expect(await problemOfCall(list({}, 'UserAdmin@C1'))).toMatchObject({ status: 404 })
    expect(await problemOfCall(list({}, 'OrderSubmitter@P1'))).toMatchObject({ status: 403 })
    const id = await idOf(portal, 'OrderSubmitter@F1')
    const foreign = portal.as('SuperUser@P1').users.get({ params: { hospital: PARENT, id } })
    expect(await problemOfCall(foreign)).toMatchObject({ status: 404 })
  })
})

describe("the reason for a user's access", () => {
  const get = (hospital: string, id: number, by = 'SuperUser@P1') =>
    portal.as(by).users.get({ params: { hospital, id } })

  test('lists each role with its institution, date and giver', async () => {
    const both = await addUser(portal, 'Both', { [PARENT]: ['OrderSubmitter'], [CHILD]: ['OrderViewer'] })
    const { held, roles } = await get(CHILD, both.id)
    expect(roles).toEqual(['OrderViewer'])
    const child = { code: CHILD, name: 'Child Clinic' }
    expect(held).toMatchObject([
      { name: 'OrderViewer', institution: child, inheritedFrom: null, givenBy: 'Laboratory' },
      { name: 'OrderSubmitter', institution: child, inheritedFrom: { code: PARENT, name: 'Parent Clinic' } },
    ])
    expect(held.every(({ givenAt }) => Date.parse(givenAt) <= Date.now())).toBe(true)
    // Roles at the parent are hidden from someone who manages only the child.
    expect((await get(CHILD, both.id, 'SuperUser@C1')).held).toHaveLength(1)
    expect((await get(PARENT, both.id)).held).toMatchObject([{ name: 'OrderSubmitter', inheritedFrom: null }])
  })

  test('a user of the parent is listed at the child, and can be changed at the parent only', async () => {
    const id = await idOf(portal, 'OrderViewer@P1')
    const seen = await get(CHILD, id)
    expect(seen).toMatchObject({ institution: { code: PARENT }, held: [{ inheritedFrom: { code: PARENT } }] })
    expect(Object.values(seen.abilities)).not.toContain(true)
    const change = portal
      .as('SuperUser@P1')
      .users.changeRoles({ params: { hospital: CHILD, id }, body: { roles: [] } })
    expect(await problemOfCall(change)).toMatchObject({
      code: 'forbidden',
      detail: expect.stringContaining('parent'),
    })
  })

  test('what the actor may do with a user', async () => {
    const at = async (subject: string, by: string) =>
      (await get(PARENT, await idOf(portal, subject), by)).abilities
    const nothing = {
      changeRoles: false,
      block: false,
      deactivate: false,
      reactivate: false,
      move: false,
      decide: false,
      endSessions: false,
      forgetSecondFactor: false,
      approveRoles: false,
    }
    expect(await at('OrderViewer@P1', 'UserAdmin@P1')).toEqual({
      ...{ ...nothing, changeRoles: true, block: true, deactivate: true, move: true, endSessions: true },
    })
    expect(await at('UserAdmin@P1', 'UserAdmin@P1')).toEqual(nothing)
    expect(await at('SuperUser@P1', 'UserAdmin@P1')).toEqual(nothing)
    expect(await at('blocked', 'SuperUser@P1')).toEqual({
      ...{ ...nothing, deactivate: true, reactivate: true, endSessions: true },
    })
    expect(await at('waiting', 'UserAdmin@P1')).toEqual({ ...nothing, decide: true })
    const { mayMoveTo } = await get(PARENT, await idOf(portal, 'OrderViewer@P1'))
    expect(mayMoveTo).toEqual([{ code: CHILD, name: 'Child Clinic' }])
  })

  test('roles without access do not count', async () => {
    expect((await get(PARENT, await idOf(portal, 'blocked'))).held).toEqual([])
    expect((await get(PARENT, await idOf(portal, 'inactive'))).held).toEqual([])
  })

  test("users' own agreements are in their history", async () => {
    const { changes } = await get(PARENT, await idOf(portal, 'UserAdmin@P1'))
    expect(changes.map(({ action, actor }) => [action, actor]).toSorted()).toEqual([
      ['attested', 'Test UserAdmin@P1'],
      ['registered', 'Test UserAdmin@P1'],
      ['terms-accepted', 'Test UserAdmin@P1'],
    ])
  })
})

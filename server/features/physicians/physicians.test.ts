import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { administer } from '#server/database/connection/connect.ts'
import { problemOfCall, startPortal, type TestPortal } from '../../testing/portal.ts'
import { CHILD, FOREIGN, PARENT } from '../../testing/world.ts'
import { idOf } from '../users/testing/users.ts'

let portal: TestPortal

/** A user without sign-in, to be chosen by name. */
async function addColleague(lastName: string, at: string, more: { npi?: string; status?: 'Inactive' } = {}) {
  await administer(portal.database.url, async (db) => {
    const { id } = await db
      .insertInto('physician')
      .values({
        ...{ subject: lastName, email: '', first_name: 'Ada', last_name: lastName, prefix: '', suffix: 'MD' },
        npi: more.npi ?? '1000000012',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('membership')
      .values({ physician_id: id, institution_code: at, status: more.status ?? 'Active' })
      .execute()
    await db
      .insertInto('customer_role')
      .values({ physician_id: id, institution_code: at, role: 'OrderSubmitter' })
      .execute()
  })
}

beforeAll(async () => {
  portal = await startPortal()
  await addColleague('Ofparent', PARENT)
  await addColleague('Ofchild', CHILD)
  await addColleague('Foreign', FOREIGN)
  await addColleague('Nonumber', PARENT, { npi: '' })
  await addColleague('Gone', PARENT, { status: 'Inactive' })
  await addColleague('Äther_', CHILD)
})
afterAll(() => portal?.stop())

describe('the providers that an order can name', () => {
  const search = (
    query: { hospitalCode: string; search?: string; page?: number; limit?: number },
    by = 'SuperUser@P1',
  ) => portal.as(by).physicians.orderingProviders({ query })
  const names = async (...args: Parameters<typeof search>) =>
    (await search(...args)).data.map(({ lastName }) => lastName)

  test('are active, have an NPI, and work at the institution or its parent', async () => {
    expect(await names({ hospitalCode: PARENT })).toEqual(['Ofparent', 'provider'])
    expect(await names({ hospitalCode: CHILD })).toEqual(['Äther_', 'Ofchild', 'Ofparent', 'provider'])
  })

  test('are not those of the parent who are blocked there', async () => {
    const at = { physician_id: await idOf(portal, 'Ofparent'), institution_code: CHILD }
    await administer(portal.database.url, (db) =>
      db
        .insertInto('membership')
        .values({ ...at, status: 'Blocked' })
        .execute(),
    )
    expect(await names({ hospitalCode: CHILD })).toEqual(['Äther_', 'Ofchild', 'provider'])
    await administer(portal.database.url, (db) =>
      db
        .deleteFrom('membership')
        .where('physician_id', '=', at.physician_id)
        .where('status', '=', 'Blocked')
        .execute(),
    )
    expect(await names({ hospitalCode: CHILD })).toHaveLength(4)
  })

  test('are found by part of the name, in pages', async () => {
    expect(await names({ hospitalCode: CHILD, search: 'ada of' })).toEqual(['Ofchild', 'Ofparent'])
    expect(await names({ hospitalCode: CHILD, search: '_' })).toEqual(['Äther_'])
    expect(await names({ hospitalCode: CHILD, search: '%' })).toEqual([])
    const { data, meta } = await search({ hospitalCode: CHILD, page: 2, limit: 3 })
    expect(data.map(({ lastName, suffix }) => [lastName, suffix])).toEqual([['provider', '']])
    expect(meta).toEqual({ total: 4, page: 2, limit: 3 })
  })

  test("[PERM-10] at a parent are not shown to users of the child only, nor are other institutions'", async () => {
    expect(await names({ hospitalCode: CHILD }, 'SuperUser@C1')).toEqual(['Äther_', 'Ofchild'])
    const foreign = await problemOfCall(search({ hospitalCode: FOREIGN }))
    expect(foreign).toMatchObject({ status: 404, code: 'not-found' })
  })
})

describe('[API-07] the signed-in user', () => {
  const current = (subject: string) => portal.as(subject).physicians.current()

  test('gets their own record and institutions', async () => {
    const me = await current('provider')
    expect(me).toMatchObject({ firstName: 'Test', lastName: 'provider', npi: '1234567893', status: 'Active' })
    expect(me.customerRoles).toMatchObject([
      { institution: { code: CHILD, parentCode: PARENT }, roles: [{ id: 4, name: 'OrderSubmitter' }] },
      { institution: { code: PARENT, parentCode: null }, roles: [{ id: 4, name: 'OrderSubmitter' }] },
    ])
  })

  test('learns that they are awaiting approval, or that they are not registered', async () => {
    expect((await current('waiting')).status).toBe('WaitingForApproval')
    expect((await current('nobody')).customerRoles).toEqual([])
    expect(await problemOfCall(current('a stranger'))).toMatchObject({ status: 404, code: 'not-registered' })
  })

  test('[PERM-04] with the laboratory’s Support role reaches every institution, by the token alone', async () => {
    const { customerRoles } = await current('Support')
    expect(customerRoles.map(({ institution, roles }) => [institution.code, roles])).toEqual(
      [CHILD, FOREIGN, PARENT].map((code) => [code, [{ id: 6, name: 'Support' }]]),
    )
  })
})

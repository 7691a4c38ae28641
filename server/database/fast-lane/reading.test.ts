import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startPortal, type TestPortal } from '#server/testing/portal.ts'
import { CHILD, FOREIGN, PARENT, readyOrder } from '#server/testing/world.ts'
import { administer } from '../connection/connect.ts'
import { type Actor, authorize, type CachedActor, reading, StaleActorError, withScope } from '../scope.ts'
import { CACHED_PLAN } from './statements.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
  await portal.submitted(readyOrder('Parent'))
  await portal.submitted(readyOrder('Child'), { by: 'OrderSubmitter@C1', at: CHILD })
  await portal.submitted(readyOrder('Foreign'), { by: 'OrderSubmitter@F1', at: FOREIGN })
})
afterAll(() => portal?.stop())

const VIEWING = { kind: 'institution', permissions: ['ViewOrder'] } as const
const authorityAt = (...codes: string[]) => {
  const memberships = codes.map((code) => ({ code, roles: ['OrderViewer'] }))
  return authorize({ memberships } as unknown as Actor, VIEWING, { path: [], header: [] }, 'one')
}
const ofInstitutions = sql<{ code: string }>`${sql.raw(CACHED_PLAN)}
  select institution_code as code from orders order by 1 limit 25`

describe('what is read in one piece', () => {
  test('sees the institutions of its scope, on a connection that has seen others, with a plan that is kept', async () => {
    const seen = async (...codes: string[]) =>
      (await ofInstitutions.execute(reading(portal.portal, authorityAt(...codes)).db)).rows.map(
        ({ code }) => code,
      )
    for (let time = 0; time < 5; time += 1) {
      expect(await seen(PARENT)).toEqual([PARENT])
      expect(await seen(FOREIGN, CHILD)).toEqual([CHILD, FOREIGN])
    }
    const { rows } = await ofInstitutions.execute(portal.portal.db)
    expect(rows).toEqual([])
  })

  test('changes nothing, and what fails does not stay behind', async () => {
    const { db } = reading(portal.portal, authorityAt(PARENT))
    await expect(sql`update orders set test_name = 'Another'`.execute(db)).rejects.toThrow(
      'read-only transaction',
    )
    await expect(sql`select 1 / ${0}::integer`.execute(db)).rejects.toThrow('division by zero')
    await expect(ofInstitutions.execute(db)).resolves.toMatchObject({ rows: [{ code: PARENT }] })
  })

  test('is not given to somebody who is not who they were presumed to be', async () => {
    const cachedActor: CachedActor = { subject: 'OrderViewer@P1', version: 'another', isVerified: false }
    const authority = { ...authorityAt(PARENT), cachedActor }
    await expect(ofInstitutions.execute(reading(portal.portal, authority).db)).rejects.toThrow(
      StaleActorError,
    )
    await expect(withScope(portal.portal, authority, async () => 'done')).rejects.toThrow(StaleActorError)
    expect(cachedActor.isVerified).toBe(false)
  })
})

test('a list, and who asks for it, is one round trip once it is known who that probably is', async () => {
  let taken = 0
  portal.portal.pool.on('acquire', () => {
    taken += 1
  })
  for (const connections of [2, 1, 1]) {
    const before = taken
    expect((await portal.inject(`/api/Orders/${CHILD}`, { as: 'OrderViewer@C1' })).status).toBe(200)
    expect(taken - before).toBe(connections)
  }
})

const idOf = (subject: string) => sql`(select id from physician where subject = ${subject})`

/** What becomes of somebody whom the portal remembers, and how a list is answered before it and from then on. */
const CHANGES = [
  {
    ...{ what: 'whose role is taken away', who: 'OrderViewer@P1', at: PARENT, before: 200, after: 404 },
    change: (id: ReturnType<typeof idOf>) => sql`delete from customer_role where physician_id = ${id}`,
  },
  {
    ...{ what: 'who is blocked', who: 'OrderCreator@P1', at: PARENT, before: 200, after: 403 },
    change: (id: ReturnType<typeof idOf>) =>
      sql`update membership set status = 'Blocked' where physician_id = ${id}`,
  },
  {
    ...{ what: 'who is blocked at one of two', who: 'SuperUser@P1', at: CHILD, before: 200, after: 404 },
    change: (id: ReturnType<typeof idOf>) => sql`insert into membership values (${id}, ${CHILD}, 'Blocked')`,
  },
  {
    ...{ what: 'who has to accept new terms', who: 'provider', at: PARENT, before: 200, after: 403 },
    change: (id: ReturnType<typeof idOf>) => sql`update physician set terms_version = '' where id = ${id}`,
  },
  {
    ...{ what: 'who gets a role', who: 'OrderSubmitter@F1', at: PARENT, before: 404, after: 200 },
    change: (id: ReturnType<typeof idOf>) => sql`with joined as (
        insert into membership values (${id}, ${PARENT}, 'Active') returning physician_id, institution_code)
      insert into customer_role (physician_id, institution_code, role) select *, 'OrderViewer' from joined`,
  },
]

test.each(CHANGES)(
  'somebody $what is that person in the same moment',
  async ({ who, at, before, after, change }) => {
    const status = async (query = '') =>
      (await portal.inject(`/api/Orders/${at}${query}`, { as: who })).status
    for (let time = 0; time < 3; time += 1) expect(await status()).toBe(before)
    await administer(portal.database.url, (db) => change(idOf(who)).execute(db))
    // What is wrong with a request is told to nobody who may not make it.
    expect(await status('?top=0')).toBe(after === 200 ? 422 : after)
    expect(await status()).toBe(after)
  },
)

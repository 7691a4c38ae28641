import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPortal, type TestPortal } from '../testing/portal.ts'
import { CHILD, FOREIGN, PARENT } from '../testing/world.ts'
import { administer } from './connection/connect.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

/** For each subject, the actor that the database returns and the version to cache it by. */
async function actorVersions() {
  const { rows } = await administer(portal.database.url, (db) =>
    sql<{ subject: string; told: string; version: string }>`
      select subject, actor_of(subject)::text as told, version_of_actor(subject) as version from physician`.execute(
      db,
    ),
  )
  return new Map(rows.map(({ subject, ...known }) => [subject, known]))
}

const id = (subject: string) => sql`(select id from physician where subject = ${subject})`
const WHO = 'SuperUser@P1'

/** Every change that affects an actor. `of`: the least set of subjects whose actor changes too. */
const CHANGES: { what: string; change: ReturnType<typeof sql>; of: string }[] = [
  ...[
    ['a name', sql`first_name = 'Another'`],
    ['an address', sql`email = 'another@clinic.test'`],
    ['a number', sql`npi = '1234567893'`],
    ['accepted terms', sql`terms_version = 'another'`],
    ['an attestation', sql`attested_at = case when attested_at is null then now() end`],
    ['what comes before a name, and after it', sql`prefix = 'Dr.', suffix = 'III'`],
  ].map(([what, set]) => ({
    ...{ what: String(what), of: WHO },
    change: sql`update physician set ${set} where subject = ${WHO}`,
  })),
  {
    ...{ what: 'a status', of: WHO },
    change: sql`update membership set status = 'Inactive' where physician_id = ${id(WHO)}`,
  },
  {
    ...{ what: 'a status again', of: WHO },
    change: sql`update membership set status = 'Active' where physician_id = ${id(WHO)}`,
  },
  {
    ...{ what: 'a block at the child of an institution', of: WHO },
    change: sql`insert into membership values (${id(WHO)}, ${CHILD}, 'Blocked')`,
  },
  {
    ...{ what: 'the end of a membership', of: WHO },
    change: sql`delete from membership where physician_id = ${id(WHO)} and institution_code = ${CHILD}`,
  },
  {
    ...{ what: 'a role more', of: WHO },
    change: sql`insert into customer_role (physician_id, institution_code, role) values (${id(WHO)}, ${PARENT}, 'OrderViewer')`,
  },
  {
    ...{ what: 'another role', of: WHO },
    change: sql`update customer_role set role = 'OrderCreator' where physician_id = ${id(WHO)} and role = 'OrderViewer'`,
  },
  {
    ...{ what: 'somebody else’s role', of: 'OrderViewer@P1' },
    change: sql`update customer_role set physician_id = ${id('OrderViewer@P1')}
      where physician_id = ${id(WHO)} and role = 'OrderCreator'`,
  },
  {
    ...{ what: 'no role', of: 'OrderCreator@P1' },
    change: sql`delete from customer_role where physician_id = ${id('OrderCreator@P1')}`,
  },
  {
    ...{ what: 'an institution’s name', of: 'OrderViewer@C1' },
    change: sql`update institution set name = 'Another Clinic' where code = ${CHILD}`,
  },
  {
    ...{ what: 'a further child', of: WHO },
    change: sql`insert into institution (code, name, parent_code) values ('C2', 'Second Child', ${PARENT})`,
  },
  {
    ...{ what: 'another parent', of: 'OrderSubmitter@F1' },
    change: sql`update institution set parent_code = ${FOREIGN} where code = 'C2'`,
  },
  {
    ...{ what: 'who brought an institution', of: WHO },
    change: sql`update institution set created_by_subject = ${WHO} where code = ${PARENT}`,
  },
  {
    ...{ what: 'a child that is gone', of: 'OrderSubmitter@F1' },
    change: sql`delete from institution where code = 'C2'`,
  },
  {
    ...{ what: 'somebody new', of: 'new' },
    change: sql`insert into physician (subject, email, first_name, last_name) values ('new', 'new@clinic.test', 'Nina', 'New')`,
  },
  {
    ...{ what: 'another subject', of: 'newer' },
    change: sql`update physician set subject = 'newer' where subject = 'new'`,
  },
]

test('an actor never changes without a new version, written with the change', async () => {
  let before = await actorVersions()
  for (const { what, change, of } of CHANGES) {
    await administer(portal.database.url, (db) => change.execute(db))
    const after = await actorVersions()
    const others = (key: 'told' | 'version') =>
      [...after].flatMap(([subject, known]) => (known[key] === before.get(subject)?.[key] ? [] : [subject]))
    expect(others('told'), what).toContain(of)
    expect(others('version'), what).toEqual(expect.arrayContaining(others('told')))
    before = after
  }
})

test('an actor gets a new version when they become a member while the institution concurrently loses a child', async () => {
  const [one, other] = [new pg.Client(portal.database.url), new pg.Client(portal.database.url)]
  await Promise.all([one.connect(), other.connect()])
  const institution = `insert into institution (code, name, parent_code) values ('C3', 'Third Child', '${FOREIGN}')`
  await one.query(institution)
  await one.query('begin')
  for (const [table, what] of [
    ['membership (status, institution_code, physician_id)', 'Active'],
    ['customer_role (role, institution_code, physician_id)', 'OrderViewer'],
  ])
    await one.query(
      `insert into ${table} select $1, $2, id from physician where subject = 'OrderViewer@P1'`,
      [what, FOREIGN],
    )
  await other.query('begin')
  await other.query("update institution set parent_code = null where code = 'C3'")
  await one.query('commit')
  const between = (await actorVersions()).get('OrderViewer@P1')
  await other.query('commit')
  const after = (await actorVersions()).get('OrderViewer@P1')
  await Promise.all([one.end(), other.end()])
  expect(between?.told).toContain('C3')
  expect(after?.told).not.toContain('C3')
  expect(after?.version).not.toBe(between?.version)
})

test("an unknown subject has no version, and the portal's role can neither read nor renew versions itself", async () => {
  const of = (subject: string) =>
    sql<{ version: string | null }>`select version_of_actor(${subject}) as version`
  expect((await of('unknown').execute(portal.portal.db)).rows).toEqual([{ version: null }])
  expect((await of(WHO).execute(portal.portal.db)).rows).toEqual([{ version: expect.any(String) }])
  for (const statement of ['select * from actor_version', 'delete from institutions_version'])
    await expect(sql.raw(statement).execute(portal.portal.db)).rejects.toThrow('permission denied')
})

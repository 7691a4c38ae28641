import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { administer } from '../database/connection/connect.ts'
import { beginAs } from '../start/installation.ts'
import { TEST_SECRET, type TestDatabase, testDatabase } from '../testing/database.ts'
import { namesOf, runSupportUser } from './support-user.ts'

let database: TestDatabase
let environment: NodeJS.ProcessEnv
beforeAll(async () => {
  database = await testDatabase()
  environment = {
    ...{ DATABASE_URL: database.url, KARYO_SECRET: TEST_SECRET, KARYO_DEMO: 'off' },
    ...{ KARYO_SMTP_URL: 'smtp://127.0.0.1:1', PUBLIC_ORIGIN: 'https://portal.example.test' },
  }
})
afterAll(() => database?.drop())

async function run(args: readonly string[], changes: NodeJS.ProcessEnv = {}) {
  const output: string[] = []
  const code = await runSupportUser(args, { ...environment, ...changes }, (line) => output.push(line))
  return { code, output: output.join('\n') }
}

const query = <Row>(query: ReturnType<typeof sql<Row>>) =>
  administer(database.url, async (db) => (await query.execute(db)).rows)

beforeEach(() => query(sql`truncate identity."user", mail_out cascade`))

/** Audit lines about accounts since `after`, oldest first. */
const trail = (after: number) =>
  query(sql<{ action: string; actor_name: string; entity_id: string; detail: Record<string, unknown> }>`
    select action, actor_name, entity_id, detail from audit_event where entity = 'account' and id > ${after} order by id`)
const lastLine = async () =>
  (await query(sql<{ id: number }>`select coalesce(max(id), 0)::int as id from audit_event`))[0]?.id ?? 0
const mails = () =>
  query(sql<{ recipient: string; subject: string; body: string }>`
    select recipient, subject, body from mail_out order by created_at`)
const accountOf = async (email: string) => {
  const rows = await query(sql<{
    id: string
    roles: string
    name: string
    email_verified: boolean
    password: string
  }>`
    select u.id, roles, name, email_verified, password from identity."user" u
      join identity.account a on a.user_id = u.id where email = ${email}`)
  return rows[0]
}

/** An account with a session, both kinds of second factor, and a pending link. */
async function account(email: string, { verified = true, roles = '[]' } = {}): Promise<void> {
  await administer(database.url, async (db) => {
    await sql`insert into identity."user" (id, name, email, email_verified, first_name, last_name, roles)
      values (${email}, 'Mallory Typed', ${email}, ${verified}, 'Mallory', 'Typed', ${roles})`.execute(db)
    await sql`insert into identity.account (id, account_id, provider_id, user_id, password)
      values (${email}, ${email}, 'credential', ${email}, 'the hash of a password')`.execute(db)
    await sql`insert into identity.session (id, token, user_id, expires_at)
      values (${`s-${email}`}, ${`t-${email}`}, ${email}, now() + interval '1 hour')`.execute(db)
    await sql`insert into identity.totp (user_id, sealed, confirmed_at) values (${email}, 'sealed', now())`.execute(
      db,
    )
    await sql`insert into identity.recovery_code (user_id, hash) values (${email}, 'hash')`.execute(db)
    await sql`insert into identity.ticket (hash, purpose, user_id, expires_at)
      values (${`h-${email}`}, 'add-passkey', ${email}, now() + interval '1 hour')`.execute(db)
  })
}
const leftOf = async (email: string) =>
  (
    await query(sql<Record<string, number>>`select
      (select count(*)::int from identity.session where user_id = ${email}) as sessions,
      (select count(*)::int from identity.totp where user_id = ${email}) as apps,
      (select count(*)::int from identity.recovery_code where user_id = ${email}) as codes,
      (select count(*)::int from identity.ticket where user_id = ${email} and purpose <> 'reset-password') as links`)
  )[0]

describe('creating the first Support user', () => {
  test('mails a link without printing it, and writes an audit line', async () => {
    const before = await lastLine()
    const { code, output } = await run(['Ada.Okafor@lab.test'])
    expect({ code, output }).toEqual({
      code: 0,
      output: `Ada Okafor, ada.okafor@lab.test, has the Support role.
A link to choose a password was sent to them by mail; it works once, within one hour.`,
    })
    const made = await accountOf('ada.okafor@lab.test')
    expect(made).toMatchObject({ roles: '["Support"]', name: 'Ada Okafor', email_verified: false })
    const [mail] = await mails()
    expect(mail?.recipient).toBe('ada.okafor@lab.test')
    const token = /https:\/\/portal\.example\.test\/identity\/reset\?token=(\S{43})\s/.exec(
      mail?.body ?? '',
    )?.[1]
    expect(token).toBeDefined()
    expect(output).not.toContain(token)
    const lines = await trail(before)
    expect(lines.map(({ action }) => action)).toEqual(['support-given', 'password-link-made'])
    for (const line of lines) {
      expect(line.entity_id).toBe(made?.id)
      expect(line.actor_name).toMatch(/^\S+ at \S+, by npm run support-user$/)
      expect(line.detail).toMatchObject({ email: 'ada.okafor@lab.test' })
      expect(JSON.stringify(line)).not.toContain(token)
    }
  })

  test('prints the link if asked to, or if no mail is sent', async () => {
    const link = /^https:\/\/portal\.example\.test\/identity\/reset\?token=\S{43}$/m
    const result = await run(['ada@lab.test', '--name', 'Ada de la Cruz', '--print-link'])
    expect(result.output).toMatch(link)
    expect((await accountOf('ada@lab.test'))?.name).toBe('Ada de la Cruz')
    const demo = { KARYO_DEMO: 'on', KARYO_SMTP_URL: '' }
    await query(sql`delete from installation`)
    const printed = await run(['grace@lab.test'], demo)
    expect(printed.output).toMatch(link)
    expect(await mails()).toEqual([])
  })

  test('announces that a second factor will be set up, if one is required', async () => {
    expect((await run(['ada@lab.test'], { KARYO_SECOND_FACTOR: 'required' })).output).toContain(
      'A second factor must be set up at the first sign-in.',
    )
  })

  test('a second time sends a new link and invalidates the first', async () => {
    await run(['ada@lab.test'])
    const again = await run(['ada@lab.test'])
    expect(again.output).toContain('ada@lab.test has the Support role already.')
    expect(await query(sql`select 1 from identity.ticket where purpose = 'reset-password'`)).toHaveLength(1)
  })

  test('keeps the password and second factor of an existing account, and notifies its owner', async () => {
    await account('nurse@clinic.test')
    expect(await run(['nurse@clinic.test'])).toMatchObject({ code: 0 })
    expect(await accountOf('nurse@clinic.test')).toMatchObject({
      ...{ roles: '["Support"]', name: 'Mallory Typed', password: 'the hash of a password' },
    })
    expect(await leftOf('nurse@clinic.test')).toEqual({ sessions: 1, apps: 1, codes: 1, links: 1 })
    expect(await mails()).toMatchObject([{ subject: expect.stringContaining('has the Support role') }])
  })

  test('takes over an account whose address was never verified, and discards what was entered there', async () => {
    await account('ada@lab.test', { verified: false })
    await run(['ada@lab.test', '--name', 'Ada Okafor'])
    const taken = await accountOf('ada@lab.test')
    expect(taken).toMatchObject({ roles: '["Support"]', name: 'Ada Okafor' })
    expect(taken?.password).not.toBe('the hash of a password')
    expect(await leftOf('ada@lab.test')).toEqual({ sessions: 0, apps: 0, codes: 0, links: 0 })
    expect((await mails())[0]?.subject).toContain('choose the password')
  })
})

describe('resetting a lost second factor', () => {
  test('removes it with sessions, codes and pending links, notifies the owner and writes an audit line', async () => {
    await account('nurse@clinic.test')
    const before = await lastLine()
    expect(await run(['nurse@clinic.test', '--forget-second-factor'])).toEqual({
      code: 0,
      output:
        'nurse@clinic.test no longer has a second factor and is logged out everywhere. They were notified by mail.',
    })
    expect(await leftOf('nurse@clinic.test')).toEqual({ sessions: 0, apps: 0, codes: 0, links: 0 })
    expect(await accountOf('nurse@clinic.test')).toMatchObject({
      ...{ roles: '[]', password: 'the hash of a password' },
    })
    expect(await mails()).toMatchObject([
      { recipient: 'nurse@clinic.test', body: expect.stringContaining('removed your second factor') },
    ])
    expect(await trail(before)).toMatchObject([
      { action: 'second-factor-forgotten', entity_id: 'nurse@clinic.test', detail: { sessions: 1 } },
    ])
  })

  test('keeps the links that take back a change of address, and notifies the former addresses that have one', async () => {
    const email = 'thief@elsewhere.test'
    await account(email)
    const link = (hash: string, to: string, ends: string) =>
      query(sql`insert into identity.ticket (hash, purpose, user_id, email, expires_at)
        values (${hash}, 'undo-email-change', ${email}, ${to}, now() + ${ends}::interval)`)
    await link('h-owner', 'nurse@clinic.test', '1 day')
    await link('h-over', 'former@clinic.test', '-1 day')
    expect((await run([email, '--forget-second-factor'])).code).toBe(0)
    const kept = await query(sql<{ hash: string }>`select hash from identity.ticket order by hash`)
    expect(kept.map(({ hash }) => hash)).toEqual(['h-over', 'h-owner'])
    expect(await leftOf(email)).toMatchObject({ sessions: 0, apps: 0, codes: 0 })
    const sent = await mails()
    expect(sent.map(({ recipient }) => recipient).sort()).toEqual(['nurse@clinic.test', email])
    for (const { body } of sent) expect(body).toContain('removed your second factor')
  })

  test('reports an unknown account', async () => {
    expect(await run(['nobody@clinic.test', '--forget-second-factor'])).toEqual({
      code: 1,
      output: 'No account has the address nobody@clinic.test.',
    })
    expect(await mails()).toEqual([])
  })
})

describe('removing a Support user', () => {
  test('takes away the role and every session, and keeps the account', async () => {
    await account('ada@lab.test', { roles: '["Support"]' })
    const before = await lastLine()
    expect((await run(['ada@lab.test', '--remove'])).code).toBe(0)
    expect(await accountOf('ada@lab.test')).toMatchObject({ roles: '[]' })
    expect(await leftOf('ada@lab.test')).toMatchObject({ sessions: 0, apps: 1 })
    expect((await trail(before)).map(({ action }) => action)).toEqual(['support-taken'])
    expect((await run(['ada@lab.test', '--remove'])).output).toBe('ada@lab.test has no Support role.')
    expect((await run(['nobody@lab.test', '--remove'])).code).toBe(1)
  })
})

describe('refuses', () => {
  test.each([
    [[]],
    [['ada@lab.test', 'grace@lab.test']],
    [['ada@lab.test', '--remove', '--forget-second-factor']],
    [['ada@lab.test', '--remove', '--print-link']],
    [['ada@lab.test', '--loud']],
  ])('arguments that do not fit the usage: %j', async (args) => {
    expect(await run(args)).toMatchObject({
      code: 1,
      output: expect.stringContaining('Usage: npm run support-user'),
    })
  })

  test('an invalid address, and users of another identity provider', async () => {
    expect((await run(['ada'])).output).toContain('ada is not an email address')
    const otherIssuer = await run(['ada@lab.test'], { OIDC_ISSUER: 'https://idp.example.test' })
    expect(otherIssuer).toMatchObject({
      code: 1,
      output: expect.stringContaining('https://idp.example.test'),
    })
  })

  test("a demo's database in production", async () => {
    await query(sql`delete from installation`)
    await administer(database.url, (db) =>
      beginAs(db, 'demo', { DATABASE_URL: database.url, DATA_DIR: '.data' }),
    )
    const { code, output } = await run(['ada@lab.test'])
    expect(code).toBe(1)
    expect(output).toContain('filled as a demo')
    expect(await accountOf('ada@lab.test')).toBeUndefined()
    await query(sql`delete from installation`)
  })
})

test.each([
  [undefined, 'ada@lab.test', 'Ada', 'Support'],
  [undefined, 'ada.okafor-lind@lab.test', 'Ada', 'Okafor-lind'],
  [undefined, '42@lab.test', 'Laboratory', 'Support'],
  ['Ada', 'a@lab.test', 'Ada', 'Support'],
  ['ada  van Rijn', 'a@lab.test', 'ada', 'van Rijn'],
])('namesOf: the name %j with the address %s gives %s %s', (name, email, firstName, lastName) => {
  expect(namesOf(name, email)).toEqual({ firstName, lastName })
})

import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { inDatabase } from './database.ts'

type Data = Parameters<typeof inDatabase>[0]

/** Demo users after whom a clinic's users are modeled, with the same names and roles. */
const CAST = ['provider', 'creator', 'viewer', 'admin', 'super'] as const

/** A demo user after whom a new account is modeled. */
type Like = (typeof CAST)[number] | 'counselor' | 'va' | 'attest'

/** Code of the first institution; all codes follow those of the demo laboratory. */
const FIRST_CODE = 5001

/**
 * An institution for one test, without orders. Its users have the demo users' names (`provider` is Ada
 * Okafor, a physician and OrderSubmitter, `creator` an OrderCreator …), that one role here and none
 * elsewhere, and the demo's password. Each is an email address: `provider@clinic-5001.test`.
 */
export type OwnClinic = Record<(typeof CAST)[number], string> & { code: string; name: string }

/**
 * Adds the next clinic directly to the database of a portal with demo data: a sign-up with approval would
 * take ten seconds.
 */
export function addClinic(app: Data): Promise<OwnClinic> {
  return inDatabase(app, async (client) => {
    await client.query('begin')
    const { rows } = await client.query<{ code: string; name: string }>(
      `insert into institution (code, name, addresses, phones, approved_at)
       select next.code, 'Clinic ' || next.code, addresses, phones, now() from institution,
         (select greatest(max(code::int) filter (where code ~ '^\\d{4}$') + 1, $1)::text as code from institution) next
       where institution.code = '1001' returning code, name`,
      [FIRST_CODE],
    )
    const [clinic] = rows
    if (!clinic) throw new Error('The demo laboratory is not there')
    const people = {} as Record<(typeof CAST)[number], string>
    for (const who of CAST) {
      people[who] = `${who}@clinic-${clinic.code}.test`
      await addPerson(client, `${who}@demo.test`, people[who], clinic.code)
    }
    await client.query('commit')
    return { ...clinic, ...people }
  })
}

/**
 * A user with the name and role of a demo user, at this institution only; returns the email address. It
 * begins with `name`, which is unique in the institution.
 */
export function addColleague(
  app: Data,
  name: string,
  { like, at }: { like: Like; at: string },
): Promise<string> {
  const email = `${name}@clinic-${at}.test`
  return inDatabase(app, async (client) => {
    await client.query('begin')
    await addPerson(client, `${like}@demo.test`, email, at)
    await client.query('commit')
    return email
  })
}

/** A new laboratory user with the Support role; returns the email address. */
export function addSupport(app: Data): Promise<string> {
  const email = `support-${randomUUID()}@laboratory.test`
  return inDatabase(app, async (client) => {
    await client.query('begin')
    await addAccount(client, 'support@demo.test', email)
    await client.query('commit')
    return email
  })
}

/** Marks the address as not verified. */
export function unverify(app: Data, email: string): Promise<void> {
  return inDatabase(app, async (client) => {
    await client.query('update identity."user" set email_verified = false where email = $1', [email])
  })
}

/** Gives the user their existing role at this institution, too. */
export function addMembership(app: Data, email: string, code: string): Promise<void> {
  return inDatabase(app, (client) => giveRole(client, email, email, code))
}

/** The table's columns that are copied unchanged, as a list for SQL. */
async function othersOf(client: pg.Client, table: string, own: readonly string[]): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0
       and not attisdropped and attgenerated = '' and attidentity = '' and attname <> all ($2)`,
    [table, own],
  )
  return rows.map(({ name }) => `"${name}"`).join(', ')
}

/** An account and physician modeled after a demo user, with their role at this institution only. */
async function addPerson(client: pg.Client, like: string, email: string, code: string): Promise<void> {
  await addAccount(client, like, email)
  await giveRole(client, like, email, code)
}

/** An account and physician modeled after a demo user, without a role at any institution. */
async function addAccount(client: pg.Client, like: string, email: string): Promise<void> {
  const copied = async (table: string, given: Record<string, string>, where: string) => {
    const others = await othersOf(client, table, Object.keys(given))
    const own = Object.keys(given).join(', ')
    const values = Object.keys(given).map((_, at) => `$${at + 2}`)
    const { rowCount } = await client.query(
      `insert into ${table} (${own}, ${others}) select ${values.join(', ')}, ${others} from ${table} where ${where}`,
      [like, ...Object.values(given)],
    )
    if (rowCount !== 1) throw new Error(`${like} has ${rowCount} rows in ${table}`)
  }
  const account = `user_id = (select id from identity."user" where email = $1)`
  await copied('identity."user"', { id: email, email }, 'email = $1')
  await copied('identity.account', { id: email, account_id: email, user_id: email }, account)
  await copied('physician', { subject: email, email }, 'email = $1')
}

/** Adds a membership of the institution, with the role that the demo user has at their first one. */
async function giveRole(client: pg.Client, like: string, email: string, code: string): Promise<void> {
  const { rowCount } = await client.query(
    `with person as (select id from physician where email = $1), model as (
       select role from customer_role join physician on physician.id = physician_id
       where email = $2 order by institution_code limit 1),
     member as (insert into membership (physician_id, institution_code, status, since)
       select id, $3, 'Active', now() from person)
     insert into customer_role (physician_id, institution_code, role, given_at)
     select id, $3, role, now() from person, model`,
    [email, like, code],
  )
  if (rowCount !== 1) throw new Error(`${email} was given ${rowCount} roles at ${code}`)
}

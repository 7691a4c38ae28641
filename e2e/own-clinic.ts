import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { inDatabase } from './database.ts'

type Data = Parameters<typeof inDatabase>[0]

/** The demo people whose names and roles a clinic's people have. */
const CAST = ['provider', 'creator', 'viewer', 'admin', 'super'] as const

/** A demo person whose account somebody else's is like. */
type Like = (typeof CAST)[number] | 'counselor' | 'va' | 'attest'

/** The first has this code; all come after those of the demo laboratory. */
const FIRST_CODE = 5001

/**
 * An institution that nobody else works at, without an order. Its people are called as the demo's are (`provider` is Ada
 * Okafor, a physician and OrderSubmitter, `creator` an OrderCreator …), hold that one role here and none elsewhere, and
 * sign in with the demo's password. Each is an e-mail address: `provider@clinic-5001.test`.
 */
export type OwnClinic = Record<(typeof CAST)[number], string> & { code: string; name: string }

/** Adds the next clinic to a portal with demo data, behind its back: a sign-up and an approval take ten seconds. */
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
 * Somebody who is called as a person of the demo and holds their role, at this institution only; their e-mail address.
 * `name` begins that: no other person of the institution has it.
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

/** Somebody of the laboratory with the Support role, as nobody else is; their e-mail address. */
export function addSupport(app: Data): Promise<string> {
  const email = `support-${randomUUID()}@laboratory.test`
  return inDatabase(app, async (client) => {
    await client.query('begin')
    await addAccount(client, 'support@demo.test', email)
    await client.query('commit')
    return email
  })
}

/** Nobody has followed the link by which this address is verified. */
export function unverify(app: Data, email: string): Promise<void> {
  return inDatabase(app, async (client) => {
    await client.query('update identity."user" set email_verified = false where email = $1', [email])
  })
}

/** From now on they hold the role that they have at this institution, too. */
export function addMembership(app: Data, email: string, code: string): Promise<void> {
  return inDatabase(app, (client) => giveRole(client, email, email, code))
}

/** The columns of a table that are copied as they are, as a list for SQL. */
async function othersOf(client: pg.Client, table: string, own: readonly string[]): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0
       and not attisdropped and attgenerated = '' and attidentity = '' and attname <> all ($2)`,
    [table, own],
  )
  return rows.map(({ name }) => `"${name}"`).join(', ')
}

/** An account and a physician like those of somebody in the demo, with their role at the institution only. */
async function addPerson(client: pg.Client, like: string, email: string, code: string): Promise<void> {
  await addAccount(client, like, email)
  await giveRole(client, like, email, code)
}

/** An account and a physician like those of somebody in the demo, and no role at any institution. */
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

/** A membership of the institution, and there the role that somebody holds at the first of theirs. */
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

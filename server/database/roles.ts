import { createHmac } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import pg, { type ClientBase } from 'pg'
import { clientConfig } from './connection/hosts.ts'
import { errorCode, SetupError } from './setup-error.ts'

/**
 * The roles that Karyo runs as. None is a superuser and none owns a table, so that row-level security applies
 * to each. The migrations grant what each may do.
 */
export const DATABASE_ROLES = ['karyo_portal', 'karyo_worker', 'karyo_identity'] as const
export type DatabaseRole = (typeof DATABASE_ROLES)[number]

/**
 * A role's password, derived from the installation's secret: it need not be stored, and is the same for every
 * instance.
 */
function rolePassword(secret: string, role: DatabaseRole): string {
  return createHmac('sha256', secret).update(`database role ${role}`).digest('base64url')
}

/** `url` with the role's name and password. */
export function roleUrl(url: string, secret: string, role: DatabaseRole): string {
  const one = new URL(url)
  one.username = role
  one.password = rolePassword(secret, role)
  return one.href
}

/**
 * What PostgreSQL answers to one of two that change the same role at once: the tuple was updated concurrently,
 * the role exists, its name is taken. Roles belong to the server, and advisory locks to one of its databases,
 * so that no lock keeps two portals with different databases apart.
 */
const SAME_ROLE_CHANGED = ['XX000', '42710', '23505']
const TRIES = 50
const BETWEEN_TRIES_MS = 20

/**
 * Creates missing roles and sets their passwords. `client` must be an administrative connection. A copy of the database
 * does not have what is taken from everybody here, so each start takes it again.
 */
export async function provisionRoles(client: ClientBase, secret: string): Promise<void> {
  for (const role of DATABASE_ROLES) {
    for (let tries = 1; ; tries++) {
      try {
        await provisionRole(client, role, rolePassword(secret, role))
        break
      } catch (error) {
        if (tries === TRIES || !SAME_ROLE_CHANGED.includes(errorCode(error))) throw error
        await delay(BETWEEN_TRIES_MS * Math.random())
      }
    }
  }
  // A temporary table would stand in for a table in every function that runs with its owner's rights, and its triggers
  // would run with them too.
  await client.query(`do $$ begin
    execute format('revoke temporary on database %I from public', current_database());
  end $$`)
}

async function provisionRole(client: ClientBase, role: DatabaseRole, password: string): Promise<void> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role])
  if (rowCount === 0) await client.query(`create role ${role} login noinherit nosuperuser nobypassrls`)
  await client.query(`alter role ${role} password '${password}'`)
}

const WRONG_PASSWORD = '28P01'

/**
 * Throws a SetupError if a portal with another secret is running: setting the passwords again would lock it
 * out of the database. `client` must be an administrative connection to `url`.
 */
export async function refuseOtherSecret(client: ClientBase, url: string, secret: string): Promise<void> {
  const { rows } = await client.query<{ usename: DatabaseRole }>(
    'select usename from pg_stat_activity where usename = any($1) limit 1',
    [DATABASE_ROLES],
  )
  const [atWork] = rows
  if (!atWork) return
  const probe = new pg.Client(clientConfig(roleUrl(url, secret, atWork.usename)))
  try {
    await probe.connect()
  } catch (error) {
    if (errorCode(error) !== WRONG_PASSWORD) throw error
    throw new SetupError(
      'A portal with a different KARYO_SECRET is using this database: set the same secret for all portals, or stop that portal first',
    )
  } finally {
    await probe.end()
  }
}

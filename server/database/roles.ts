import { createHmac } from 'node:crypto'
import type { ClientBase } from 'pg'

/**
 * The roles that Karyo runs as. None is a superuser and none owns a table, so that row-level security holds for
 * each. What each may do is granted in the migrations.
 */
export const DATABASE_ROLES = ['karyo_portal', 'karyo_worker', 'karyo_identity'] as const
export type DatabaseRole = (typeof DATABASE_ROLES)[number]

/** A role's password, derived from the installation's secret: nothing to store, and the same for every instance. */
function rolePassword(secret: string, role: DatabaseRole): string {
  return createHmac('sha256', secret).update(`database role ${role}`).digest('base64url')
}

/** `url` with the role's name and password put in. */
export function roleUrl(url: string, secret: string, role: DatabaseRole): string {
  const one = new URL(url)
  one.username = role
  one.password = rolePassword(secret, role)
  return one.href
}

/** Makes the roles where they are missing and sets their passwords. `client` must be an administrative connection. */
export async function provisionRoles(client: ClientBase, secret: string): Promise<void> {
  for (const role of DATABASE_ROLES) {
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role])
    if (rowCount === 0) await client.query(`create role ${role} login noinherit nosuperuser nobypassrls`)
    await client.query(`alter role ${role} password '${rolePassword(secret, role)}'`)
  }
}

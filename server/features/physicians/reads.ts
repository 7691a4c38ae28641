import { sql } from 'kysely'
import type { Claims } from '#adapters/identity/port.ts'
import type { Connection } from '#server/database/connect.ts'
import type { Actor, Membership } from '#server/database/scope.ts'

interface ActorRow {
  id: number
  subject: string
  email: string
  first_name: string
  last_name: string
  npi: string
  prefix: string
  suffix: string
  status: Actor['status']
  memberships: Membership[]
}

/** The laboratory's Support role comes with the token and reaches every institution (specification §6). */
async function supportMemberships(connection: Connection): Promise<Membership[]> {
  const { rows } = await sql<{ all: Omit<Membership, 'roles'>[] }>`select all_institutions() as all`.execute(
    connection.db,
  )
  return (rows[0]?.all ?? []).map((institution) => ({ ...institution, roles: ['Support'] }))
}

/** The user whom the token's subject names, or null when nobody is registered with it. */
export async function actorOf(connection: Connection, claims: Claims): Promise<Actor | null> {
  const { rows } = await sql<{ found: ActorRow | null }>`select actor_of(${claims.sub}) as found`.execute(
    connection.db,
  )
  const found = rows[0]?.found
  if (!found) return null
  const support = claims.roles.includes('Support') ? await supportMemberships(connection) : []
  return {
    id: found.id,
    subject: found.subject,
    firstName: found.first_name,
    lastName: found.last_name,
    email: found.email,
    npi: found.npi,
    prefix: found.prefix,
    suffix: found.suffix,
    status: found.status,
    memberships: support.length > 0 ? support : found.memberships,
  }
}

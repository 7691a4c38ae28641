import { sql } from 'kysely'
import type { NotificationSettings } from '#contract/physicians.ts'
import type { PermissionName } from '#domain/permissions/permissions.ts'
import { rolesWith } from '#domain/users/roles.ts'
import { nameOf, type Scope } from '#server/database/scope.ts'

export interface Colleague {
  id: number
  name: string
  /** The end of `name`: a degree; '' for none. */
  suffix: string
  npi: string
  email: string
}

/**
 * The users with a permission at the institution, by a role there or at its parent, sorted by name. Users of the parent
 * only are listed if the scope includes the parent.
 */
export async function colleaguesWith(
  { db }: Scope,
  hospital: string,
  permission: PermissionName,
): Promise<Colleague[]> {
  const { rows } = await sql<{
    id: number
    first_name: string
    last_name: string
    suffix: string
    npi: string
    email: string
  }>`
    select p.id, p.first_name, p.last_name, p.suffix, p.npi, p.email
    from physician p join users_at(${hospital}) u using (id)
    where u.roles && ${rolesWith(permission)}::text[]
    order by p.last_name collate "unicode", p.first_name collate "unicode", p.id`.execute(db)
  return rows.map(({ id, npi, email, ...name }) => ({
    ...{ id: Number(id), npi, email, suffix: name.suffix },
    name: nameOf({ firstName: name.first_name, lastName: name.last_name, suffix: name.suffix }),
  }))
}

/** Whom a mail about an institution's orders reaches, and which mails they want. */
export interface Recipient {
  id: number
  email: string
  notifications: NotificationSettings
}

/**
 * The users with a permission at the institution, by a role there or at its parent, whether or not the scope includes
 * the parent: for mails, and to decide who may go on. `id`: this user only.
 */
export async function recipientsWith(
  { db }: Scope,
  hospital: string,
  permission: PermissionName,
  id: number | null = null,
): Promise<Recipient[]> {
  const { rows } = await sql<Recipient>`
    select id, email, notifications from users_at(${hospital})
    where roles && ${rolesWith(permission)}::text[] and (${id}::bigint is null or id = ${id})
    order by id`.execute(db)
  return rows.map((one) => ({ ...one, id: Number(one.id) }))
}

import { sql } from 'kysely'
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
 * Active users with a permission at the institution, by a role there or at its parent, sorted by name. Users
 * of the parent only are listed if the scope includes the parent.
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
    from physician p
    where exists (select from institution i
        join customer_role r on r.institution_code in (i.code, i.parent_code)
        join membership m using (physician_id, institution_code)
        where i.code = ${hospital} and r.physician_id = p.id and m.status = 'Active'
          and r.role = any (${rolesWith(permission)}))
      and not exists (select from membership b
        where b.physician_id = p.id and b.institution_code = ${hospital} and b.status <> 'Active')
    order by p.last_name collate "unicode", p.first_name collate "unicode", p.id`.execute(db)
  return rows.map(({ id, npi, email, ...name }) => ({
    ...{ id: Number(id), npi, email, suffix: name.suffix },
    name: nameOf({ firstName: name.first_name, lastName: name.last_name, suffix: name.suffix }),
  }))
}

/**
 * Whether a user is active at an institution with a permission, by a role there or at its parent, whether or not the
 * scope includes the parent.
 */
export async function worksAt(
  { db }: Scope,
  hospital: string,
  id: number,
  permission: PermissionName,
): Promise<boolean> {
  const roles = rolesWith(permission)
  const { rows } = await sql<{ works: boolean }>`
    select (exists (select from customer_role r
        where r.physician_id = ${id} and r.institution_code = ${hospital} and r.role = any (${roles})
          and exists (select from membership m
            where m.physician_id = ${id} and m.institution_code = ${hospital} and m.status = 'Active'))
      or inherited_roles(${id}, ${hospital}) && ${roles}::text[])
      and not exists (select from membership b
        where b.physician_id = ${id} and b.institution_code = ${hospital} and b.status <> 'Active') as works`.execute(
    db,
  )
  return rows[0]?.works ?? false
}

/** A user's email address, if the user is in the scope; otherwise ''. */
export async function addressOf({ db }: Scope, id: number): Promise<string> {
  const found = await db.selectFrom('physician').select('email').where('id', '=', id).executeTakeFirst()
  return found?.email ?? ''
}

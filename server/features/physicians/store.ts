import { sql, type Updateable } from 'kysely'
import type { GivenRole } from '#contract/people.ts'
import type { InstitutionChoice } from '#contract/physicians.ts'
import type { Country, UserStatus } from '#domain/lookups.ts'
import { likeText } from '#server/database/like.ts'
import type { Tables } from '#server/database/schema/tables.ts'
import type { OwnScope, Scope } from '#server/database/scope.ts'

interface PageQuery {
  search: string
  skip: number
  top: number
}

const byName = [sql`p.last_name collate "unicode"`, sql`p.first_name collate "unicode"`, 'p.id'] as const

/** Users with an active membership in the scope whose names contain `search`. */
function activeUsers(scope: Scope, search: string) {
  return scope.db
    .selectFrom('physician as p')
    .where(sql<boolean>`concat(p.first_name, ' ', p.last_name) ilike ${`%${likeText(search)}%`}`)
}

/** Active providers with an NPI at the institution or its parent, not blocked there, by part of the name. */
export async function orderingProviders(scope: Scope, query: PageQuery & { hospitalCode: string }) {
  const found = activeUsers(scope, query.search)
    .where('p.npi', '<>', '')
    .where(sql<boolean>`p.id in (select id from users_at(${query.hospitalCode}))`)
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await found
    .select(['p.id', 'p.first_name', 'p.last_name', 'p.npi', 'p.suffix'])
    .orderBy(byName[0])
    .orderBy(byName[1])
    .orderBy(byName[2])
    .offset(query.skip)
    .limit(query.top)
    .execute()
  return { total, rows }
}

/**
 * Possible recipients of a report copy: users of the scope's institutions with that status there, each once.
 */
export async function additionalRecipients(scope: Scope, query: PageQuery & { status: UserStatus }) {
  const found = activeUsers(scope, query.search).innerJoinLateral(
    (eb) =>
      eb
        .selectFrom('membership as m')
        .innerJoin('institution as i', 'i.code', 'm.institution_code')
        .whereRef('m.physician_id', '=', 'p.id')
        .where('m.status', '=', query.status)
        .where('m.institution_code', 'in', scope.institutions)
        .select('i.name')
        .orderBy('i.code')
        .limit(1)
        .as('at'),
    (join) => join.onTrue(),
  )
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await found
    .select(['p.id', 'p.first_name', 'p.last_name', 'p.npi', 'p.suffix', 'p.email', 'p.phones'])
    .select('at.name as location_name')
    .orderBy(byName[0])
    .orderBy(byName[1])
    .orderBy(byName[2])
    .offset(query.skip)
    .limit(query.top)
    .execute()
  return { total, rows }
}

/** The user's own record; undefined if they are not registered. */
export function ownRecord(own: OwnScope) {
  return own.db.selectFrom('physician').selectAll().where('subject', '=', own.subject).executeTakeFirst()
}

export async function changeOwnRecord(own: OwnScope, change: Updateable<Tables['physician']>): Promise<void> {
  await own.db.updateTable('physician').set(change).where('subject', '=', own.subject).execute()
}

interface FoundInstitution {
  id: number
  code: string
  name: string
  parent_code: string | null
  city: string
  state: string
  country: Country
  other_country: string
  created_by_user: boolean
  total: number
}

const presentInstitution = (row: FoundInstitution): InstitutionChoice => ({
  ...{ id: Number(row.id), institutionId: Number(row.id), institutionName: row.name },
  ...{ institutionCode: row.code, parentInstitutionCode: row.parent_code },
  ...{ city: row.city, state: row.state, country: row.country, otherCountry: row.other_country },
  createdByUser: row.created_by_user,
})

async function search(own: OwnScope, { search, skip, top }: PageQuery, only: string[] | null) {
  const { rows } = await sql<FoundInstitution>`
    select * from institutions_found(${`%${likeText(search)}%`}, ${only}, ${skip}, ${top})`.execute(own.db)
  return rows
}

/** The institutions any signed-in user can find, by part of name, code or city. */
export async function findInstitutions(own: OwnScope, query: PageQuery) {
  const rows = await search(own, query, null)
  return { total: Number(rows[0]?.total ?? 0), data: rows.map(presentInstitution) }
}

/** Those in `codes` that the user can find. An id is written `id:7`. */
export async function institutionsByCode(own: OwnScope, codes: string[]): Promise<InstitutionChoice[]> {
  const query = { search: '', skip: 0, top: codes.length }
  return (await search(own, query, codes)).map(presentInstitution)
}

export async function institutionById(own: OwnScope, id: number): Promise<InstitutionChoice | undefined> {
  return (await institutionsByCode(own, [`id:${id}`]))[0]
}

/**
 * Accepts the invitation for the user; returns their status there, or null if there is no such invitation for
 * them.
 */
export async function takeUpInvitation(
  own: OwnScope,
  id: number,
  requiresSecondApproval: boolean,
): Promise<'Active' | 'WaitingForApproval' | null> {
  const { rows } = await sql<{ status: 'Active' | 'WaitingForApproval' | null }>`
    select accept_invitation(${id}, ${requiresSecondApproval}) as status`.execute(own.db)
  return rows[0]?.status ?? null
}

/** Who can approve the user's roles that need a second approval; null if none do. */
export async function approversFor(own: OwnScope, id: number, code: string): Promise<string[] | null> {
  const { rows } = await sql<{ all: string[] }>`
    select approvers_of(${code}) as all
    where exists (select from proposed_role where physician_id = ${id} and institution_code = ${code})`.execute(
    own.db,
  )
  return rows[0]?.all ?? null
}

/** The open invitations to the user's verified address. */
export function openInvitations(own: OwnScope) {
  return own.db
    .selectFrom('invitation')
    .select(['id', 'institution_code', 'roles', 'invited_by_name', 'expires_at'])
    .orderBy('id')
    .execute()
}

/** The user's last refused registration. */
export function lastRefusal(own: OwnScope, physicianId: number) {
  return own.db
    .selectFrom('registration_refusal')
    .selectAll()
    .where('physician_id', '=', physicianId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The user's memberships, with the roles held directly there. */
export function ownMemberships(own: OwnScope, physicianId: number) {
  return own.db
    .selectFrom('membership as m')
    .where('m.physician_id', '=', physicianId)
    .select(['m.institution_code', 'm.status', 'm.since'])
    .select((eb) =>
      eb
        .selectFrom('customer_role as r')
        .whereRef('r.physician_id', '=', 'm.physician_id')
        .whereRef('r.institution_code', '=', 'm.institution_code')
        .select(sql<GivenRole[]>`coalesce(array_agg(r.role order by r.role), '{}')`.as('roles'))
        .as('roles'),
    )
    .orderBy('m.since')
    .execute()
}

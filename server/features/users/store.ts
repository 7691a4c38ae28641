import { type SqlBool, sql } from 'kysely'
import { USER_STATUSES, type UserStatus } from '#domain/lookups.ts'
import { type InstitutionRole, rolesWith } from '#domain/users/roles.ts'
import { likeText } from '#server/database/like.ts'
import { nameOf, type Scope } from '#server/database/scope.ts'

/** An institution, with its parent and children if the actor may see their users too. */
export interface InstitutionNode {
  code: string
  parent: string | null
  children: readonly string[]
}

function memberships(scope: Scope) {
  return scope.db
    .selectFrom('membership as m')
    .innerJoin('physician as p', 'p.id', 'm.physician_id')
    .innerJoin('institution as i', 'i.code', 'm.institution_code')
}

/**
 * The users of `place`: those with a membership there, and the parent's active users whose roles apply there.
 * A user with a membership is listed once, according to it.
 */
function usersOf(scope: Scope, { code, parent }: InstitutionNode) {
  return memberships(scope).where(
    sql<SqlBool>`(m.institution_code = ${code} or (
      m.institution_code = ${parent} and m.status = 'Active'
      and exists (select from customer_role r
        where r.physician_id = m.physician_id and r.institution_code = m.institution_code)
      and not exists (select from membership own
        where own.physician_id = m.physician_id and own.institution_code = ${code})))`,
  )
}

type UserQuery = ReturnType<typeof usersOf>

const ROLES_OF_MEMBERSHIP = sql<InstitutionRole[]>`array(select r.role from customer_role r
  where r.physician_id = m.physician_id and r.institution_code = m.institution_code order by r.role)`

/** Null if nothing is proposed. All of it was proposed together. */
const PROPOSED = sql<{ roles: InstitutionRole[]; by: string; at: string } | null>`(
  select jsonb_build_object('roles', jsonb_agg(w.role order by w.role), 'by', min(w.proposed_by_name),
    'at', to_char(min(w.proposed_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  from proposed_role w
  where w.physician_id = m.physician_id and w.institution_code = m.institution_code having count(*) > 0)`

const columns = (found: UserQuery) =>
  found
    .select(['p.id', 'p.first_name', 'p.last_name', 'p.email', 'p.npi', 'p.prefix', 'p.suffix'])
    .select(['p.provider_type', 'p.phones', 'p.delegate', 'p.terms_accepted_at', 'p.attested_at'])
    .select(['m.status', 'm.since', 'i.code', 'i.name as institution_name', 'i.approved_at'])
    .select(['p.account_first_name', 'p.account_last_name'])
    .select(ROLES_OF_MEMBERSHIP.as('roles'))
    .select(PROPOSED.as('proposed'))

/** Every word must match the name, the email address or the NPI. */
function matching(found: UserQuery, search: string): UserQuery {
  return search
    .split(/\s+/)
    .filter(Boolean)
    .reduce(
      (left, word) =>
        left.where(
          sql<SqlBool>`concat_ws(' ', p.first_name, p.last_name, p.email, p.npi) ilike ${`%${likeText(word)}%`}`,
        ),
      found,
    )
}

interface PageQuery {
  search: string
  skip: number
  top: number
}

/** One page of an institution's users, and the number in each status. */
export async function listUsers(
  scope: Scope,
  institution: InstitutionNode,
  query: PageQuery & { status?: UserStatus | undefined },
) {
  const found = matching(usersOf(scope, institution), query.search)
  const counted = await found
    .select('m.status')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .groupBy('m.status')
    .execute()
  const counts = Object.fromEntries(USER_STATUSES.map((status) => [status, 0])) as Record<UserStatus, number>
  for (const { status, count } of counted) counts[status] = count
  const { status } = query
  const rows = await columns(status ? found.where('m.status', '=', status) : found)
    .orderBy(sql`p.last_name collate "unicode"`)
    .orderBy(sql`p.first_name collate "unicode"`)
    .orderBy('p.id')
    .offset(query.skip)
    .limit(query.top)
    .execute()
  const total = status ? counts[status] : counted.reduce((sum, { count }) => sum + count, 0)
  return { counts, total, rows }
}

/** Users awaiting approval at the scope's institutions, the longest waiting first. */
export async function listWaiting(scope: Scope, query: PageQuery) {
  const waiting = memberships(scope)
    .where('m.institution_code', 'in', scope.institutions)
    .where(
      sql<SqlBool>`(m.status = 'WaitingForApproval' or m.status = 'Active' and exists (select from proposed_role w
        where w.physician_id = m.physician_id and w.institution_code = m.institution_code))`,
    )
  const found = matching(waiting, query.search)
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await columns(found)
    .orderBy('m.since')
    .orderBy('p.id')
    .offset(query.skip)
    .limit(query.top)
    .execute()
  return { total, rows }
}

/**
 * One user of an institution. `inherited` are roles at its parent that apply there; `lastManager` means that
 * no other active user manages the institution's users.
 */
export async function findUser(
  scope: Scope,
  institution: InstitutionNode,
  id: number,
  { lock = false } = {},
) {
  const found = columns(usersOf(scope, institution).where('p.id', '=', id))
    .select(sql<InstitutionRole[]>`inherited_roles(p.id, ${institution.code})`.as('inherited'))
    .select(
      sql<boolean>`not exists (select from membership o join customer_role r using (physician_id, institution_code)
        where o.institution_code = m.institution_code and o.status = 'Active' and o.physician_id <> p.id
          and r.role = any (${rolesWith('CreateUser')}))`.as('nobody_else_manages'),
    )
  return (lock ? found.forUpdate('m') : found).executeTakeFirst()
}
export type UserRecord = NonNullable<Awaited<ReturnType<typeof findUser>>>
export type ListedUser = Awaited<ReturnType<typeof listUsers>>['rows'][number]

/** Locks institutions until the transaction ends, so that changes of their users run one after the other. */
export async function lockInstitutions(scope: Scope, codes: readonly string[]) {
  const rows = await scope.db
    .selectFrom('institution')
    .select(['code', 'name'])
    .where('code', 'in', codes)
    .orderBy('code')
    .forNoKeyUpdate()
    .execute()
  return new Map(rows.map(({ code, name }) => [code, name]))
}

/** The user's roles at the institution and, if they apply, at its parent: since when, and given by whom. */
export function rolesWithSource(scope: Scope, { code, parent }: InstitutionNode, id: number) {
  return scope.db
    .selectFrom('customer_role as r')
    .innerJoin('membership as m', (join) =>
      join
        .onRef('m.physician_id', '=', 'r.physician_id')
        .onRef('m.institution_code', '=', 'r.institution_code'),
    )
    .innerJoin('institution as i', 'i.code', 'r.institution_code')
    .select(['r.role', 'r.given_at', 'r.given_by', 'i.code', 'i.name'])
    .where('r.physician_id', '=', id)
    .where('m.status', '=', 'Active')
    .where('r.institution_code', 'in', [code, parent ?? code])
    .orderBy(sql`i.code <> ${code}`)
    .orderBy('r.given_at')
    .orderBy('r.role')
    .execute()
}

export async function setStatus(scope: Scope, code: string, id: number, status: UserStatus) {
  await scope.db
    .updateTable('membership')
    .set({ status })
    .where('physician_id', '=', id)
    .where('institution_code', '=', code)
    .execute()
}

/** Ends all of a user's sessions at the embedded identity provider; returns their number. */
export async function endSessions(scope: Scope, { id }: { id: number }): Promise<number> {
  const { rows } = await sql<{ ended: number }>`
    select end_sessions(subject) as ended from physician where id = ${id}`.execute(scope.db)
  return rows[0]?.ended ?? 0
}

/**
 * Removes a user's second factor at the embedded identity provider; returns how many authenticator apps and
 * passkeys there were.
 */
export async function forgetSecondFactor(scope: Scope, { id }: { id: number }): Promise<number> {
  const { rows } = await sql<{ removed: number }>`
    select forget_second_factor(subject) as removed from physician where id = ${id}`.execute(scope.db)
  return rows[0]?.removed ?? 0
}

/** A user's roles at any institution, in or outside the scope. */
export async function rolesEverywhere(scope: Scope, { id }: { id: number }): Promise<InstitutionRole[]> {
  const { rows } = await sql<{ role: InstitutionRole }>`
    select role from roles_everywhere(${id}::bigint) role`.execute(scope.db)
  return rows.map(({ role }) => role)
}

/** Makes a user an active member of an institution where they are not, or no longer, one. */
export async function join(scope: Scope, code: string, id: number) {
  await scope.db
    .insertInto('membership')
    .values({ physician_id: id, institution_code: code, status: 'Active' })
    .onConflict((conflict) =>
      conflict.columns(['physician_id', 'institution_code']).doUpdateSet({ status: 'Active' }),
    )
    .execute()
}

/** Sets exactly these roles; a role they already have keeps its date and giver. */
export async function setRoles(scope: Scope, code: string, id: number, roles: readonly InstitutionRole[]) {
  await scope.db
    .deleteFrom('customer_role')
    .where('physician_id', '=', id)
    .where('institution_code', '=', code)
    .where('role', 'not in', ['', ...roles] as InstitutionRole[])
    .execute()
  if (roles.length === 0) return
  const given_by = nameOf(scope.actor)
  await scope.db
    .insertInto('customer_role')
    .values(roles.map((role) => ({ physician_id: id, institution_code: code, role, given_by })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Sets exactly these roles as awaiting a second person. */
export async function setProposed(scope: Scope, code: string, id: number, roles: readonly InstitutionRole[]) {
  await scope.db
    .deleteFrom('proposed_role')
    .where('physician_id', '=', id)
    .where('institution_code', '=', code)
    .execute()
  if (roles.length === 0) return
  const by = { proposed_by: scope.actor.id, proposed_by_name: nameOf(scope.actor) }
  await scope.db
    .insertInto('proposed_role')
    .values(roles.map((role) => ({ physician_id: id, institution_code: code, role, ...by })))
    .execute()
}

/** The addresses of those who can be the second person at an institution. */
export async function approversOf({ db }: { db: Scope['db'] }, code: string): Promise<string[]> {
  const { rows } = await sql<{ all: string[] }>`select approvers_of(${code}) as all`.execute(db)
  return rows[0]?.all ?? []
}

/** Ends a refused registration; the reason stays for the user to read. */
export async function refuse(
  scope: Scope,
  { code, name }: { code: string; name: string },
  id: number,
  reason: string,
) {
  await scope.db
    .insertInto('registration_refusal')
    .values({ physician_id: id, institution_code: code, institution_name: name, reason })
    .execute()
  await scope.db
    .deleteFrom('membership')
    .where('physician_id', '=', id)
    .where('institution_code', '=', code)
    .execute()
}

export async function approveInstitution(scope: Scope, code: string) {
  await scope.db
    .updateTable('institution')
    .set({ approved_at: new Date() })
    .where('code', '=', code)
    .where('approved_at', 'is', null)
    .execute()
}

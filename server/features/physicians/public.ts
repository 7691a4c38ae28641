import { sql } from 'kysely'
import type { Claims } from '#adapters/identity/port.ts'
import { fail } from '#contract/errors.ts'
import type { UserStatus } from '#domain/lookups.ts'
import { overallStatus } from '#domain/user-state/overall-status.ts'
import type { Connection } from '#server/database/connection/connect.ts'
import {
  type Actor,
  audit,
  type CachedActor,
  type Identity,
  type Membership,
  withOwnScope,
} from '#server/database/scope.ts'
import { registrationMails } from './mails.ts'
import type { PhysicianDeps } from './service.ts'
import { institutionById } from './store.ts'

export { followAddress } from './follow-address.ts'
export { NAME_REFUSALS } from './registration.ts'

interface ActorRow
  extends Pick<Actor, 'id' | 'subject' | 'email' | 'firstName' | 'lastName' | 'npi' | 'prefix' | 'suffix'> {
  termsVersion: string
  attested: boolean
  statuses: UserStatus[]
  memberships: Membership[]
}

/** The laboratory's Support role comes with the token and reaches every institution (specification §6). */
async function supportMemberships(connection: Connection): Promise<Membership[]> {
  const { rows } = await sql<{ all: Omit<Membership, 'roles'>[] }>`select all_institutions() as all`.execute(
    connection.db,
  )
  return (rows[0]?.all ?? []).map((institution) => ({ ...institution, roles: ['Support'] }))
}

interface Known {
  /** Changes whenever data that `row` is derived from change (migration 0023). */
  version: string
  row: ActorRow
}
/** The oldest entries are dropped first. */
const MOST_REMEMBERED = 5000
/** By subject. */
const remembered = new WeakMap<Connection, Map<string, Known>>()

function remember(connection: Connection, subject: string, known: Known): void {
  const all = remembered.get(connection) ?? new Map<string, Known>()
  remembered.set(connection, all)
  all.delete(subject)
  all.set(subject, known)
  for (const oldest of all.keys()) {
    if (all.size <= MOST_REMEMBERED) break
    all.delete(oldest)
  }
}

/** Both from one snapshot. */
const WHO = 'select actor_of($1)::text as told, version_of_actor($1) as version'
const VERSION = 'select version_of_actor($1) as version'

async function rowOf(connection: Connection, subject: string): Promise<ActorRow | null> {
  const known = remembered.get(connection)?.get(subject)
  if (known) {
    const { rows } = await connection.pool.query<{ version: string | null }>(VERSION, [subject])
    if (rows[0]?.version === known.version) return known.row
  }
  const { rows } = await connection.pool.query<{ told: string | null; version: string | null }>(WHO, [
    subject,
  ])
  const [{ told, version } = { told: null, version: null }] = rows
  if (told === null || version === null) return null
  // Frozen, because many requests share it.
  const row = JSON.parse(told, (_, value) => Object.freeze(value)) as ActorRow
  remember(connection, subject, { version, row })
  return row
}

/** Support users do not register with an institution: their record is created on their first visit. */
async function addSupport(connection: Connection, claims: Claims): Promise<void> {
  await connection.db.transaction().execute(async (db) => {
    await sql`select set_config('karyo.subject', ${claims.sub}, true)`.execute(db)
    await db
      .insertInto('physician')
      .values({
        ...{ subject: claims.sub, email: claims.email?.toLowerCase() ?? '', npi: '', prefix: '', suffix: '' },
        ...{ first_name: claims.firstName ?? '', last_name: claims.lastName ?? '' },
      })
      .onConflict((conflict) => conflict.column('subject').doNothing())
      .execute()
  })
}

/**
 * The user with the token's subject, or null if none is registered, or the user belongs to no institution
 * (any more). `termsVersion` is the current version of the terms.
 */
export async function actorOf(
  connection: Connection,
  termsVersion: string,
  claims: Claims,
): Promise<Actor | null> {
  const support = claims.roles.includes('Support')
  let found = await rowOf(connection, claims.sub)
  if (!found && support) {
    await addSupport(connection, claims)
    found = await rowOf(connection, claims.sub)
  }
  if (!found) return null
  return support
    ? actorFrom({ ...found, memberships: await supportMemberships(connection) }, termsVersion, true)
    : actorFrom(found, termsVersion)
}

/** The cached actor; null if there is none, and for Support, whose institutions must be read. */
export function cachedActorOf(
  connection: Connection,
  termsVersion: string,
  { sub: subject, roles }: Claims,
): { actor: Actor; cachedActor: CachedActor } | null {
  const known = remembered.get(connection)?.get(subject)
  if (!known || roles.includes('Support')) return null
  const actor = actorFrom(known.row, termsVersion)
  return actor && { actor, cachedActor: { subject, version: known.version, isVerified: false } }
}

function actorFrom(found: ActorRow, termsVersion: string, support = false): Actor | null {
  const status = support ? 'Active' : overallStatus(found.statuses)
  if (!status) return null
  const { termsVersion: accepted, attested, statuses: _, memberships, ...user } = found
  const manages = memberships.some(({ roles }) => roles.includes('UserAdmin') || roles.includes('SuperUser'))
  return {
    ...user,
    status,
    support,
    memberships,
    termsAccepted: accepted === termsVersion,
    attestationDue: manages && !attested,
  }
}

export type MembershipDeps = Pick<
  PhysicianDeps,
  'connection' | 'sendMail' | 'supportEmail' | 'laboratoryName' | 'portalOrigin'
>

/** Requests membership of another institution for a registered user, who then awaits approval; Support is told. */
export async function requestMembership(
  deps: MembershipDeps,
  identity: Identity,
  id: number,
  institutionId: number,
) {
  return withOwnScope(deps.connection, identity, async (own) => {
    const institution = (await institutionById(own, institutionId)) ?? fail('not-found')
    const code = institution.institutionCode
    const { numInsertedOrUpdatedRows } = await own.db
      .insertInto('membership')
      .values({ physician_id: id, institution_code: code, status: 'WaitingForApproval' })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows === 0n)
      fail('already-there', {
        detail: `You already belong to ${institution.institutionName}, or your request to join is awaiting approval.`,
      })
    const letter = registrationMails(deps).membershipWaits(institution.institutionName)
    await deps.sendMail(own.db, { to: deps.supportEmail, ...letter })
    await audit(own, 'joined', { kind: 'user', id, institution: code })
    return { status: 'WaitingForApproval' as const }
  })
}

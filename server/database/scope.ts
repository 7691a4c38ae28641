import type { Kysely, Transaction } from 'kysely'
import { fail } from '#contract/errors.ts'
import type { Access } from '#contract/route.ts'
import { type AuditAction, askedBy } from '#domain/audit/actions.ts'
import type { UserStatus } from '#domain/lookups.ts'
import { institutionsWith, type RoleName } from '#domain/permissions/permissions.ts'
import type { WriteAuditLine } from './audit-line.ts'
import type { Connection } from './connection/connect.ts'
import type { VersionCheck } from './fast-lane/fast-lane.ts'
import type { Tables } from './schema/tables.ts'

/**
 * An institution where a user works, and their role there. A role at a parent institution is listed at its
 * children too.
 */
export interface Membership {
  id: number
  code: string
  name: string
  parentCode: string | null
  createdByUser: boolean
  roles: RoleName[]
}

/** The user behind a valid token, as the database knows them. */
export interface Actor {
  id: number
  subject: string
  firstName: string
  lastName: string
  email: string
  npi: string
  prefix: string
  suffix: string
  /** Across all institutions. */
  status: UserStatus
  termsAccepted: boolean
  /** Manages users and has not yet attested that they may. */
  attestationDue: boolean
  /** Has the laboratory's Support role. */
  support: boolean
  memberships: Membership[]
}

export function nameOf(user: { firstName: string; lastName: string; suffix?: string }): string {
  return [user.firstName, user.lastName, user.suffix].filter(Boolean).join(' ')
}

/**
 * The actor as last read from the database, with its version. `reading` and `withScope` check for the current
 * version in the same round trip, and discard the answer if it differs.
 */
export interface CachedActor {
  readonly subject: string
  readonly version: string
  isVerified: boolean
}

/** The cached actor is out of date, or there is none. */
export class StaleActorError extends Error {}

declare const checked: unique symbol

/** What the access check allowed a request to touch. Only `authorize` creates one. */
export interface Authority {
  readonly [checked]: true
  readonly actor: Actor
  /** Codes of institutions where the actor has the route's permission, narrowed to those of the path; never empty. */
  readonly institutions: readonly string[]
  /** The same regardless of the path: what `widenAuthority` may add. */
  readonly reach: readonly string[]
  readonly requestId: string
  /** A page that stayed open asks again by itself: what it reads is audited as no act of its user. */
  readonly isRefresh?: boolean
  /** Until it is verified, this authority can be used for `reading` only. */
  readonly cachedActor?: CachedActor
}

/** The signed-in user themself, registered or not: what a token proves. Only `themself` creates one. */
export interface Identity {
  readonly [checked]: true
  readonly subject: string
  /** Null unless the identity provider has verified it. */
  readonly email: string | null
  readonly name: string
  readonly requestId: string
}

/**
 * An authority with an open transaction in which the database itself shows only the authority's institutions.
 * Every store function takes one first; `within` is the only way to get one.
 */
export interface Scope extends Authority {
  readonly db: Transaction<Tables>
  readonly auditLine: WriteAuditLine
  /** Notifies open pages of an order's event, by the event's id, once the transaction is committed. */
  announce(eventId: number): void
  /** Notifies open forms that a draft's content changed, once the transaction is committed. */
  announceDraft(orderId: number): void
}

/**
 * An authority with which each statement is read on its own and sees only the authority's institutions. A
 * scope is one too.
 */
export interface Reading extends Authority {
  readonly db: Kysely<Tables>
}

/** A transaction in which the database shows the identity's own record and what belongs to it; see `withOwnScope`. */
export interface OwnScope extends Identity {
  readonly db: Transaction<Tables>
  readonly auditLine: WriteAuditLine
}

type InstitutionAccess = Extract<Access, { kind: 'institution' }>

/**
 * Decides by the route's access what `actor` may touch. `header` has the codes of the institution-codes
 * header: they narrow and never widen. An institution of the path that the actor does not belong to does not
 * exist for them (404); one where they lack the permission is refused (403).
 */
export function authorize(
  actor: Actor,
  access: InstitutionAccess,
  named: { path: readonly string[]; header: readonly string[] },
  requestId: string,
): Authority {
  const institutions = institutionsWith(actor.memberships, access.permissions, named.header)
  for (const code of named.path) {
    if (institutions.includes(code)) continue
    const known = institutionsWith(actor.memberships, ['ViewOrder', 'ViewUser'], named.header).includes(code)
    fail(known ? 'forbidden' : 'not-found')
  }
  if (institutions.length === 0) fail('forbidden')
  const narrowed =
    named.path.length > 0 ? institutions.filter((code) => named.path.includes(code)) : institutions
  const found: Omit<Authority, typeof checked> = {
    actor,
    institutions: narrowed,
    reach: institutions,
    requestId,
  }
  return found as Authority
}

/**
 * `authority` extended by those of `codes` where the actor has the route's permission too: for requests that
 * touch a second institution, such as the parent. The header still narrows it.
 */
export function widenAuthority(authority: Authority, codes: readonly string[]): Authority {
  const added = authority.reach.filter((code) => codes.includes(code))
  return { ...authority, institutions: [...new Set([...authority.institutions, ...added])] }
}

/** The laboratory's Support role, across all institutions; refuses anybody else. */
export function authorizeSupport(actor: Actor, requestId: string): Authority {
  if (!actor.support) fail('forbidden')
  const institutions = actor.memberships.map(({ code }) => code)
  const found: Omit<Authority, typeof checked> = { actor, institutions, reach: institutions, requestId }
  return found as Authority
}

/**
 * A system that reads on its own, at the institutions that the configuration gives it. It has no row in
 * `physician`, and the audit trail names it.
 */
export function authorizeSystem(
  client: { id: string; name: string; institutions: readonly string[] },
  header: readonly string[],
  requestId: string,
): Authority {
  const narrowed = client.institutions.filter((code) => header.length === 0 || header.includes(code))
  if (narrowed.length === 0) fail('forbidden')
  const actor = systemActor(0, client)
  const found: Omit<Authority, typeof checked> = { actor, institutions: narrowed, reach: narrowed, requestId }
  return found as Authority
}

/**
 * The record system of a hospital, at its one institution. It writes drafts under a row of `physician` that has no
 * account and no membership.
 */
export function authorizeInterface(
  {
    physicianId,
    institution,
    ...client
  }: { id: string; name: string; physicianId: number; institution: string },
  requestId: string,
): Authority {
  const [institutions, actor] = [[institution], systemActor(physicianId, client)]
  const found: Omit<Authority, typeof checked> = { actor, institutions, reach: institutions, requestId }
  return found as Authority
}

function systemActor(id: number, client: { id: string; name: string }): Actor {
  return {
    ...{ id, subject: client.id, firstName: '', lastName: client.name, email: '', npi: '' },
    ...{ prefix: '', suffix: '', status: 'Active', termsAccepted: true, attestationDue: false },
    ...{ support: false, memberships: [] },
  }
}

/** The identity that a valid token proves. */
export function identityOf(
  claims: {
    sub: string
    email: string | null
    emailVerified: boolean
    firstName: string | null
    lastName: string | null
  },
  requestId: string,
): Identity {
  const { sub: subject, firstName, lastName } = claims
  const email = claims.emailVerified && claims.email !== null ? claims.email.toLowerCase() : null
  const name = [firstName, lastName].filter(Boolean).join(' ') || (email ?? subject)
  const found: Omit<Identity, typeof checked> = { subject, email, name, requestId }
  return found as Identity
}

/** Runs `work` in one transaction that sees only the authority's institutions. */
export async function withScope<T>(
  connection: Connection,
  authority: Authority,
  work: (scope: Scope) => Promise<T>,
): Promise<T> {
  const { cachedActor } = authority
  const versionCheck = cachedActor?.isVerified === false ? versionCheckOf(cachedActor) : undefined
  const { auditLine } = connection
  const settings = { 'karyo.institutions': authority.institutions.join(',') }
  const events: number[] = []
  const announce = (eventId: number) => void events.push(eventId)
  const drafts: number[] = []
  const announceDraft = (orderId: number) => void drafts.push(orderId)
  const result = await connection.transaction(
    settings,
    (db) => work({ ...authority, db, auditLine, announce, announceDraft }),
    versionCheck,
  )
  for (const eventId of events) connection.announce(eventId)
  for (const orderId of drafts) connection.announceDraft(orderId)
  return result
}

/** Throws StaleActorError unless `rows` has the cached version. `rows`: the current version. */
function verifyVersion(cachedActor: CachedActor, rows: unknown[]): void {
  const [{ version } = { version: null }] = rows as { version: string | null }[]
  if (version !== cachedActor.version) throw new StaleActorError()
  cachedActor.isVerified = true
}

/**
 * Sent with the first statement of a transaction, which is rolled back with its results discarded if the
 * actor has changed.
 */
function versionCheckOf(cachedActor: CachedActor): VersionCheck {
  return {
    text: 'select version_of_actor($1) as version',
    values: [cachedActor.subject],
    onRows: (rows) => verifyVersion(cachedActor, rows),
  }
}

/**
 * For data read in one statement: it is sent together with the scope settings and answered in one round trip.
 * Two statements read at two different moments.
 */
export function reading(connection: Connection, authority: Authority): Reading {
  const { cachedActor, institutions } = authority
  const scope = institutions.join(',')
  if (!cachedActor || cachedActor.isVerified)
    return { ...authority, db: connection.reads({ text: `select ${SCOPE}`, values: [scope] }) }
  const both = {
    text: `select ${SCOPE}, version_of_actor($2) as version`,
    values: [scope, cachedActor.subject],
  }
  return { ...authority, db: connection.reads(both, (rows) => verifyVersion(cachedActor, rows)) }
}
const SCOPE = `set_config('karyo.institutions', $1, true), set_config('transaction_read_only', 'on', true)`

/** Runs `work` in one transaction that sees only the identity's own record. */
export async function withOwnScope<T>(
  connection: Connection,
  identity: Identity,
  work: (own: OwnScope) => Promise<T>,
): Promise<T> {
  const { auditLine } = connection
  const settings = { 'karyo.subject': identity.subject, 'karyo.email': identity.email ?? '' }
  return connection.transaction(settings, (db) => work({ ...identity, db, auditLine }))
}

interface AuditedEntity {
  kind: string
  id: string | number
  /** Null for entities without an institution; only for an identity's own. */
  institution: string | null
  /** Keys of patients (`personKey`) who are on none of the orders that the line names. */
  people?: readonly string[]
}

/**
 * Writes one line of the audit trail, in the transaction of the action it records. `orderIds` of the detail
 * are orders that it concerns besides its entity's.
 */
export async function audit(
  scope: Scope | OwnScope,
  action: AuditAction,
  { people, ...entity }: AuditedEntity,
  detail: object = {},
): Promise<void> {
  const actor =
    'actor' in scope
      ? { subject: scope.actor.subject, name: nameOf(scope.actor) }
      : { subject: scope.subject, name: scope.name }
  const { requestId } = scope
  const isRefresh = 'isRefresh' in scope && scope.isRefresh && askedBy(action) !== null
  const line = { actor, action, entity, requestId, detail: isRefresh ? { ...detail, refresh: true } : detail }
  await scope.auditLine(scope.db, { ...line, ...(people ? { people } : {}) })
}

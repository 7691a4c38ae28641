import type { Kysely, Transaction } from 'kysely'
import { fail } from '#contract/errors.ts'
import type { Access } from '#contract/route.ts'
import type { AuditAction } from '#domain/audit/actions.ts'
import type { UserStatus } from '#domain/lookups.ts'
import { institutionsWith, type RoleName } from '#domain/permissions/permissions.ts'
import type { WriteAuditLine } from './audit-line.ts'
import type { Connection } from './connection/connect.ts'
import type { CommitWith, VersionCheck } from './connection/transaction.ts'
import type { Tables } from './schema/tables.ts'

/** Where somebody works, and as what. A role at a parent institution is listed at its children too. */
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
  /** Over all institutions. */
  status: UserStatus
  termsAccepted: boolean
  /** Manages users and has not yet attested that they may. */
  attestationDue: boolean
  /** Holds the laboratory's Support role. */
  support: boolean
  memberships: Membership[]
}

export function nameOf(user: { firstName: string; lastName: string; suffix?: string }): string {
  return [user.firstName, user.lastName, user.suffix].filter(Boolean).join(' ')
}

/**
 * The actor as the database gave it last, with its version. `reading` and `withScope` ask for the version of now in the same
 * round trip, and discard the answer where it is another.
 */
export interface CachedActor {
  readonly subject: string
  readonly version: string
  isVerified: boolean
}

/** The cached actor is out of date, or there is none. */
export class StaleActorError extends Error {}

declare const checked: unique symbol

/** What the access check found a request may touch. Only `authorize` makes one. */
export interface Authority {
  readonly [checked]: true
  readonly actor: Actor
  /** Institution codes at which the actor holds the route's permission, narrowed to those of the path; never empty. */
  readonly institutions: readonly string[]
  /** The same, whatever the path names: what `widenAuthority` may add. */
  readonly reach: readonly string[]
  readonly requestId: string
  /** Until that is proven, there is no way with this authority to anything but `reading`. */
  readonly cachedActor?: CachedActor
}

/** The caller themself, registered or not: what a token proves. Only `themself` makes one. */
export interface Identity {
  readonly [checked]: true
  readonly subject: string
  /** Null unless the identity provider says that it is verified. */
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
  /** Has open pages told of an event of an order, by its number, once the transaction is committed. */
  announce(eventId: number): void
  /** Has open forms told that a draft has another content, once the transaction is committed. */
  announceDraft(orderId: number): void
  /** For its last statements; see transaction.ts. */
  readonly commitWith: CommitWith
}

/** An authority with which each statement is read by itself, and sees only the authority's institutions. A scope is one too. */
export interface Reading extends Authority {
  readonly db: Kysely<Tables>
}

/** A transaction in which the database shows the caller's own record and what belongs to it; see `withOwnScope`. */
export interface OwnScope extends Identity {
  readonly db: Transaction<Tables>
  readonly auditLine: WriteAuditLine
}

type InstitutionAccess = Extract<Access, { kind: 'institution' }>

/**
 * Decides by the route's access what `actor` may touch. `header` are the codes of the institution-codes header: they
 * narrow and never widen. An institution of the path that the actor does not belong to does not exist for them
 * (404); one where they lack the permission is refused as such (403).
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
 * `authority` with those of `codes` at which the actor holds the route's permission too: for what touches a second
 * institution, such as the parent. The header's narrowing stands.
 */
export function widenAuthority(authority: Authority, codes: readonly string[]): Authority {
  const added = authority.reach.filter((code) => codes.includes(code))
  return { ...authority, institutions: [...new Set([...authority.institutions, ...added])] }
}

/** The laboratory's Support role over every institution; anybody else is refused. */
export function authorizeSupport(actor: Actor, requestId: string): Authority {
  if (!actor.support) fail('forbidden')
  const institutions = actor.memberships.map(({ code }) => code)
  const found: Omit<Authority, typeof checked> = { actor, institutions, reach: institutions, requestId }
  return found as Authority
}

/**
 * A system that reads by itself, at the institutions that the configuration gives it. It is nobody of `physician`, and
 * the audit trail names it.
 */
export function authorizeSystem(
  client: { id: string; name: string; institutions: readonly string[] },
  header: readonly string[],
  requestId: string,
): Authority {
  const narrowed = client.institutions.filter((code) => header.length === 0 || header.includes(code))
  if (narrowed.length === 0) fail('forbidden')
  const actor: Actor = {
    ...{ id: 0, subject: client.id, firstName: '', lastName: client.name, email: '', npi: '' },
    ...{ prefix: '', suffix: '', status: 'Active', termsAccepted: true, attestationDue: false },
    ...{ support: false, memberships: [] },
  }
  const found: Omit<Authority, typeof checked> = { actor, institutions: narrowed, reach: narrowed, requestId }
  return found as Authority
}

/** Who a valid token speaks for. */
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

/** Runs `work` in one transaction that sees the authority's institutions and nothing else. */
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
    (db, commitWith) => work({ ...authority, db, auditLine, announce, announceDraft, commitWith }),
    versionCheck,
  )
  for (const eventId of events) connection.announce(eventId)
  for (const orderId of drafts) connection.announceDraft(orderId)
  return result
}

/** `rows`: the version that is there now. */
function verifyVersion(cachedActor: CachedActor, rows: unknown[]): void {
  const [{ version } = { version: null }] = rows as { version: string | null }[]
  if (version !== cachedActor.version) throw new StaleActorError()
  cachedActor.isVerified = true
}

/** Asked with the first statement of a transaction, which shows and keeps nothing where they are somebody else by now. */
function versionCheckOf(cachedActor: CachedActor): VersionCheck {
  return {
    text: 'select version_of_actor($1) as version',
    values: [cachedActor.subject],
    onRows: (rows) => verifyVersion(cachedActor, rows),
  }
}

/**
 * For what is read in one statement: it is sent together with what says whose it may see, and is answered in one round
 * trip. Two statements are of two moments.
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

/** Runs `work` in one transaction that sees the caller's own record and nothing else. */
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
  /** Null for what is of no institution; only one's own. */
  institution: string | null
  /** Keys of patients (`personKey`) who are on no order that the line names. */
  people?: readonly string[]
}

/**
 * Writes one line of the audit trail, in the transaction of what it tells of. `orderIds` of the detail are orders that
 * it is about besides its entity's.
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
  await scope.auditLine(scope.db, { actor, action, entity, requestId, detail, ...(people ? { people } : {}) })
}

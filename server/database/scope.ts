import { sql, type Transaction } from 'kysely'
import { fail } from '#contract/errors.ts'
import type { Access } from '#contract/route.ts'
import { institutionsWith, type RoleName } from '#domain/permissions/permissions.ts'
import type { Connection } from './connect.ts'
import type { Tables } from './tables.ts'

/** Where somebody works, and as what. A role at a parent institution is listed at its children too. */
export interface Membership {
  code: string
  name: string
  parentCode: string | null
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
  status: 'Active' | 'Inactive' | 'Blocked' | 'WaitingForApproval'
  memberships: Membership[]
}

export function nameOf(actor: Actor): string {
  return [actor.firstName, actor.lastName, actor.suffix].filter(Boolean).join(' ')
}

declare const checked: unique symbol

/** What the access check found a request may touch. Only `authorize` makes one. */
export interface Authority {
  readonly [checked]: true
  readonly actor: Actor
  /** Institution codes at which the actor holds the route's permission; never empty. */
  readonly institutions: readonly string[]
  readonly requestId: string
}

/**
 * An authority with an open transaction in which the database itself shows only the authority's institutions.
 * Every store function takes one first; `within` is the only way to get one.
 */
export interface Scope extends Authority {
  readonly db: Transaction<Tables>
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
  const found: Omit<Authority, typeof checked> = { actor, institutions: narrowed, requestId }
  return found as Authority
}

/** Runs `work` in one transaction that sees the authority's institutions and nothing else. */
export async function within<T>(
  connection: Connection,
  authority: Authority,
  work: (scope: Scope) => Promise<T>,
): Promise<T> {
  return connection.db.transaction().execute(async (db) => {
    await sql`select set_config('karyo.institutions', ${authority.institutions.join(',')}, true)`.execute(db)
    return work({ ...authority, db })
  })
}

/** Writes one line of the audit trail, in the transaction of what it tells of. */
export async function audit(
  scope: Scope,
  action: string,
  entity: { kind: string; id: string | number; institution: string },
  detail: object = {},
): Promise<void> {
  await scope.db
    .insertInto('audit_event')
    .values({
      actor_subject: scope.actor.subject,
      actor_name: nameOf(scope.actor),
      action,
      institution_code: entity.institution,
      entity: entity.kind,
      entity_id: String(entity.id),
      request_id: scope.requestId,
      detail,
    })
    .execute()
}

import { fail } from '#contract/errors.ts'
import type { AuditAction } from '#domain/audit/actions.ts'
import type { Connection } from '#server/database/connection/connect.ts'
import { type Authority, audit, type Scope, widenAuthority, withScope } from '#server/database/scope.ts'
import type { SendMail } from '#server/features/mail/public.ts'
import { type Letter, type MailDeps, usersMails } from './mails.ts'
import type { InstitutionNode } from './store.ts'

export interface UserDeps extends MailDeps {
  connection: Connection
  sendMail: SendMail
  /** The embedded identity provider has the sessions: another one's can't be ended here. */
  endsSessions: boolean
  /** Roles that see orders, given to somebody new by a user administrator, wait for a second person. */
  requiresSecondApproval: boolean
  /** Who is told where an institution has no second person of its own. */
  supportEmail: string
  now(): Date
}

/** The institution of a path, as who asks stands there. */
export function institutionNodeOf(
  { actor, reach }: Authority,
  code: string,
): InstitutionNode & { name: string } {
  const { name, parentCode } = actor.memberships.find((at) => at.code === code) ?? fail('not-found')
  const children = actor.memberships.filter((at) => at.parentCode === code).map((at) => at.code)
  return {
    ...{ code, name },
    parent: parentCode !== null && reach.includes(parentCode) ? parentCode : null,
    children: children.filter((child) => reach.includes(child)),
  }
}

/** A transaction that sees the institution, and its parent and children where the caller may see the users of these. */
export function inInstitution<T>(
  { connection }: UserDeps,
  authority: Authority,
  code: string,
  work: (scope: Scope, institution: ReturnType<typeof institutionNodeOf>) => Promise<T>,
): Promise<T> {
  const institution = institutionNodeOf(authority, code)
  const around = widenAuthority(authority, [institution.parent ?? code, ...institution.children])
  return withScope(connection, around, (scope) => work(scope, institution))
}

/** Writes a line of a user's history at an institution. */
export function note(
  scope: Scope,
  institution: string,
  id: number,
  action: AuditAction,
  detail: object = {},
) {
  return audit(scope, action, { kind: 'user', id, institution }, detail)
}

/** Sends a mail about a user, who may have no address, in the transaction of what it tells. */
export function writer({ sendMail, ...deps }: UserDeps) {
  const mails = usersMails(deps)
  return async (scope: Scope, to: string, letter: (all: typeof mails) => Letter): Promise<void> => {
    if (to !== '') await sendMail(scope.db, { to, ...letter(mails) })
  }
}

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
  /** Only the embedded identity provider's sessions can be ended here. */
  endsSessions: boolean
  /**
   * Whether roles that can view orders, given to a new user by a user administrator, need a second person's
   * approval.
   */
  requiresSecondApproval: boolean
  /** Notified if an institution has no second person of its own. */
  supportEmail: string
  now(): Date
}

/** A path's institution, with the relatives that are in the authority. */
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

/**
 * Runs `work` in a transaction that sees the institution, and its parent and children if the actor may see
 * their users.
 */
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

/** Adds a line to a user's history at an institution. */
export function note(
  scope: Scope,
  institution: string,
  id: number,
  action: AuditAction,
  detail: object = {},
) {
  return audit(scope, action, { kind: 'user', id, institution }, detail)
}

/** Sends a mail to a user, unless they have no address, in the transaction of the change it announces. */
export function writer({ sendMail, ...deps }: UserDeps) {
  const mails = usersMails(deps)
  return async (scope: Scope, to: string, letter: (all: typeof mails) => Letter): Promise<void> => {
    if (to !== '') await sendMail(scope.db, { to, ...letter(mails) })
  }
}

import { fail } from '#contract/errors.ts'
import type { AuditAction } from '#domain/audit/actions.ts'
import type { Connection } from '#server/database/connect.ts'
import { type Authority, audit, type Scope, widened, within } from '#server/database/scope.ts'
import type { SendMail } from '#server/features/mail/reads.ts'
import { type Letter, type MailParts, usersMails } from './mails.ts'
import type { Place } from './store.ts'

export interface UsersParts extends MailParts {
  connection: Connection
  sendMail: SendMail
  /** The embedded identity provider has the sessions: another one's can't be ended here. */
  endsSessions: boolean
  /** Roles that see orders, given to somebody new by a user administrator, wait for a second person. */
  secondPerson: boolean
  /** Who is told where an institution has no second person of its own. */
  supportEmail: string
  now(): Date
}

/** The institution of a path, as who asks stands there. */
export function placeOf({ actor, reach }: Authority, code: string): Place & { name: string } {
  const { name, parentCode } = actor.memberships.find((at) => at.code === code) ?? fail('not-found')
  const children = actor.memberships.filter((at) => at.parentCode === code).map((at) => at.code)
  return {
    ...{ code, name },
    parent: parentCode !== null && reach.includes(parentCode) ? parentCode : null,
    children: children.filter((child) => reach.includes(child)),
  }
}

/** A transaction that sees the institution, and its parent and children where the caller may see the users of these. */
export function inPlace<T>(
  { connection }: UsersParts,
  authority: Authority,
  code: string,
  work: (scope: Scope, place: ReturnType<typeof placeOf>) => Promise<T>,
): Promise<T> {
  const place = placeOf(authority, code)
  const around = widened(authority, [place.parent ?? code, ...place.children])
  return within(connection, around, (scope) => work(scope, place))
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
export function writer({ sendMail, ...parts }: UsersParts) {
  const mails = usersMails(parts)
  return async (scope: Scope, to: string, letter: (all: typeof mails) => Letter): Promise<void> => {
    if (to !== '') await sendMail(scope.db, { to, ...letter(mails) })
  }
}

import { fail } from '#contract/errors.ts'
import { canTakeOver } from '#domain/users/roles.ts'
import type { Scope } from '#server/database/scope.ts'
import { type institutionNodeOf, note, type UserDeps, writer } from './deps.ts'
import { handOver, openWork } from './open-work.ts'
import { nameOfUser } from './present.ts'
import { findUser, type UserRecord } from './store.ts'

function refuse(rule: string, message: string): never {
  fail('invalid-fields', { errors: [{ path: '/handOverTo', rule, message }] })
}

/** Hands a leaving user's open work over to a user who can continue it; does nothing if there is none. */
export async function handOverFrom(
  deps: UserDeps,
  scope: Scope,
  institution: ReturnType<typeof institutionNodeOf>,
  leavingUser: UserRecord,
  { handOverTo, leaves }: { handOverTo: number | null; leaves: boolean },
): Promise<void> {
  if (!leaves) refuse('stays', 'There is nothing to hand over when access is restored.')
  const open = await openWork(scope, institution, leavingUser.id)
  if (open.drafts + open.orders === 0) return
  if (handOverTo === null) refuse('required', 'Choose who takes over this user’s open work.')
  if (handOverTo === leavingUser.id) refuse('leaver', 'Choose another user: this is the one who is leaving.')
  const next = await findUser(scope, institution, handOverTo)
  // A role at the parent counts unless they are blocked here.
  const roles = next ? [...(next.status === 'Active' ? next.roles : []), ...next.inherited] : []
  if (!next || next.status === 'Blocked' || !canTakeOver(roles))
    refuse('able', 'Choose an active user of the institution who may prepare or submit orders.')
  const [from, to] = [nameOfUser(leavingUser), nameOfUser(next)]
  const handed = await handOver(
    scope,
    institution,
    { id: leavingUser.id, name: from },
    { id: next.id, name: to },
  )
  await note(scope, institution.code, leavingUser.id, 'handed-over', { to, ...handed })
  await writer(deps)(scope, next.email, (mails) => mails.handedOver(scope, institution.name, from, handed))
}

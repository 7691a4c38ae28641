import { fail } from '#contract/errors.ts'
import { canTakeOver } from '#domain/users/roles.ts'
import type { Scope } from '#server/database/scope.ts'
import { handOver, openWork } from './open-work.ts'
import { note, type placeOf, type UsersParts, writer } from './parts.ts'
import { nameOfPerson } from './present.ts'
import { findPerson, type Person } from './store.ts'

function refuse(rule: string, message: string): never {
  fail('invalid-fields', { errors: [{ path: '/handOverTo', rule, message }] })
}

/** Gives what is open in the name of who leaves to somebody who can go on with it; nothing where nothing is open. */
export async function handOverFrom(
  parts: UsersParts,
  scope: Scope,
  place: ReturnType<typeof placeOf>,
  leaver: Person,
  { handOverTo, leaves }: { handOverTo: number | null; leaves: boolean },
): Promise<void> {
  if (!leaves) refuse('stays', 'Nothing is handed over of somebody who comes back.')
  const open = await openWork(scope, place, leaver.id)
  if (open.drafts + open.orders === 0) return
  if (handOverTo === null) refuse('required', 'Choose who takes over what is open in their name.')
  if (handOverTo === leaver.id) refuse('leaver', 'Choose somebody else: this is who leaves.')
  const next = await findPerson(scope, place, handOverTo)
  if (next?.status !== 'Active' || !canTakeOver([...next.roles, ...next.inherited]))
    refuse('able', 'Choose an active user of the institution who prepares or submits orders.')
  const [from, to] = [nameOfPerson(leaver), nameOfPerson(next)]
  const handed = await handOver(scope, place, { id: leaver.id, name: from }, { id: next.id, name: to })
  await note(scope, place.code, leaver.id, 'handed-over', { to, ...handed })
  await writer(parts)(scope, next.email, (mails) => mails.handedOver(scope, place.name, from, handed))
}

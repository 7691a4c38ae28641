import { fail } from '#contract/errors.ts'
import type { FollowUpWithTrail, followUpRoutes } from '#contract/follow-up.ts'
import type { RequestOf } from '#contract/route.ts'
import { dayInWords, todayAtLaboratory } from '#domain/dates/dates.ts'
import { OUTCOME_WORDS } from '#domain/follow-up/words.ts'
import type { Connection } from '#server/database/connection/connect.ts'
import {
  type Authority,
  audit,
  nameOf,
  type Scope,
  widenAuthority,
  withScope,
} from '#server/database/scope.ts'
import { addEvent, colleaguesWith, isOfInstitution } from '#server/features/orders/public.ts'
import { institutionName } from './escalation-store.ts'
import { followUpWithTrail, readOwnNotices } from './list-store.ts'
import { type FollowUpMailDeps, followUpMails, sendFollowUpMail } from './mails.ts'
import { presentWithTrail } from './present.ts'
import { assignFollowUp, closeFollowUp, lockFollowUp, type StoredFollowUp } from './store.ts'

export interface FollowUpDeps extends FollowUpMailDeps {
  connection: Connection
  now: () => Date
}

type Input<Name extends keyof typeof followUpRoutes> = RequestOf<(typeof followUpRoutes)[Name]>

/** The laboratory's Support sees follow-ups and closes none: that is the clinic's statement. */
function refuseSupport(scope: Scope, hospital: string): void {
  if (!isOfInstitution(scope, hospital))
    fail('forbidden', { detail: 'Only users of the institution can do this.' })
}

async function lockedOf(scope: Scope, hospital: string, id: number): Promise<StoredFollowUp> {
  const found = await lockFollowUp(scope.db, id)
  return found?.institution_code === hospital ? found : fail('not-found')
}

function refuseClosed({ closed_at, closed_by_name, outcome }: StoredFollowUp): void {
  if (closed_at === null) return
  const how = outcome === null ? '' : ` (${OUTCOME_WORDS[outcome].toLowerCase()})`
  const day = dayInWords(todayAtLaboratory(closed_at))
  fail('wrong-state', { detail: `${closed_by_name} closed this on ${day}${how}.` })
}

async function reply(scope: Scope, hospital: string, id: number, now: Date): Promise<FollowUpWithTrail> {
  const found = (await followUpWithTrail(scope, hospital, id)) ?? fail('not-found')
  return presentWithTrail(found.row, found.events, scope.actor.id, todayAtLaboratory(now))
}

/** A follow-up that was read and not changed, as by a request that was repeated. */
async function view(scope: Scope, { id, order_id, institution_code }: StoredFollowUp, now: Date) {
  await audit(scope, 'follow-up.view', { kind: 'order', id: order_id, institution: institution_code })
  return reply(scope, institution_code, id, now)
}

/**
 * Acknowledges a report: only its owner can, only of the version that they have seen, and once. A repeated request
 * changes nothing.
 */
export function acknowledgeReport({ connection, now }: FollowUpDeps) {
  return (authority: Authority, { params: { h, id }, body }: Input<'acknowledge'>) =>
    withScope(connection, authority, async (scope) => {
      const { revision, outcome, statement } = body
      const by = { id: scope.actor.id, name: nameOf(scope.actor) }
      const locked = await lockedOf(scope, h, id)
      refuseSupport(scope, h)
      const isRepeated =
        locked.closed_by === by.id && locked.outcome === outcome && locked.statement === statement
      if (isRepeated) return view(scope, locked, now())
      if (locked.kind !== 'report')
        fail('wrong-state', { detail: 'This is not closed by an acknowledgement.' })
      refuseClosed(locked)
      if (locked.owner_id !== by.id)
        fail('wrong-state', {
          detail: `${locked.owner_name || 'Nobody'} owns this. Take it over first, then acknowledge it.`,
        })
      if (locked.revision !== revision) fail('follow-up-changed')
      await closeFollowUp(scope.db, locked, { by, outcome, statement })
      await readOwnNotices(scope, locked)
      const order = { id: locked.order_id, institution: h }
      await addEvent(scope, order, 'follow-up-acknowledged', OUTCOME_WORDS[outcome])
      await audit(scope, 'follow-up.acknowledge', { kind: 'order', ...order }, { followUp: id, outcome })
      return reply(scope, h, id, now())
    })
}

/** The authority with the institution's parent, whose users see its orders too. */
function withParent(authority: Authority, hospital: string): Authority {
  const parent = authority.actor.memberships.find(({ code }) => code === hospital)?.parentCode
  return parent ? widenAuthority(authority, [parent]) : authority
}

/** The users who can see an institution's orders. */
export function listColleagues({ connection }: FollowUpDeps) {
  return (authority: Authority, { params: { h } }: Input<'colleagues'>) =>
    withScope(connection, withParent(authority, h), async (scope) => {
      const all = await colleaguesWith(scope, h, 'ViewOrder')
      return all.map(({ id, name }) => ({ id, name }))
    })
}

/** Takes a follow-up over, or hands it to a colleague, who is told by mail. */
export function assignOwner(deps: FollowUpDeps) {
  return (authority: Authority, { params: { h, id }, body: { ownerId, note } }: Input<'assign'>) =>
    withScope(deps.connection, withParent(authority, h), async (scope) => {
      const locked = await lockedOf(scope, h, id)
      refuseSupport(scope, h)
      refuseClosed(locked)
      const owner = (await colleaguesWith(scope, h, 'ViewOrder')).find((one) => one.id === ownerId)
      if (!owner)
        fail('invalid-fields', {
          errors: [
            {
              path: '/ownerId',
              rule: 'able',
              message: 'Choose an active user of the institution who can see its orders.',
            },
          ],
        })
      if (locked.owner_id === owner.id) return view(scope, locked, deps.now())
      const by = { id: scope.actor.id, name: nameOf(scope.actor) }
      const isOwn = owner.id === by.id
      const kind = isOwn ? 'taken-over' : 'assigned'
      const today = todayAtLaboratory(deps.now())
      const event = await assignFollowUp(scope.db, locked, owner, { kind, by, words: note, today })
      const order = { id: locked.order_id, institution: h }
      await addEvent(scope, order, 'follow-up-assigned', `to ${owner.name}`)
      await audit(scope, 'follow-up.assign', { kind: 'order', ...order }, { followUp: id, to: owner.name })
      if (!isOwn)
        await sendFollowUpMail(deps, scope.db, {
          ...{ key: `follow-up-assigned-${event}`, to: owner.email, orderIds: [order.id] },
          institution: { code: h, name: await institutionName(scope.db, h) },
          content: followUpMails.handed(order.id, by.name),
        })
      return reply(scope, h, id, deps.now())
    })
}

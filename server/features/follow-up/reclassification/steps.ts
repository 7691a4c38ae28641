import { createHash } from 'node:crypto'
import { type SqlBool, sql } from 'kysely'
import { fail } from '#contract/errors.ts'
import type { ReclassificationView, reclassificationRoutes } from '#contract/reclassification.ts'
import type { RequestOf } from '#contract/route.ts'
import { nextDue, progressOf, type RecordedStep, stepFault } from '#domain/follow-up/reclassification.ts'
import { STEP_WORDS, WAY_WORDS } from '#domain/follow-up/words.ts'
import { hasPermission, permissionsOf } from '#domain/permissions/permissions.ts'
import type { Connection } from '#server/database/connection/connect.ts'
import { type Authority, audit, nameOf, type Scope, withScope } from '#server/database/scope.ts'
import { addEvent, isOfInstitution } from '#server/features/orders/public.ts'
import { addFollowUpEvent, closeFollowUp, lockFollowUp, type StoredFollowUp, setDueDay } from '../store.ts'
import { type OpenedReclassification, openReclassification, presentReclassification } from './view.ts'

export interface ReclassificationDeps {
  connection: Connection
  now: () => Date
}

export type Input<Name extends keyof typeof reclassificationRoutes> = RequestOf<
  (typeof reclassificationRoutes)[Name]
>

/** Where a request is about a reclassification. */
interface Address {
  h: string
  id: number
}

/**
 * One that is open, locked, as the user has seen it. Only users of the institution act on it: Support sees it.
 */
export async function lockedReclassification(
  scope: Scope,
  { h, id }: Address,
  revision: number,
): Promise<{ locked: StoredFollowUp; opened: OpenedReclassification }> {
  const locked = await lockFollowUp(scope.db, id)
  if (locked?.institution_code !== h || locked.kind !== 'reclassification') fail('not-found')
  if (!isOfInstitution(scope, h)) fail('forbidden', { detail: 'Only users of the institution can do this.' })
  if (locked.closed_at !== null) fail('wrong-state', { detail: `${locked.closed_by_name} closed this.` })
  if (locked.revision !== revision) fail('follow-up-changed')
  return { locked, opened: await openReclassification(scope, h, id) }
}

/** What a statement's event keeps to know it again; {} if its request has no name. */
export const sentAs = (body: { requestKey?: string | undefined }): { sent?: string } =>
  body.requestKey === undefined
    ? {}
    : { sent: createHash('sha256').update(JSON.stringify(body)).digest('hex') }

/**
 * Whether the user's very statement was recorded before: a second click, or a request that was repeated because its
 * answer was lost. Of two at the same time one waits here for the other.
 */
export async function isRecorded(
  { db, actor }: Scope,
  { h, id }: Address,
  { sent }: { sent?: string },
): Promise<boolean> {
  if (sent === undefined) return false
  await lockFollowUp(db, id)
  const found = await db
    .selectFrom('follow_up_event')
    .select('id')
    .where('institution_code', '=', h)
    .where('follow_up_id', '=', id)
    .where('by_id', '=', actor.id)
    .where(sql<SqlBool>`detail ->> 'sent' = ${sent}`)
    .executeTakeFirst()
  return found !== undefined
}

/** Whether the user may contact a patient who does not want it: who may sign orders may. */
function maySign({ actor }: Authority, hospital: string): boolean {
  const membership = actor.memberships.find(({ code }) => code === hospital)
  return hasPermission(permissionsOf(membership?.roles ?? []), 'SubmitOrder')
}

export function refuseStep(
  authority: Authority,
  hospital: string,
  { progress, rules, wish }: OpenedReclassification,
  step: Parameters<typeof stepFault>[0],
): void {
  const fault = stepFault(step, { progress, rules, wish, maySign: maySign(authority, hospital) })
  if (fault) fail('invalid-fields', { errors: [fault] })
}

export async function present(scope: Scope, { h, id }: Address, now: Date): Promise<ReclassificationView> {
  return presentReclassification(scope, await openReclassification(scope, h, id), now)
}

/** A reclassification that was read and not changed, as by a request that was repeated. */
export async function view(scope: Scope, { h, id }: Address, now: Date): Promise<ReclassificationView> {
  const opened = await openReclassification(scope, h, id)
  await audit(scope, 'follow-up.view', { kind: 'order', id: opened.row.order_id, institution: h })
  return presentReclassification(scope, opened, now)
}

/** Records a step, and when the next one is due. */
export function recordStep({ connection, now }: ReclassificationDeps) {
  return (authority: Authority, { params, body }: Input<'step'>) =>
    withScope(connection, authority, async (scope) => {
      const sent = sentAs(body)
      if (await isRecorded(scope, params, sent)) return view(scope, params, now())
      const { locked, opened } = await lockedReclassification(scope, params, body.revision)
      const { step, way, relation, words, against } = body
      const relative =
        step === 'relative-listed' ? `r${opened.progress.relatives.length + 1}` : (body.relative ?? undefined)
      const recorded: RecordedStep = {
        step,
        ...(relative === undefined ? {} : { relative }),
        ...(step === 'relative-listed' ? { relation } : {}),
      }
      refuseStep(authority, params.h, opened, { ...recorded, against })
      const by = { id: scope.actor.id, name: nameOf(scope.actor) }
      const detail = {
        ...{ ...recorded, ...sent, report: opened.detail.to },
        ...(way ? { way } : {}),
        ...(against === '' ? {} : { against }),
      }
      await addFollowUpEvent(scope.db, locked, { kind: 'step', by, words, detail })
      const isOrdererTold = progressOf([], [recorded]).isOrdererTold || opened.progress.isOrdererTold
      await setDueDay(scope.db, locked, nextDue({ isOrdererTold }, opened.detail))
      const order = { id: locked.order_id, institution: params.h }
      const done = [STEP_WORDS[step], ...(way ? [WAY_WORDS[way]] : [])].join(', ')
      await addEvent(scope, order, 'reclassification-step', done)
      await audit(scope, 'follow-up.step', { kind: 'order', ...order }, { followUp: locked.id, step })
      return present(scope, params, now())
    })
}

/** Closes it by its owner’s statement. Steps that remain need one that says why. */
export function closeReclassification({ connection, now }: ReclassificationDeps) {
  return (authority: Authority, { params, body }: Input<'close'>) =>
    withScope(connection, authority, async (scope) => {
      const { locked, opened } = await lockedReclassification(scope, params, body.revision)
      if (locked.owner_id !== scope.actor.id)
        fail('wrong-state', {
          detail: `${locked.owner_name || 'Nobody'} owns this. Take it over first, then close it.`,
        })
      if (opened.progress.remaining.length > 0 && !body.isIncomplete)
        fail('wrong-state', {
          detail:
            'Some steps are not done. Do them, or confirm that your statement says why they are not needed.',
        })
      const by = { id: scope.actor.id, name: nameOf(scope.actor) }
      await closeFollowUp(scope.db, locked, { by, outcome: 'done', statement: body.statement })
      const order = { id: locked.order_id, institution: params.h }
      await addEvent(scope, order, 'reclassification-step', 'Closed')
      await audit(scope, 'follow-up.close', { kind: 'order', ...order }, { followUp: locked.id })
      return present(scope, params, now())
    })
}

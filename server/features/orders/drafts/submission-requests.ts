import { type FieldError, fail } from '#contract/errors.ts'
import type { PermissionName } from '#domain/permissions/permissions.ts'
import { hasPermission, permissionsOf } from '#domain/permissions/permissions.ts'
import { inMail } from '#domain/text/in-mail.ts'
import { type Authority, audit, nameOf, type Scope } from '#server/database/scope.ts'
import { assertAllowed, loadOrderReply, lockOrder, viewOrder } from '../locked-order.ts'
import { type Input, inScopeWithParent, type OrderDeps, type OrderRef } from '../order-deps.ts'
import * as store from '../store.ts'
import { type Colleague, colleaguesWith, recipientsWith } from './colleagues.ts'

export function listSubmitters(deps: OrderDeps) {
  return (authority: Authority, { params: { hospital } }: Input<'submitters'>) =>
    inScopeWithParent(deps, authority, hospital, async (scope) => {
      const all = await colleaguesWith(scope, hospital, 'SubmitOrder')
      return all.map(({ id, name, suffix, npi }) => ({ id, name, suffix, npi }))
    })
}

export function listColleagues(deps: OrderDeps) {
  return (authority: Authority, { params: { hospital } }: Input<'colleagues'>) =>
    inScopeWithParent(deps, authority, hospital, async (scope) => {
      const all = await colleaguesWith(scope, hospital, 'CreateOrder')
      return all.map(({ id, name }) => ({ id, name }))
    })
}

async function colleague(
  scope: Scope,
  hospital: string,
  id: number,
  permission: PermissionName,
): Promise<Colleague> {
  const found = (await colleaguesWith(scope, hospital, permission)).find((one) => one.id === id)
  const errors: FieldError[] = [
    {
      path: '/physicianId',
      rule: 'able',
      message: `Choose an active user of the institution who may ${permission === 'SubmitOrder' ? 'submit' : 'prepare'} orders.`,
    },
  ]
  return found ?? fail('invalid-fields', { errors })
}

export type DraftMailDeps = Pick<OrderDeps, 'sendMail' | 'portalOrigin' | 'laboratoryName'>

/** A mail about a draft: contains its number and users' names, and neither patient, test nor note. */
export async function sendDraftMail(
  { sendMail, portalOrigin, laboratoryName }: DraftMailDeps,
  scope: Scope,
  { to, id, subject, message }: { to: string; id: number; subject: string; message: string },
) {
  if (to === '') return
  await sendMail(scope.db, {
    to,
    subject: `Order ${id}: ${subject}`,
    text: [
      message,
      `Open it in the ${laboratoryName} ordering portal:\n${portalOrigin}/create?draft=${id}\n`,
    ].join('\n\n'),
  })
}

const byActor = ({ actor }: Scope, message: string) => `${inMail(nameOf(actor))} ${message}`

/** Writes an event to the draft's timeline and to the audit trail. */
export async function recordEvent(
  scope: Scope,
  { hospital, id }: OrderRef,
  kind: 'submission-asked' | 'sent-back' | 'handed-over',
  words: string,
  about: object,
) {
  await store.addEvent(scope, { id, institution: hospital }, kind, words)
  await audit(scope, `order.${kind}`, { kind: 'order', id, institution: hospital }, about)
}

/** Asks a user to submit the draft, in place of an earlier request. */
export function requestSubmission(deps: OrderDeps) {
  return (authority: Authority, { params, body }: Input<'askToSubmit'>) =>
    inScopeWithParent(deps, authority, params.hospital, async (scope) => {
      const row = await lockOrder(scope, params)
      assertAllowed('askToSubmit', row)
      const submitter = await colleague(scope, params.hospital, body.physicianId, 'SubmitOrder')
      // The same request again, as when it is retried.
      if (row.asked_submitter_id === submitter.id && row.asked_note === body.note)
        return viewOrder(scope, params)
      await store.change(scope, row.id, {
        asked_submitter_id: submitter.id,
        asked_submitter_name: submitter.name,
        asked_by_id: scope.actor.id,
        asked_by_name: nameOf(scope.actor),
        asked_at: deps.now(),
        asked_note: body.note,
        ...store.NOT_SENT_BACK,
        last_submitter_id: submitter.id,
      })
      const words = [submitter.name, body.note].filter(Boolean).join(': ')
      await recordEvent(scope, params, 'submission-asked', words, { physicianId: submitter.id })
      await sendDraftMail(deps, scope, {
        ...{ to: submitter.email, id: row.id, subject: 'ready for you to submit' },
        message: byActor(scope, `asks you to review order ${row.id} and submit it, or return it.`),
      })
      return loadOrderReply(scope, params)
    })
}

/**
 * Who goes on with a draft that nobody is asked to submit any more: the user who asked, else whoever is responsible for
 * it; null if neither works there any more.
 */
export async function whoGoesOn(
  scope: Scope,
  row: Pick<
    store.StoredOrder,
    'institution_code' | 'asked_by_id' | 'asked_by_name' | 'responsible_id' | 'responsible_name'
  >,
): Promise<{ id: number; name: string; email: string } | null> {
  const { asked_by_id, asked_by_name, responsible_id, responsible_name } = row
  const responsible = { id: responsible_id, name: responsible_name }
  const asked = asked_by_id === null ? [] : [{ id: asked_by_id, name: asked_by_name ?? '' }]
  for (const one of [...asked, responsible]) {
    const [here] = await recipientsWith(scope, row.institution_code, 'CreateOrder', one.id)
    if (here) return { ...one, email: here.email }
  }
  return null
}

/** For the user who was asked, or another who may submit. */
export function sendBack(deps: OrderDeps) {
  return (authority: Authority, { params, body: { note } }: Input<'sendBack'>) =>
    inScopeWithParent(deps, authority, params.hospital, async (scope) => {
      const row = await lockOrder(scope, params)
      assertAllowed('sendBack', row)
      const { actor } = scope
      const roles = actor.memberships.find((at) => at.code === params.hospital)?.roles ?? []
      if (row.asked_submitter_id !== actor.id && !hasPermission(permissionsOf(roles), 'SubmitOrder'))
        fail('forbidden')
      await store.change(scope, row.id, {
        ...store.WITHOUT_SUBMITTER_REQUEST,
        ...{ sent_back_note: note, sent_back_at: deps.now(), sent_back_by: nameOf(actor) },
      })
      const to = await whoGoesOn(scope, row)
      const words = [to?.name, note].filter(Boolean).join(': ')
      await recordEvent(scope, params, 'sent-back', words, { to: to?.id ?? null })
      if (to)
        await sendDraftMail(deps, scope, {
          ...{ to: to.email, id: row.id, subject: 'returned to you' },
          message: byActor(
            scope,
            `returned order ${row.id} to you: it needs changes before it can be submitted.`,
          ),
        })
      return loadOrderReply(scope, params)
    })
}

export function handOver(deps: OrderDeps) {
  return (authority: Authority, { params, body }: Input<'handOver'>) =>
    inScopeWithParent(deps, authority, params.hospital, async (scope) => {
      const row = await lockOrder(scope, params)
      assertAllowed('handOver', row)
      const next = await colleague(scope, params.hospital, body.physicianId, 'CreateOrder')
      if (row.responsible_id === next.id) return viewOrder(scope, params)
      await store.change(scope, row.id, { responsible_id: next.id, responsible_name: next.name })
      const words = `from ${row.responsible_name} to ${next.name}`
      await recordEvent(scope, params, 'handed-over', words, { from: row.responsible_id, to: next.id })
      await sendDraftMail(deps, scope, {
        ...{ to: next.email, id: row.id, subject: 'handed over to you' },
        message: byActor(scope, `handed order ${row.id} over to you to complete.`),
      })
      return loadOrderReply(scope, params)
    })
}

import { type FieldError, fail } from '#contract/errors.ts'
import type { PermissionName } from '#domain/permissions/permissions.ts'
import { holds, permissionsOf } from '#domain/permissions/permissions.ts'
import { inMail } from '#domain/text/in-mail.ts'
import { type Authority, audit, nameOf, type Scope } from '#server/database/scope.ts'
import { addressOf, type Colleague, colleaguesWith } from './colleagues.ts'
import { hold, must, whole } from './hold.ts'
import { aroundPlace, type Input, type OrdersParts, type Place } from './orders-parts.ts'
import * as store from './store.ts'

export function listSubmitters(parts: OrdersParts) {
  return (authority: Authority, { params: { hospital } }: Input<'submitters'>) =>
    aroundPlace(parts, authority, hospital, async (scope) => {
      const all = await colleaguesWith(scope, hospital, 'SubmitOrder')
      return all.map(({ id, name, npi }) => ({ id, name, npi }))
    })
}

export function listColleagues(parts: OrdersParts) {
  return (authority: Authority, { params: { hospital } }: Input<'colleagues'>) =>
    aroundPlace(parts, authority, hospital, async (scope) => {
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
      message: `Choose an active user of the institution who ${permission === 'SubmitOrder' ? 'submits' : 'prepares'} orders.`,
    },
  ]
  return found ?? fail('invalid-fields', { errors })
}

/** A mail about a draft: its number and who wrote, and nothing of the patient, the test, or what is noted. */
async function tell(
  { sendMail, portalOrigin, laboratoryName }: OrdersParts,
  scope: Scope,
  { to, id, subject, says }: { to: string; id: number; subject: string; says: string },
) {
  if (to === '') return
  await sendMail(scope.db, {
    to,
    subject: `Order ${id}: ${subject}`,
    text: [
      `${inMail(nameOf(scope.actor))} ${says}`,
      `Open it in the ordering portal of ${laboratoryName}:\n${portalOrigin}/create?draft=${id}\n`,
    ].join('\n\n'),
  })
}

/** Writes what has happened to a draft into its history and the audit trail. */
async function noteDown(
  scope: Scope,
  { hospital, id }: Place,
  kind: 'submission-asked' | 'sent-back' | 'handed-over',
  words: string,
  about: object,
) {
  await store.addEvent(scope, { id, institution: hospital }, kind, words)
  await audit(scope, `order.${kind}`, { kind: 'order', id, institution: hospital }, about)
}

/** Asks somebody who may submit; another who is asked stands in for the one before. */
export function askToSubmit(parts: OrdersParts) {
  return (authority: Authority, { params, body }: Input<'askToSubmit'>) =>
    aroundPlace(parts, authority, params.hospital, async (scope) => {
      const row = await hold(scope, params)
      must('askToSubmit', row)
      const asked = await colleague(scope, params.hospital, body.physicianId, 'SubmitOrder')
      // The same question again, as a retried request asks it.
      if (row.asked_submitter_id === asked.id && row.asked_note === body.note) return whole(scope, params)
      await store.change(scope, row.id, {
        asked_submitter_id: asked.id,
        asked_submitter_name: asked.name,
        asked_by_id: scope.actor.id,
        asked_by_name: nameOf(scope.actor),
        asked_at: parts.now(),
        asked_note: body.note,
        ...store.NOT_SENT_BACK,
        last_submitter_id: asked.id,
      })
      const words = [asked.name, body.note].filter(Boolean).join(': ')
      await noteDown(scope, params, 'submission-asked', words, { physicianId: asked.id })
      await tell(parts, scope, {
        ...{ to: asked.email, id: row.id, subject: 'you are asked to submit it' },
        says: `asks you to check order ${row.id} and to submit it, or to send it back.`,
      })
      return whole(scope, params)
    })
}

/** By the one who is asked, or somebody else who may submit. */
export function sendBack(parts: OrdersParts) {
  return (authority: Authority, { params, body: { note } }: Input<'sendBack'>) =>
    aroundPlace(parts, authority, params.hospital, async (scope) => {
      const row = await hold(scope, params)
      must('sendBack', row)
      const { actor } = scope
      const roles = actor.memberships.find((at) => at.code === params.hospital)?.roles ?? []
      if (row.asked_submitter_id !== actor.id && !holds(permissionsOf(roles), 'SubmitOrder'))
        fail('forbidden')
      await store.change(scope, row.id, {
        ...store.NOT_ASKED,
        ...{ sent_back_note: note, sent_back_at: parts.now(), sent_back_by: nameOf(actor) },
      })
      const [to, name] = [row.asked_by_id ?? row.responsible_id, row.asked_by_name ?? row.responsible_name]
      const words = [name, note].filter(Boolean).join(': ')
      await noteDown(scope, params, 'sent-back', words, { to })
      await tell(parts, scope, {
        ...{ to: await addressOf(scope, to), id: row.id, subject: 'it was sent back' },
        says: `has sent order ${row.id} back to you: something is to be changed before it is submitted.`,
      })
      return whole(scope, params)
    })
}

export function handOver(parts: OrdersParts) {
  return (authority: Authority, { params, body }: Input<'handOver'>) =>
    aroundPlace(parts, authority, params.hospital, async (scope) => {
      const row = await hold(scope, params)
      must('handOver', row)
      const next = await colleague(scope, params.hospital, body.physicianId, 'CreateOrder')
      if (row.responsible_id === next.id) return whole(scope, params)
      await store.change(scope, row.id, { responsible_id: next.id, responsible_name: next.name })
      const words = `from ${row.responsible_name} to ${next.name}`
      await noteDown(scope, params, 'handed-over', words, { from: row.responsible_id, to: next.id })
      await tell(parts, scope, {
        ...{ to: next.email, id: row.id, subject: 'it was handed over to you' },
        says: `has handed order ${row.id} over to you, to go on with it.`,
      })
      return whole(scope, params)
    })
}

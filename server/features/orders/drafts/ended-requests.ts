import { inMail } from '#domain/text/in-mail.ts'
import { nameOf, type Scope } from '#server/database/scope.ts'
import * as store from '../store.ts'
import { recipientsWith } from './colleagues.ts'
import { type DraftMailDeps, recordEvent, sendDraftMail, whoGoesOn } from './submission-requests.ts'

/**
 * Returns the drafts that a user was asked to submit at these institutions, wherever they can no longer submit: nobody
 * else would look for them.
 */
export async function returnRequests(
  deps: DraftMailDeps & { now(): Date },
  scope: Scope,
  institutions: readonly string[],
  submitter: { id: number; name: string },
): Promise<void> {
  const drafts = await scope.db
    .selectFrom('orders')
    .selectAll()
    .where('state', '=', 'draft')
    .where('asked_submitter_id', '=', submitter.id)
    .where('institution_code', 'in', [...institutions])
    .orderBy('id')
    .forUpdate()
    .execute()
  const maySubmit = new Map<string, boolean>()
  for (const code of new Set(drafts.map(({ institution_code }) => institution_code)))
    maySubmit.set(code, (await recipientsWith(scope, code, 'SubmitOrder', submitter.id)).length > 0)
  for (const row of drafts) {
    if (maySubmit.get(row.institution_code)) continue
    const note = `${submitter.name} can no longer submit orders here. Ask a colleague who can.`
    await store.change(scope, row.id, {
      ...store.WITHOUT_SUBMITTER_REQUEST,
      ...{ sent_back_note: note, sent_back_at: deps.now(), sent_back_by: nameOf(scope.actor) },
    })
    const to = await whoGoesOn(scope, row)
    const words = [to?.name, note].filter(Boolean).join(': ')
    await recordEvent(scope, { hospital: row.institution_code, id: row.id }, 'sent-back', words, {
      to: to?.id ?? null,
    })
    if (to)
      await sendDraftMail(deps, scope, {
        ...{ to: to.email, id: row.id, subject: 'ask somebody else to submit it' },
        message: `${inMail(submitter.name)}, who was asked to submit order ${row.id}, can no longer do so. Ask a colleague who can.`,
      })
  }
}

import { isDeepStrictEqual } from 'node:util'
import { type Selectable, sql } from 'kysely'
import { fail } from '#contract/errors.ts'
import type { followingRoutes } from '#contract/following.ts'
import type { RequestOf } from '#contract/route.ts'
import { dayInWords, todayAtLaboratory } from '#domain/dates/dates.ts'
import { ANSWER_TOO_LARGE, MOST_ANSWER_BYTES } from '#domain/documents/upload-rules.ts'
import { isAwaitingAnswer } from '#domain/orders/obstacles.ts'
import type { Connection } from '#server/database/connection/connect.ts'
import type { Tables } from '#server/database/schema/tables.ts'
import { type Authority, audit, nameOf, type Scope, withScope } from '#server/database/scope.ts'
import {
  addEvent,
  assertAllowed,
  loadOrderReply,
  lockOrder,
  type OrderDeps,
  type StoredOrder,
  viewOrder,
} from '#server/features/orders/public.ts'

type Input = RequestOf<(typeof followingRoutes)['answer']>
type Hold = Selectable<Tables['order_hold']>

/** How much of an answer the timeline shows; the hold shows all of it. */
const MOST_IN_EVENT = 200
const shortened = (text: string) =>
  text.length > MOST_IN_EVENT ? `${text.slice(0, MOST_IN_EVENT).trimEnd()}…` : text

function findHold({ db }: Scope, order: number, id: number) {
  return db
    .selectFrom('order_hold')
    .selectAll()
    .where('order_id', '=', order)
    .where('id', '=', id)
    .executeTakeFirst()
}

/**
 * The order's documents, each once, in the order given; a problem if one does not belong to it, or if they
 * are too large together.
 */
async function documentsOf({ db }: Scope, order: number, ids: readonly number[]) {
  const found = await db
    .selectFrom('document')
    .select(['id', 'file_key', 'filename', 'media_type', 'bytes'])
    .where('order_id', '=', order)
    .where('id', 'in', [...ids, 0])
    .where('removed_at', 'is', null)
    .execute()
  const errors = ids.flatMap((id, index) =>
    found.some((document) => document.id === id)
      ? []
      : [
          {
            path: `/documents/${index}`,
            rule: 'known',
            message: 'This document does not belong to the order.',
          },
        ],
  )
  if (errors.length > 0) fail('invalid-fields', { errors })
  // Checked before any is read, as the message includes them all.
  if (found.reduce((bytes, one) => bytes + one.bytes, 0) > MOST_ANSWER_BYTES)
    fail('invalid-fields', {
      errors: [{ path: '/documents', rule: 'too-large', message: ANSWER_TOO_LARGE }],
    })
  return [...new Set(ids)].flatMap((id) => found.filter((document) => document.id === id))
}

/** Whether the actor gave the same answer before: a repeated request changes nothing. */
function isSameAnswer(scope: Scope, hold: Hold, body: Input['body']): boolean {
  return (
    hold.answered_by_name === nameOf(scope.actor) &&
    hold.answer === body.text &&
    isDeepStrictEqual(hold.answer_documents, body.documents)
  )
}

function refuseIfDone(
  { hold_key: key, answered_at, answered_by_name, held_at, released_at }: Hold,
  { state, reported_at, has_pending_test }: Pick<StoredOrder, 'state' | 'reported_at' | 'has_pending_test'>,
): void {
  if (answered_at !== null)
    fail('wrong-state', {
      detail: `${answered_by_name} answered this on ${dayInWords(todayAtLaboratory(answered_at))}.`,
    })
  const instant = (at: Date | null) => at?.toISOString() ?? null
  const request = { key, heldAt: held_at.toISOString(), releasedAt: instant(released_at) }
  const order = { state, reportedAt: instant(reported_at), hasPendingTest: has_pending_test }
  if (!isAwaitingAnswer(request, order))
    fail('wrong-state', {
      detail: 'The laboratory has since resumed the order and no longer needs an answer.',
    })
}

/** Answers a hold, and sends the answer to the laboratory; the first answer counts. */
export function answerHold({
  connection,
  changeAtLaboratory,
}: { connection: Connection } & Pick<OrderDeps, 'changeAtLaboratory'>) {
  return (authority: Authority, { params: { hospital, id, holdId }, body }: Input) =>
    withScope(connection, authority, async (scope) => {
      const row = await lockOrder(scope, { hospital, id })
      const hold = (await findHold(scope, id, holdId)) ?? fail('not-found')
      if (isSameAnswer(scope, hold, body)) return viewOrder(scope, { hospital, id })
      assertAllowed('answerHold', row)
      refuseIfDone(hold, row)
      const documents = await documentsOf(scope, id, body.documents)
      await scope.db
        .updateTable('order_hold')
        .set({
          ...{ answer: body.text, answer_documents: body.documents, answered_at: sql`now()` },
          answered_by_name: nameOf(scope.actor),
        })
        .where('id', '=', holdId)
        .execute()
      const order = { id, institution: hospital }
      const names = documents.map(({ filename }) => filename).join(', ')
      await addEvent(scope, order, 'hold-answered', shortened(body.text) || names)
      await changeAtLaboratory(scope, order, {
        answer: {
          hold: { kind: hold.kind, key: hold.hold_key },
          text: body.text,
          documents: documents.map(({ file_key, filename, media_type }) => ({
            ...{ fileKey: file_key, filename, mediaType: media_type },
          })),
        },
      })
      const answered = { hold: holdId, documents: body.documents }
      await audit(scope, 'hold.answer', { kind: 'order', ...order }, answered)
      return loadOrderReply(scope, { hospital, id })
    })
}

import { sql } from 'kysely'
import { fail } from '#contract/errors.ts'
import { type Authority, audit, nameOf, type Scope } from '#server/database/scope.ts'
import { assertAllowed, lockOrder } from '../locked-order.ts'
import { type Input, inScope, type OrderDeps } from '../order-deps.ts'
import { addEvent } from '../store.ts'

/** The institution of an order given by number only, if it is in the actor's scope. */
async function orderOf(scope: Scope, id: number) {
  const found = await scope.db
    .selectFrom('orders')
    .select('institution_code')
    .where('id', '=', id)
    .executeTakeFirst()
  return found ? { hospital: found.institution_code, id } : fail('not-found')
}

/** Stores a person's feedback on an order; true for their first. */
async function saveFeedback(
  scope: Scope,
  order: { id: number; institution: string },
  { rating, text }: { rating: number; text: string },
): Promise<boolean> {
  const { first } = await scope.db
    .insertInto('order_feedback')
    .values({
      ...{ order_id: order.id, institution_code: order.institution, physician_id: scope.actor.id },
      ...{ rating, text, given_by_name: nameOf(scope.actor) },
    })
    .onConflict((conflict) =>
      conflict.columns(['order_id', 'physician_id']).doUpdateSet({ rating, text, given_at: sql`now()` }),
    )
    // An updated row has an xmax, a new one has not.
    .returning(sql<boolean>`xmax = 0`.as('first'))
    .executeTakeFirstOrThrow()
  return first
}

/** A person's feedback on an order: the last one counts (specification §7, API-36). */
export function giveFeedback(deps: Pick<OrderDeps, 'connection'>) {
  return (authority: Authority, { params, body }: Input<'feedback'>): Promise<void> =>
    inScope(deps, authority, async (scope) => {
      const row = await lockOrder(scope, await orderOf(scope, params.id))
      assertAllowed('giveFeedback', row)
      const order = { id: row.id, institution: row.institution_code }
      if (await saveFeedback(scope, order, body)) await addEvent(scope, order, 'feedback-given')
      await audit(scope, 'order.feedback', { kind: 'order', ...order }, { rating: body.rating })
    })
}

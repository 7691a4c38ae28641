import { sql } from 'kysely'
import { fail } from '#contract/errors.ts'
import type { Connection } from '#server/database/connection/connect.ts'
import { type Authority, audit, nameOf, withScope } from '#server/database/scope.ts'
import { findOrder } from '#server/features/orders/public.ts'

/** Lets the reports of an order go to the hospitals that wait for the clinic. */
export async function release(
  connection: Connection,
  authority: Authority,
  { hospital, id }: { hospital: string; id: number },
): Promise<undefined> {
  await withScope(connection, authority, async (scope) => {
    if (!(await findOrder(scope, hospital, id))) fail('not-found')
    const released = await scope.db
      .updateTable('ehr_message_out')
      .set({ held_until: sql<Date>`now()`, released_by_name: nameOf(scope.actor) })
      .where('order_id', '=', id)
      .where('outcome', 'is', null)
      .where('held_until', '>', sql<Date>`now()`)
      .returning('id')
      .execute()
    if (released.length === 0) fail('wrong-state', { detail: 'Nothing of this order waits to be released.' })
    const entity = { kind: 'order', id, institution: hospital }
    await audit(scope, 'ehr.release', entity, { messages: released.map((one) => one.id) })
  })
}

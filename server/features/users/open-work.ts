import { type SqlBool, sql } from 'kysely'
import { nameOf, type Scope } from '#server/database/scope.ts'
import type { InstitutionNode } from './store.ts'

/**
 * Orders open in a user's name that they can access through the institution only: its own, and those of
 * children where they are not active users themselves.
 */
const openWith = ({ code, children }: InstitutionNode, id: number) => sql<SqlBool>`responsible_id = ${id}
  and state not in ('reported', 'cancelled') and institution_code = any (${[code, ...children]})
  and (institution_code = ${code} or not exists (select from membership own
    where own.physician_id = ${id} and own.institution_code = orders.institution_code and own.status = 'Active'))`

/** How much open work in a user's name must be continued by somebody else once they leave the institution. */
export async function openWork(scope: Scope, institution: InstitutionNode, id: number) {
  return scope.db
    .selectFrom('orders')
    .where(openWith(institution, id))
    .select((eb) => eb.fn.countAll<number>().filterWhere('state', '=', 'draft').as('drafts'))
    .select((eb) => eb.fn.countAll<number>().filterWhere('state', '<>', 'draft').as('orders'))
    .executeTakeFirstOrThrow()
}

/**
 * Makes `to` responsible for everything that `openWork` counts for `from`, with an entry in each order's
 * timeline.
 */
export async function handOver(
  scope: Scope,
  institution: InstitutionNode,
  from: { id: number; name: string },
  to: { id: number; name: string },
) {
  const handed = await scope.db
    .updateTable('orders')
    .set({ responsible_id: to.id, responsible_name: to.name })
    .where(openWith(institution, from.id))
    .returning(['id', 'state', 'institution_code'])
    .execute()
  const events = await sql<{
    id: number
  }>`insert into order_event (order_id, institution_code, kind, actor, actor_id, detail)
    select id, code, 'handed-over', ${nameOf(scope.actor)}, ${scope.actor.id}, ${`from ${from.name} to ${to.name}`}
    from unnest(${handed.map(({ id }) => id)}::bigint[], ${handed.map((one) => one.institution_code)}::text[])
      as handed (id, code)
    returning id`.execute(scope.db)
  for (const { id } of events.rows) scope.announce(id)
  const drafts = handed.filter(({ state }) => state === 'draft').length
  return { drafts, orders: handed.length - drafts }
}

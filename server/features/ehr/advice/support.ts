import { type Kysely, sql } from 'kysely'
import type { ehrRoutes } from '#contract/ehr.ts'
import { fail } from '#contract/errors.ts'
import type { ReplyOf } from '#contract/route.ts'
import type { Connection } from '#server/database/connection/connect.ts'
import type { Tables } from '#server/database/schema/tables.ts'
import { type Authority, audit, nameOf, withScope } from '#server/database/scope.ts'
import { adviceAddress } from './plugin.ts'

type Overview = ReplyOf<(typeof ehrRoutes)['overview']>

/** How each hospital’s advice stands: what it asked in the last 30 days, and what users did with the cards. */
export async function adviceIn(db: Kysely<Tables>, origin: string): Promise<Overview['advice']> {
  const { rows } = await sql<Omit<Overview['advice'][number], 'address'>>`
    select i.code as "interfaceCode", i.name as "interfaceName", a.settings ->> 'iss' as iss, a.is_on as "isOn",
      coalesce(c.asked, 0)::int as asked, coalesce(c.late, 0)::int as late, coalesce(c.refused, 0)::int as refused,
      coalesce(d.cards, 0)::int as cards, coalesce(d.accepted, 0)::int as accepted,
      coalesce(d.overridden, 0)::int as overridden
    from ehr_advice a join ehr_interface i on i.code = a.interface_code
    left join lateral (
      select count(*) as asked, count(*) filter (where outcome = 'late') as late,
        count(*) filter (where outcome = 'refused') as refused
      from ehr_advice_call where interface_code = i.code and at > now() - interval '30 days') c on true
    left join lateral (
      select count(*) as cards, count(*) filter (where k.outcome = 'accepted') as accepted,
        count(*) filter (where k.outcome = 'overridden') as overridden
      from ehr_advice_call l join ehr_advice_card k on k.call_id = l.id
      where l.interface_code = i.code and l.at > now() - interval '30 days') d on true
    order by i.name`.execute(db)
  return rows.map((row) => ({ ...row, address: adviceAddress(origin, row.interfaceCode) }))
}

/** The latest requests: what was asked, and what was answered. */
export async function adviceCallsIn(db: Kysely<Tables>): Promise<Overview['adviceCalls']> {
  const calls = await db
    .selectFrom('ehr_advice_call as c')
    .innerJoin('ehr_interface as i', 'i.code', 'c.interface_code')
    .select(['c.id', 'c.service', 'c.at', 'c.outcome', 'c.reason', 'c.took_ms as tookMs'])
    .select('i.name as interfaceName')
    .orderBy('c.at', 'desc')
    .limit(50)
    .execute()
  const cards = await db
    .selectFrom('ehr_advice_card')
    .select(['call_id', 'rule', 'order_id as orderId', 'outcome', 'override_reason as reason', 'content'])
    .where(
      'call_id',
      'in',
      calls.length === 0 ? ['00000000-0000-0000-0000-000000000000'] : calls.map(({ id }) => id),
    )
    .execute()
  return calls.map(({ at, ...call }) => ({
    ...{ ...call, at: at.toISOString() },
    cards: cards
      .filter(({ call_id }) => call_id === call.id)
      .map(({ rule, orderId, outcome, reason, content: { summary } }) => ({
        ...{ rule, orderId, outcome, reason, summary },
      })),
  }))
}

/** Switches a hospital’s advice on or off. */
export async function switchAdvice(
  worker: Connection,
  authority: Authority,
  code: string,
  on: boolean,
): Promise<undefined> {
  await withScope(worker, authority, async (scope) => {
    const row = await scope.db
      .selectFrom('ehr_advice')
      .select(['is_on as isOn', 'institution_code as institution'])
      .where('interface_code', '=', code)
      .forUpdate()
      .executeTakeFirst()
    if (!row) fail('not-found')
    if (row.isOn === on) return
    await scope.db
      .updateTable('ehr_advice')
      .set({ is_on: on, changed_at: sql`now()`, changed_by_name: nameOf(authority.actor) })
      .where('interface_code', '=', code)
      .execute()
    const entity = { kind: 'ehr_interface', id: code, institution: row.institution }
    await audit(scope, 'ehr.advice-changed', entity, { on })
  })
}

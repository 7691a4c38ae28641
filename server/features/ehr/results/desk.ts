import { type Kysely, sql } from 'kysely'
import type { OutgoingMessage, ResultSending } from '#contract/ehr.ts'
import { fail } from '#contract/errors.ts'
import type { Connection } from '#server/database/connection/connect.ts'
import type { Tables } from '#server/database/schema/tables.ts'
import { type Authority, audit, nameOf, type Scope, withScope } from '#server/database/scope.ts'
import { isOfQuestioned, isReady } from './queue.ts'

type Db = Kysely<Tables>

const isHeld = sql<boolean>`(m.outcome is null and m.held_until > now())`

/** How sending stands for each hospital that gets results. */
export async function sendingIn(db: Db): Promise<ResultSending[]> {
  const { rows } = await sql<Omit<ResultSending, 'waitingSince'> & { since: Date | null }>`
    select r.interface_code as "interfaceCode", i.name as "interfaceName", r.tries, r.last_error as "lastError",
      count(m.id) filter (where m.outcome is null)::int as waiting,
      count(m.id) filter (where ${isHeld})::int as held,
      count(m.id) filter (where m.outcome = 'refused')::int as refused,
      min(m.created_at) filter (where ${isReady}) as since
    from ehr_results r join ehr_interface i on i.code = r.interface_code
      left join ehr_message_out m on m.interface_code = r.interface_code and (m.outcome is null or m.outcome = 'refused')
    group by r.interface_code, i.name order by i.name`.execute(db)
  return rows.map(({ since, ...row }) => ({ ...row, waitingSince: since?.toISOString() ?? null }))
}

/** What has not reached its hospital: refused messages, then those that wait. */
export async function outgoingIn(db: Db): Promise<OutgoingMessage[]> {
  const { rows } = await sql<Omit<OutgoingMessage, 'writtenAt'> & { at: Date }>`
    select m.id, m.interface_code as "interfaceCode", i.name as "interfaceName", m.order_id as "orderId",
      m.institution_code as "hospitalCode", m.status, m.created_at as at, m.sent_again as "sentAgain",
      case when m.outcome = 'refused' then m.reason else m.last_error end as reason,
      case when m.outcome = 'refused' then 'refused' when ${isReady} then 'waiting' when ${isHeld} then 'held'
        when ${isOfQuestioned} then 'questioned' else 'behind' end as state
    from ehr_message_out m join ehr_interface i on i.code = m.interface_code
    where m.outcome is null or m.outcome = 'refused'
    order by m.outcome = 'refused' desc nulls last, m.id limit 200`.execute(db)
  return rows.map(({ at, ...row }) => ({ ...row, writtenAt: at.toISOString() }))
}

/** A message that has not reached its hospital, locked. */
async function openMessage(scope: Scope, id: number) {
  const row = await scope.db
    .selectFrom('ehr_message_out')
    .select(['id', 'interface_code', 'institution_code', 'order_id', 'outcome'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) fail('not-found')
  if (row.outcome !== null && row.outcome !== 'refused')
    fail('wrong-state', { detail: 'This message is not waiting any more.' })
  return row
}

type Row = Awaited<ReturnType<typeof openMessage>>

const entityOf = ({ order_id, institution_code }: Pick<Row, 'order_id' | 'institution_code'>) => ({
  ...{ kind: 'order', id: order_id, institution: institution_code },
})

/** A refused message waits again, under its number; and whatever waits for this hospital is tried at once. */
export async function sendAgain(worker: Connection, authority: Authority, id: number): Promise<undefined> {
  await withScope(worker, authority, async (scope) => {
    const row = await openMessage(scope, id)
    if (row.outcome === 'refused') await waitAgain(scope, [id])
    await tryNow(scope, row.interface_code)
    await audit(scope, 'ehr.send-again', entityOf(row), { message: id })
  })
}

export async function sendAllAgain(worker: Connection, authority: Authority, code: string) {
  return withScope(worker, authority, async (scope) => {
    const known = scope.db
      .selectFrom('ehr_results')
      .select('institution_code')
      .where('interface_code', '=', code)
    const { institution_code } = (await known.executeTakeFirst()) ?? fail('not-found')
    const rows = await scope.db
      .selectFrom('ehr_message_out')
      .select('id')
      .where('interface_code', '=', code)
      .where('outcome', '=', 'refused')
      .forUpdate()
      .execute()
    await waitAgain(
      scope,
      rows.map(({ id }) => id),
    )
    await tryNow(scope, code)
    const entity = { kind: 'ehr_interface', id: code, institution: institution_code }
    await audit(scope, 'ehr.send-again', entity, { messages: rows.length })
    return { sent: rows.length }
  })
}

/** The reason for the refusal stays until there is another answer. */
async function waitAgain({ db }: Scope, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('ehr_message_out')
    .set({ outcome: null, settled_at: null, sent_again: sql`sent_again + 1` })
    .where('id', 'in', [...ids])
    .execute()
}

async function tryNow({ db }: Scope, code: string): Promise<void> {
  await sql`update ehr_results set retry_at = now() where interface_code = ${code}`.execute(db)
}

/** The hospital never gets this message by this way. What waits behind it goes on. */
export async function skip(
  worker: Connection,
  authority: Authority,
  id: number,
  reason: string,
): Promise<undefined> {
  await withScope(worker, authority, async (scope) => {
    const row = await openMessage(scope, id)
    await scope.db
      .updateTable('ehr_message_out')
      .set({ outcome: 'skipped', reason, settled_at: sql`now()`, settled_by_name: nameOf(authority.actor) })
      .where('id', '=', id)
      .execute()
    await audit(scope, 'ehr.skip', entityOf(row), { message: id, reason })
  })
}

export interface WaitingResults {
  count: number
  oldestSeconds: number | null
  refused: number
  /** The same for each interface that gets results. */
  interfaces: { code: string; oldestSeconds: number | null; refused: number }[]
}

/** Results that wait for hospitals and could be sent, since when the oldest does, and how many are refused. */
export async function waitingResults({ db }: Connection): Promise<WaitingResults> {
  const { rows } = await sql<{ code: string; count: number; oldestSeconds: number | null; refused: number }>`
    select r.interface_code as code, count(m.id) filter (where ${isReady})::int as count,
      extract(epoch from now() - min(m.created_at) filter (where ${isReady}))::float as "oldestSeconds",
      count(m.id) filter (where m.outcome = 'refused')::int as refused
    from ehr_results r left join ehr_message_out m
      on m.interface_code = r.interface_code and (m.outcome is null or m.outcome = 'refused')
    group by r.interface_code order by r.interface_code`.execute(db)
  const ages = rows.flatMap(({ oldestSeconds }) => (oldestSeconds === null ? [] : [oldestSeconds]))
  return {
    count: rows.reduce((sum, one) => sum + one.count, 0),
    oldestSeconds: ages.length > 0 ? Math.max(...ages) : null,
    refused: rows.reduce((sum, one) => sum + one.refused, 0),
    interfaces: rows.map(({ code, oldestSeconds, refused }) => ({ code, oldestSeconds, refused })),
  }
}

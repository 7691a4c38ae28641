import { type Kysely, sql, type Transaction } from 'kysely'
import { KEPT_BECAUSE, type KeptBecause, keptBecause, type OrderAtRest } from '#domain/retention/kept.ts'
import type { RetentionKind, RetentionPolicy } from '#domain/retention/policies.ts'
import type { Tables } from '#server/database/schema/tables.ts'

export type Kept = Partial<Record<KeptBecause, number>>
/** Kinds whose rows stand for themselves. */
export type LooseKind = Exclude<RetentionKind, 'family' | 'order' | 'draft'>

/** Both counts together. */
export function added(one: Kept, other: Kept): Kept {
  const sum = { ...one }
  for (const because of KEPT_BECAUSE) {
    const count = (one[because] ?? 0) + (other[because] ?? 0)
    if (count > 0) sum[because] = count
  }
  return sum
}

/** Replaces the laboratory's retention periods; what the last nights did stays. */
export async function replacePolicies(
  db: Transaction<Tables>,
  policies: readonly RetentionPolicy[],
): Promise<void> {
  for (const { kind, days, daysOnRequest: days_on_request } of policies)
    await db
      .insertInto('retention_policy')
      .values({ kind, days, days_on_request })
      .onConflict((conflict) => conflict.column('kind').doUpdateSet({ days, days_on_request }))
      .execute()
}

/** Those that the laboratory set; none: it keeps everything for ever. */
export async function policies(db: Kysely<Tables>): Promise<RetentionPolicy[]> {
  const rows = await db.selectFrom('retention_policy').select(['kind', 'days', 'days_on_request']).execute()
  return rows.map(({ kind, days, days_on_request: daysOnRequest }) => ({ kind, days, daysOnRequest }))
}

/** A daily round of one kind: what it has done so far. */
export interface Round {
  /** Null: over. */
  reached: number | null
  erased: number
  kept: Kept
}

/** The round that is under way, or a new one if the last ended before `endedBefore`; null if it is not its time. */
export async function roundOf(
  db: Kysely<Tables>,
  kind: RetentionKind,
  endedBefore: Date,
): Promise<Round | null> {
  const row = await db
    .selectFrom('retention_policy')
    .select(['ran_at', 'reached', 'erased', 'kept'])
    .where('kind', '=', kind)
    .executeTakeFirst()
  if (!row) return null
  if (row.reached !== null) return row
  return row.ran_at && row.ran_at >= endedBefore ? null : { reached: 0, erased: 0, kept: {} }
}

export async function keepRound(
  db: Kysely<Tables>,
  kind: RetentionKind,
  round: Round,
  at: Date,
): Promise<void> {
  const { reached, erased } = round
  const ended = reached === null ? { ran_at: at.toISOString() } : {}
  const set = { reached, erased, kept: JSON.stringify(round.kept), ...ended }
  await db.updateTable('retention_policy').set(set).where('kind', '=', kind).execute()
}

/** Orders of a kind that nobody changed since `earliest`, with numbers above `after`. Most of them are over. */
export async function oldOrders(
  db: Kysely<Tables>,
  { kind, earliest, after, most }: { kind: 'order' | 'draft'; earliest: Date; after: number; most: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('orders')
    .select('id')
    .where('id', '>', after)
    .where('updated_at', '<', earliest)
    .where('state', kind === 'draft' ? '=' : '<>', 'draft')
    .orderBy('id')
    .limit(most)
    .execute()
  return rows.map(({ id }) => id)
}

export interface LockedOrder extends OrderAtRest {
  id: number
  institution: string
}

/**
 * Locks orders, so that nothing is added to them until the transaction ends, and reads what decides about them. Rows that
 * somebody else has locked are left out: they are in use.
 */
export async function lockOrders(
  db: Transaction<Tables>,
  ids: readonly number[],
  earliest: Date,
): Promise<LockedOrder[]> {
  const { rows: locked } = await sql<{ id: number }>`
    select id from orders where id = any (${ids}::bigint[]) order by id for update skip locked`.execute(db)
  const { rows } = await sql<LockedOrder>`
    select o.id, o.institution_code as institution, o.state, jsonb_array_length(o.document -> 'patients') as people,
      greatest(o.created_at, o.updated_at, o.submitted_at, o.reported_at,
        (select max(received_at) from report where order_id = o.id),
        (select max(closed_at) from follow_up where order_id = o.id),
        (select max(at) from order_event where order_id = o.id)) < ${earliest} as "isOver",
      (select count(*)::int from follow_up where order_id = o.id and closed_at is null) as "openFollowUps",
      exists (select from order_person where order_id = o.id) or exists (select from family_finding where order_id = o.id)
        or exists (select from cascade_code_use where order_id = o.id) as "isInFamily",
      (select count(*)::int from result_check where order_id = o.id and outcome is null)
        + (select count(*)::int from eligibility_check where order_id = o.id and state = 'queued')
        + (o.on_hold_since is not null)::int + coalesce(o.vob_status = 'submitted', false)::int as "openQuestions",
      (select count(*)::int from message_out where order_id = o.id and answered_at is null)
        + (select count(*)::int from ehr_message_out where order_id = o.id and outcome is null) as "waitingMessages",
      (select count(*)::int from orders a join sample s on s.id = a.add_on_sample_id
        where a.institution_code = o.institution_code and a.add_on_sample_id is not null and s.order_id = o.id and a.id <> o.id)
        + (select count(*)::int from availability_request r join sample s on s.id = r.sample_id
          where s.order_id = o.id and r.status = 'requested') as "addedToSamples",
      (select count(*)::int from orders m where m.made_from = o.id and m.made_as = 'order') as "ordersMadeFrom"
    from orders o where o.id = any (${locked.map(({ id }) => id)}::bigint[]) order by o.id`.execute(db)
  return rows
}

/** Sorts locked orders into those that may be erased and why the others are kept. */
export function decide(orders: readonly LockedOrder[], options: { onRequest: boolean }) {
  const decided = orders.map((order) => ({ order, because: keptBecause(order, options) }))
  const kept = decided
    .flatMap(({ because }) => because)
    .reduce((sum, because) => added(sum, { [because]: 1 }), {} as Kept)
  return {
    decided,
    erased: decided.filter(({ because }) => because.length === 0).map(({ order }) => order),
    kept,
  }
}

export async function eraseOrders(db: Transaction<Tables>, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await sql`select erase_orders(${ids}::bigint[])`.execute(db)
}

export interface LockedFamily {
  id: number
  institution: string
  isOpen: boolean
}

/**
 * Locks families in which nothing was written since `earliest`. `isOpen`: an order of theirs is not over, a follow-up or a code
 * still counts.
 */
export async function lockOldFamilies(
  db: Transaction<Tables>,
  { earliest, after, most }: { earliest: Date; after: number; most: number },
): Promise<LockedFamily[]> {
  const { rows: locked } = await sql<{ id: number }>`
    select id from family where id > ${after} and changed_at < ${earliest} order by id limit ${most}
    for update`.execute(db)
  const { rows } = await sql<LockedFamily>`
    select f.id, f.institution_code as institution,
      exists (select from family_step where family_id = f.id and at >= ${earliest})
        or exists (select from family_finding where family_id = f.id and added_at >= ${earliest})
        or exists (select from family_consent where family_id = f.id and at >= ${earliest})
        or exists (select from cascade_code c left join cascade_code_use u on u.code_id = c.id where c.family_id = f.id
          and (c.expires_on >= current_date and c.replaced_at is null or u.used_at >= ${earliest}))
        or exists (select from orders o where (o.updated_at >= ${earliest} or o.state not in ('draft', 'reported', 'cancelled')
            or exists (select from follow_up w where w.order_id = o.id and w.closed_at is null))
          and o.id in (select order_id from order_person where family_id = f.id
            union select order_id from family_finding where family_id = f.id
            union select u.order_id from cascade_code c join cascade_code_use u on u.code_id = c.id where c.family_id = f.id))
        as "isOpen"
    from family f where f.id = any (${locked.map(({ id }) => id)}::bigint[]) order by f.id`.execute(db)
  return rows
}

export async function eraseFamilies(db: Transaction<Tables>, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await sql`select erase_families(${ids}::bigint[])`.execute(db)
}

/** Erases up to `most` rows of a kind that belong to no order, from before `earliest`. Returns how many. */
export async function eraseRows(
  db: Kysely<Tables>,
  kind: LooseKind,
  { earliest, most }: { earliest: Date; most: number },
): Promise<number> {
  const { rows } = await statementOf(kind, earliest, most).execute(db)
  return rows[0]?.erased ?? 0
}

function statementOf(kind: LooseKind, earliest: Date, most: number) {
  switch (kind) {
    case 'message':
      return sql<{ erased: number }>`
        with old as (
          select id from message_in m where received_at < ${earliest}
            and not exists (select from laboratory_fact where message_id = m.id)
            and not exists (select from report where message_id = m.id)
            and not exists (select from result_check where message_id = m.id)
          order by received_at limit ${most}),
        of_hospitals as (
          delete from ehr_message_in where id in (
            select id from ehr_message_in where received_at < ${earliest} order by id limit ${most})
          returning 1),
        of_advice as (
          delete from ehr_advice_call where id in (
            select id from ehr_advice_call where at < ${earliest} order by at limit ${most})
          returning 1),
        gone as (delete from message_in where id in (select id from old) returning 1)
        select ((select count(*) from gone) + (select count(*) from of_hospitals)
          + (select count(*) from of_advice))::int as erased`
    case 'payer-check':
      return sql<{ erased: number }>`select erase_checks(${earliest}, ${most}) as erased`
    case 'invitation':
      return sql<{ erased: number }>`select erase_invitations(${earliest}, ${most}) as erased`
    case 'kit':
      return sql<{ erased: number }>`
        with gone as (
          delete from kit_order where id in (
            select id from kit_order where order_id is null and status <> 'ordered'
              and greatest(sent_at, received_at, cancelled_at, ordered_at) < ${earliest} order by id limit ${most})
          returning 1)
        select count(*)::int as erased from gone`
    case 'mail':
      return sql<{ erased: number }>`
        with gone as (
          delete from mail_out where id in (
            select id from mail_out where coalesce(sent_at, given_up_at) < ${earliest} limit ${most})
          returning 1)
        select count(*)::int as erased from gone`
  }
}

/** Files that may not be needed since `earliest`: of erased orders, or stored for what was not written after all. */
export async function filesToLookAt(
  db: Kysely<Tables>,
  { earliest, most }: { earliest: Date; most: number },
): Promise<{ free: string[]; inUse: string[] }> {
  const waiting = await db
    .selectFrom('erased_file')
    .select('key')
    .where('erased_at', '<', earliest)
    .orderBy('erased_at')
    .orderBy('key')
    .limit(most)
    .execute()
  const keys = waiting.map(({ key }) => key)
  // To look for them reads whole tables.
  if (keys.length === 0) return { free: [], inUse: [] }
  const { rows: used } = await sql<{ key: string }>`
    with waiting as (select unnest(${keys}::text[]) as key)
    select file_key as key from report where file_key in (select key from waiting)
    union select file_key from document where file_key in (select key from waiting)
    union select one #>> '{}' from report, jsonb_path_query(parts, 'strict $.**.fileKey') one
      where one #>> '{}' in (select key from waiting)
    union select one #>> '{}' from laboratory_fact, jsonb_path_query(fact, 'strict $.**.fileKey') one
      where one #>> '{}' in (select key from waiting)
    union select one #>> '{}' from result_check, jsonb_path_query(news, 'strict $.**.fileKey') one
      where one #>> '{}' in (select key from waiting)`.execute(db)
  const inUse = used.map(({ key }) => key)
  return { free: keys.filter((key) => !inUse.includes(key)), inUse }
}

/** The files are gone, or stay with something that uses them. Those that were announced again meanwhile wait on. */
export async function forgetFiles(
  db: Kysely<Tables>,
  { gone, staying, earliest }: { gone: readonly string[]; staying: readonly string[]; earliest: Date },
): Promise<void> {
  await sql`
    with forgotten as (
      delete from erased_file where key = any (${[...gone, ...staying]}::text[]) and erased_at < ${earliest} returning key)
    delete from report_file where file_key in (select key from forgotten) and file_key = any (${gone}::text[])`.execute(
    db,
  )
}

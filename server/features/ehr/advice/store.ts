import { type Kysely, sql } from 'kysely'
import { type IsoDate, todayAtLaboratory } from '#domain/dates/dates.ts'
import { ADVICE_RULES, type Advice, type AdvisedOrder, recordNumbersOf } from '#domain/ehr/advice.ts'
import type { AdviceCard } from '#domain/ehr/advice-card.ts'
import type { AdviceSettings } from '#domain/ehr/advice-settings.ts'
import type { TheirPatient } from '#domain/ehr/ehr-order.ts'
import { PROBAND } from '#domain/orders/document.ts'
import { personKey } from '#domain/orders/identity.ts'
import type { OrderableTest } from '#domain/orders/rule-context.ts'
import type { AdviceOutcome } from '#server/database/schema/ehr-tables.ts'
import type { Tables } from '#server/database/schema/tables.ts'
import type { Scope } from '#server/database/scope.ts'
import {
  IS_QUESTIONED,
  orderObstacles,
  type StoredOrder,
  samplesWithParcel,
} from '#server/features/orders/public.ts'
import type { EhrInterface } from '../store.ts'

/** An interface whose record system may ask for advice, as it is set up and switched on. */
export interface AdviceClient extends EhrInterface {
  settings: AdviceSettings
}

/** Undefined unless it is switched on. On a connection that sees every institution. */
export function clientOf(db: Kysely<Tables>, code: string): Promise<AdviceClient | undefined> {
  return db
    .selectFrom('ehr_advice as a')
    .innerJoin('ehr_interface as i', 'i.code', 'a.interface_code')
    .select(['i.code', 'i.name', 'i.institution_code as institution', 'i.physician_id as physicianId'])
    .select(['i.sender', 'i.processing_id as processingId', 'i.answers_orders as answersOrders'])
    .select('a.settings')
    .where('i.code', '=', code)
    .where('a.is_on', '=', true)
    .executeTakeFirst()
}

/** False: the token was used before, at this portal or another one. */
export async function useToken(
  db: Kysely<Tables>,
  { code, institution }: AdviceClient,
  { jti, expires }: { jti: string; expires: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('ehr_advice_token')
    .values({ interface_code: code, institution_code: institution, jti, expires_at: expires })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/** Minutes by which the clocks of the database and of any portal surely differ less. */
const CLOCKS_DIFFER = 60

/** Tokens that nobody can use any more, by whichever clock. */
export async function forgetTokens(db: Kysely<Tables>): Promise<void> {
  await db
    .deleteFrom('ehr_advice_token')
    .where('expires_at', '<', sql<Date>`now() - make_interval(mins => ${CLOCKS_DIFFER})`)
    .execute()
}

/** How long requests without a card are listed: anybody can make refused ones. */
const UNANSWERED_DAYS = 90

/** Requests that were told nothing, up to `most`: they hold nothing of a patient. */
export async function forgetUnanswered(db: Kysely<Tables>, most: number): Promise<void> {
  await sql`
    delete from ehr_advice_call where id in (
      select id from ehr_advice_call
      where outcome <> 'answered' and at < now() - make_interval(days => ${UNANSWERED_DAYS}) limit ${most})`.execute(
    db,
  )
}

/** Whether the hospital launches the portal, by this registration of its own institution. */
export async function hasLaunch({ db }: Scope, { settings, institution }: AdviceClient): Promise<boolean> {
  if (settings.launch === '') return false
  const found = await db
    .selectFrom('ehr_launch_client')
    .select('id')
    .where('id', '=', settings.launch)
    .where('institution_code', '=', institution)
    .where('is_open', '=', true)
    .executeTakeFirst()
  return found !== undefined
}

/** The most orders of one patient that are looked at, the latest. */
const MOST_ORDERS = 100

const OF_ORDERS = [
  ...(['id', 'state', 'document', 'updated_at', 'submitted_at', 'reported_at'] as const),
  ...(['expected_on', 'on_hold_since', 'has_pending_test', 'cancelled_tests'] as const),
] as const
type AdvisedRow = Pick<StoredOrder, (typeof OF_ORDERS)[number]>

/**
 * Orders of the institution that may be of this patient: submitted ones with one of the record numbers, drafts and orders of
 * the same name and date of birth. Whether somebody on one has the number is for `whoOf` to say.
 */
export async function ordersOf(
  scope: Scope,
  institution: string,
  patient: TheirPatient,
  now: Date,
): Promise<AdvisedOrder[]> {
  const numbers = recordNumbersOf(patient)
  const key = personKey(patient)
  const keys = key === null ? [] : [key]
  const found = await scope.db
    .selectFrom('orders')
    .select(OF_ORDERS)
    .where('institution_code', '=', institution)
    // By indexes, which row-level security would keep from being used: submitted orders by number, drafts by person.
    .where(
      'id',
      'in',
      sql<number>`(select orders_with_record_number(number, 0, ${MOST_ORDERS}) from unnest(${[...numbers]}::text[]) number
        union select orders_of_people(${institution}, ${keys}::text[]))`,
    )
    .where('state', '!=', 'cancelled')
    .where('is_vob', '=', false)
    .orderBy('id', 'desc')
    .limit(MOST_ORDERS)
    .execute()
  const today = todayAtLaboratory(now)
  const recollections = await recollectionsOf(scope, found, today)
  const reports = await finalReportsOf(scope, found)
  return found.map(({ id, state, document, updated_at, has_pending_test, cancelled_tests }) => ({
    ...{ id, document, isDraft: state === 'draft', changedAt: updated_at },
    reports: reports
      .filter(({ order_id }) => order_id === id)
      .map(({ test_code: testCode, at }) => ({ testCode, on: todayAtLaboratory(at) })),
    lacksReport: has_pending_test || cancelled_tests.length > 0,
    recollections: recollections.get(id) ?? [],
  }))
}

/** The probands' reports that stand, and nobody questions. */
function finalReportsOf({ db }: Scope, rows: readonly AdvisedRow[]) {
  const ids = rows.filter(({ state }) => state !== 'draft').map(({ id }) => id)
  if (ids.length === 0) return []
  return db
    .selectFrom('report')
    .select(['order_id', 'test_code', sql<Date>`coalesce(made_at, received_at)`.as('at')])
    .where('order_id', 'in', ids)
    .where('person', '=', PROBAND)
    .where('state', '=', 'current')
    .where('status', 'not in', ['preliminary', 'partial'])
    .where(({ not }) => not(IS_QUESTIONED))
    .execute()
}

/** Only what waits for the clinic: `obstaclesOf` decides, as on the dashboard. */
async function recollectionsOf(scope: Scope, rows: readonly AdvisedRow[], today: IsoDate) {
  const ids = rows.filter(({ state }) => state !== 'draft').map(({ id }) => id)
  const samples =
    ids.length === 0
      ? []
      : await samplesWithParcel(scope).where('order_id', 'in', ids).orderBy('sample.id').execute()
  return new Map(
    rows.map((row) => {
      const own = samples.filter((sample) => sample.order_id === row.id)
      const obstacles = orderObstacles(row, { holds: [], samples: own, events: [] }, today)
      const found = obstacles.flatMap(({ kind, sampleId, by }) => {
        const sample = own.find(({ id }) => id === sampleId)
        if (kind !== 'sample-rejected' || by === null || !sample) return []
        const sampleKey = sample.sample_key.replace(/-r\d+$/, '')
        return [{ sampleKey, specimenType: sample.specimen_type, by }]
      })
      return [row.id, found] as const
    }),
  )
}

/** Tests that can be ordered, with how many relatives each needs. */
export function testsOf({ db }: Scope, codes: readonly string[]) {
  if (codes.length === 0) return []
  return db
    .selectFrom('test')
    .select(['code', 'name', 'relatives'])
    .select((eb) =>
      eb
        .selectFrom('test_setting')
        .select('setting')
        .whereRef('test_code', '=', 'test.code')
        .where('topic', '=', 'compared')
        .$castTo<{ setting: NonNullable<OrderableTest['compared']> }>()
        .as('compared'),
    )
    .where('code', 'in', [...codes])
    .where('orderable', '=', true)
    .execute()
}

export interface AdviceCall {
  id: string
  service: string
  outcome: AdviceOutcome
  reason: string
  tookMs: number
}

const valuesOf = ({ code, institution }: AdviceClient, { id, service, ...call }: AdviceCall) => ({
  ...{ id, service, interface_code: code, institution_code: institution },
  ...{ outcome: call.outcome, reason: call.reason, took_ms: Math.round(call.tookMs) },
})

/** Keeps what a hospital is told, before it is told. */
export async function keepCall(
  { db }: Scope,
  client: AdviceClient,
  call: AdviceCall,
  cards: readonly { advice: Advice; card: AdviceCard }[],
): Promise<void> {
  await db.insertInto('ehr_advice_call').values(valuesOf(client, call)).execute()
  if (cards.length === 0) return
  await db
    .insertInto('ehr_advice_card')
    .values(
      cards.map(({ advice: { rule, orderId }, card }) => ({
        ...{ id: card.uuid, call_id: call.id, interface_code: client.code },
        ...{ institution_code: client.institution, rule, rule_version: ADVICE_RULES[rule] },
        ...{ order_id: orderId, content: JSON.stringify(card) },
      })),
    )
    .execute()
}

/**
 * Notes that a request was answered without a card: it was late, or refused. Cards that were kept at the last moment were
 * not sent, and go.
 */
export async function keepUnanswered(
  db: Kysely<Tables>,
  client: AdviceClient,
  call: AdviceCall,
): Promise<void> {
  const { id, ...values } = valuesOf(client, call)
  await db
    .insertInto('ehr_advice_call')
    .values({ id, ...values })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute()
  await db.deleteFrom('ehr_advice_card').where('call_id', '=', id).execute()
}

/** What a user did with a card. */
export interface AdviceFeedback {
  card: string
  outcome: 'accepted' | 'overridden'
  reason: string
  comment: string
  at: Date
}

/** The latest that was told of a card stays. False: this hospital was sent no such card by this service. */
export async function keepFeedback(
  { db }: Scope,
  { code }: AdviceClient,
  service: string,
  { card, outcome, reason, comment, at }: AdviceFeedback,
): Promise<boolean> {
  const found = await db
    .selectFrom('ehr_advice_card as c')
    .innerJoin('ehr_advice_call as a', 'a.id', 'c.call_id')
    .select('c.id')
    .where('c.id', '=', card)
    .where('c.interface_code', '=', code)
    .where('a.service', '=', service)
    .executeTakeFirst()
  if (!found) return false
  await db
    .updateTable('ehr_advice_card')
    .set({
      ...{ outcome, override_reason: reason, outcome_at: at },
      // It may be about the patient: it goes with the order, and without one nothing would ever take it along.
      comment: sql<string>`case when order_id is null then '' else ${comment} end`,
    })
    .where('id', '=', card)
    .where((eb) => eb.or([eb('outcome_at', 'is', null), eb('outcome_at', '<=', at)]))
    .execute()
  return true
}

import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { IsoDate } from '#domain/dates/dates.ts'
import type { Behind } from '#domain/figures/behind.ts'
import { countedBy } from '#domain/figures/figures.ts'
import type { AlertGroup } from '#domain/orders/hold-kinds.ts'
import { AWAITED_STATES } from '#domain/orders/obstacles.ts'
import { MOST_FETUSES } from '#domain/orders/pregnancy.ts'
import type { OrderStage } from '#domain/orders/status.ts'
import type { ResultFilter } from '#domain/results/outcomes.ts'
import { searchTerms } from '#domain/text/search-terms.ts'
import { searchable } from '#domain/text/searchable.ts'
import { likeText } from '#server/database/like.ts'
import { hasLateParcel, hasUnsent, PARTLY_REPORTED, quoted } from './unsent.ts'

/**
 * When it was ordered; for a draft, when it was created. Written as in the lists' indexes: not with
 * `coalesce`, which PostgreSQL does not treat as leakproof, so that under the row policies no index could be
 * used for a date range.
 */
export const ORDER_DATE = sql<Date>`case when submitted_at is null then created_at else submitted_at end`

/** `stageOf` in domain/orders/status.ts as SQL, as in the lists' indexes (migration 0042). */
export const STAGE = sql<OrderStage>`(case when state <> 'pending-cancellation' then state
  when state_before_cancel is null then 'en-route' else state_before_cancel end)`

/** The start of a day: midnight at the laboratory (specification §9). */
const beginOf = (day: IsoDate) => sql<Date>`(${day}::date::timestamp at time zone 'America/Chicago')`
const endOf = (day: IsoDate) => sql<Date>`((${day}::date + 1)::timestamp at time zone 'America/Chicago')`

/** `searchable` in domain/text as SQL: lower case and without accents. */
export const plain = (text: RawBuilder<string>) =>
  sql<string>`translate(lower(regexp_replace(normalize(${text}, NFD), '[\u0300-\u036f]', '', 'g')), 'đ', 'd')`

const within = (text: string) => `%${likeText(searchable(text))}%`
const all = (conditions: RawBuilder<SqlBool>[]) =>
  sql<SqlBool>`(${conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)})`

/** For `orders`: a report is awaited in this state. */
const AWAITS_REPORT = quoted(AWAITED_STATES)

/**
 * `isLate` in domain/orders/obstacles.ts as SQL: the due day of the report, or of that of another test, has passed, and there is
 * no hold. Each side of the `or` has an index of its own (orders_late, orders_partly_reported).
 */
export const isLateOn = (today: IsoDate) =>
  sql<SqlBool>`((orders.state in (${sql.raw(AWAITS_REPORT)}) or ${sql.raw(PARTLY_REPORTED)})
    and on_hold_since is null and expected_on is not null and expected_on < ${today}::date)`

/** The shortest fragment of a number (has_part in migration 0039). */
const SHORTEST_FRAGMENT = 3
const hasFragment = (word: string) =>
  word.length < SHORTEST_FRAGMENT
    ? sql<SqlBool>`false`
    : sql<SqlBool>`exists (select from unnest(array[orders.id::text, accession_number] || record_numbers) number
        where position(${word.toLowerCase()} in lower(left(number, 50))) > 0)`

/**
 * A test with a choice of genes has the chosen ones in `search_text`; any other test matches by all its
 * genes.
 */
function wordMatches(word: string) {
  return sql<SqlBool>`(search_text like ${within(word)}
    or accession_number ilike ${`${likeText(word)}%`}
    or id::text = ${word}
    or ${hasFragment(word)}
    or patient_date_of_birth = ${word}
    or test_codes && array(
      select code from test where gene_choice = 'all' and genes @> array[${word.toUpperCase()}]))`
}

/** Whether a text contains all of these words, ignoring accents and case. */
export const isNamed = (text: RawBuilder<string>, words: string) =>
  all(searchTerms(words).map((word) => sql<SqlBool>`${plain(text)} like ${within(word)}`))

/** A report of the patient or a fetus; a relative's is not the order's. As SQL after `report.` or alone. */
export const OF_SUBJECT = `person in ('proband', ${Array.from({ length: MOST_FETUSES }, (_, index) => `'fetus-${index + 1}'`).join(', ')})`

/** Orders of which the list says this result: kept with each change (migration 0077), but for what is in question. */
const hasResult = (result: ResultFilter): RawBuilder<SqlBool> =>
  result === 'questioned'
    ? sql<SqlBool>`orders.id in (select questioned_orders())`
    : sql<SqlBool>`exists (select from order_result
        where order_id = orders.id and institution_code = orders.institution_code and result = ${result})`

interface Values {
  /** The stages. */
  stages: readonly OrderStage[]
  /** Whether a cancellation is requested. */
  cancelling: boolean
  ids: readonly number[]
  dateFrom: IsoDate
  dateTo: IsoDate
  test: string
  provider: string
  /** The names that `provider` matches, if known. */
  providers: readonly string[]
  patient: string
  labNumber: string
  /** Whether they are late on that day. */
  late: { is: boolean; today: IsoDate }
  missingInfo: boolean
  /** Whether a sample's tracking number can be entered, and is missing, or is of a parcel that arrived without it by that day. */
  trackingMissing: { is: boolean; today: IsoDate }
  /** Whether a parcel should have arrived by that day. */
  parcelLate: { is: boolean; today: IsoDate }
  group: AlertGroup
  unread: boolean
  result: ResultFilter
  onHold: boolean
  /** Only drafts that this user was asked to submit. */
  submitter: number
  /** Only drafts that wait for this user: to submit, or to go on with while nobody is asked to submit. */
  assignee: number
  keyword: string
  /** Those behind a number of the clinic's figures. */
  behind: Behind
}

/** A list's filters; omitted ones do not apply. */
export type Filters = { [Name in keyof Values]?: Values[Name] | undefined }

const yes = (condition: RawBuilder<SqlBool>, is: boolean) =>
  is ? condition : sql<SqlBool>`not (${condition})`

/** Each filter as a condition on `orders`. */
const CONDITIONS: { [Name in keyof Values]: (value: Values[Name]) => RawBuilder<SqlBool> } = {
  // A verification that became an order matches none: it needs no action (listed_state in migration 0042).
  stages: (stages) => {
    const isThere =
      stages.length === 1
        ? sql<SqlBool>`${STAGE} = ${stages[0]}`
        : sql<SqlBool>`${STAGE} = any (${stages}::text[])`
    return stages.includes('draft') ? all([isThere, sql`vob_status is distinct from 'ordered'`]) : isThere
  },
  cancelling: (is) => yes(sql<SqlBool>`state = 'pending-cancellation'`, is),
  ids: (ids) => sql<SqlBool>`id = any (${ids}::bigint[])`,
  dateFrom: (day) => sql<SqlBool>`${ORDER_DATE} >= ${beginOf(day)}`,
  dateTo: (day) => sql<SqlBool>`${ORDER_DATE} < ${endOf(day)}`,
  test: (code) => sql<SqlBool>`test_codes @> array[${code}]`,
  provider: (name) => isNamed(sql`provider_name`, name),
  // As in the index of the list by provider.
  providers: (names) => sql`nullif(provider_name, '') collate "unicode" = any (${names}::text[])`,
  patient: (name) =>
    all(
      searchTerms(name).map(
        (word) => sql<SqlBool>`search_text like ${within(word)}
          and ${plain(sql<string>`patient_first_name || ' ' || patient_last_name`)} like ${within(word)}`,
      ),
    ),
  labNumber: (number) => sql<SqlBool>`accession_number ilike ${`${likeText(number)}%`}`,
  late: ({ is, today }) => yes(isLateOn(today), is),
  missingInfo: (is) => yes(sql<SqlBool>`missing_info`, is),
  trackingMissing: ({ is, today }) => yes(hasUnsent(today), is),
  parcelLate: ({ is, today }) => yes(hasLateParcel(today), is),
  group: (group) => sql<SqlBool>`alert_group = ${group}`,
  unread: (is) => yes(sql<SqlBool>`state = 'reported' and report_opened_at is null`, is),
  result: hasResult,
  onHold: (is) => yes(sql<SqlBool>`on_hold_since is not null`, is),
  submitter: (user) => sql<SqlBool>`state = 'draft' and asked_submitter_id = ${user}`,
  // A verification that was asked for waits for the payer.
  assignee: (
    user,
  ) => sql<SqlBool>`(state = 'draft' and coalesce(vob_status, 'draft') not in ('ordered', 'submitted')
    and (asked_submitter_id = ${user} or (asked_submitter_id is null and responsible_id = ${user})))`,
  keyword: (text) => all(searchTerms(text).map(wordMatches)),
  behind: ordersBehind,
}

/** The same rows that the number adds up (server/database/functions/figures-of.sql). */
function ordersBehind({ figure, from, to, test, provider }: Behind): RawBuilder<SqlBool> {
  const { measure = '', causes = [] } = countedBy(figure) ?? {}
  return sql<SqlBool>`id in (select order_id from order_figure
    where measure = ${measure} and cause = any (${causes}::text[])
      and month between ${`${from}-01`}::date and ${`${to}-01`}::date and tests @> array[${test}]
      ${provider === '' ? sql`` : sql`and provider = ${provider}`})`
}

/** A condition for the index of terms (orders_matching), each part with its kind. */
interface SearchCondition {
  kind: 'k' | 'w' | 'n' | 't'
  word: string
}

const SEARCH_CONDITIONS: { [Name in keyof Filters]: (value: string) => SearchCondition[] } = {
  keyword: (text) => searchTerms(text).map((word) => ({ kind: 'k', word })),
  patient: (name) => searchTerms(name).map((word) => ({ kind: 'w', word })),
  labNumber: (word) => (word === '' ? [] : [{ kind: 'n', word }]),
  test: (word) => [{ kind: 't', word }],
}

/**
 * The orders that an index finds for these filters, as SQL for a table with `order_id`, `state` and `ordered_at`, and the filters
 * that it leaves to be checked; null if no index is for any of them. It does not tell which patient's name contains the words.
 * With `most`, it may leave out orders beyond that number.
 */
export function foundBy(
  institutions: readonly string[],
  filters: Filters,
  most?: number,
): { found: RawBuilder<unknown>; rest: Filters } | null {
  const conditions = (['keyword', 'patient', 'labNumber', 'test'] as const).flatMap((name) => {
    const value = filters[name]
    return value === undefined ? [] : (SEARCH_CONDITIONS[name]?.(value) ?? [])
  })
  const { keyword, labNumber, test, stages, dateFrom, dateTo, ...others } = filters
  if (conditions.length > 0) {
    const [kinds, typed] = [conditions.map(({ kind }) => kind), conditions.map(({ word }) => word)]
    const limit = conditionsOf(others).length === 0 ? most : undefined
    return {
      found: sql`orders_matching(${institutions}::text[], ${kinds}::text[], ${typed.map(searchable)}::text[], ${typed}::text[],
        ${stages ?? null}::text[], ${dateFrom ? beginOf(dateFrom) : null}::timestamptz, ${dateTo ? endOf(dateTo) : null}::timestamptz,
        ${limit ?? null}::bigint)`,
      rest: others,
    }
  }
  const { result, ...rest } = others
  if (!isKept(result)) return null
  const narrowed = [
    ...inStages(stages),
    ...(dateFrom ? [sql<SqlBool>`ordered_at >= ${beginOf(dateFrom)}`] : []),
    ...(dateTo ? [sql<SqlBool>`ordered_at < ${endOf(dateTo)}`] : []),
  ]
  return { found: withResult(sql`any (${institutions}::text[])`, result, narrowed), rest }
}

/** Where an index has the stage's name as `state`. */
export const inStages = (stages: readonly OrderStage[] | undefined) =>
  stages ? [sql<SqlBool>`state = any (${stages}::text[])`] : []

export type KeptResult = Exclude<ResultFilter, 'questioned'>

/** Whether the orders with this result are kept, and not looked for. */
export const isKept = (result: ResultFilter | undefined): result is KeptResult =>
  result !== undefined && result !== 'questioned'

/** The orders with a result at `institution`, the right side of a comparison, under further conditions. */
export const withResult = (
  institution: RawBuilder<unknown>,
  result: KeptResult,
  narrowed: readonly RawBuilder<SqlBool>[],
) =>
  sql`(select order_id, state, ordered_at from order_result
    where institution_code = ${institution} and result = ${result} and ${all([...narrowed])})`

/** The conditions of the given filters. */
export function conditionsOf(filters: Filters): RawBuilder<SqlBool>[] {
  const of = <Name extends keyof Values>(name: Name) => {
    const value: Values[Name] | undefined = filters[name]
    return value === undefined ? [] : [CONDITIONS[name](value)]
  }
  return (Object.keys(CONDITIONS) as (keyof Values)[]).flatMap((name) => of(name))
}

/** All of them combined. */
export const conditionOf = (filters: Filters): RawBuilder<SqlBool> => all(conditionsOf(filters))

import { type Kysely, sql } from 'kysely'
import { type IsoDate, todayAtLaboratory } from '#domain/dates/dates.ts'
import { personKey } from '#domain/orders/identity.ts'
import { featuresOf } from '#domain/orders/phenotype.ts'
import { isPrenatal } from '#domain/orders/subject.ts'
import { type ReanalysisDue, reanalysisDue } from '#domain/reanalysis/due.ts'
import { changedFindings, type FindingSince } from '#domain/reanalysis/findings.ts'
import {
  AS_LABORATORY,
  type OwnReanalysis,
  policyAt,
  type ReanalysisPolicy,
} from '#domain/reanalysis/policy.ts'
import type { ResultOutcome } from '#domain/results/outcomes.ts'
import type { Tables } from '#server/database/schema/tables.ts'
import { reanalysisPolicies } from '#server/features/catalogue/public.ts'
import type { StoredOrder } from '#server/features/orders/public.ts'
import { filedResults } from '#server/features/results/public.ts'
import { findingsOf } from './stored-findings.ts'

/** The connection of a scope, or the worker's, which sees every institution. */
export type Db = Kysely<Tables>

/** One result of an order that the laboratory may analyze again. */
export interface ReanalysisCase {
  order: StoredOrder
  /** The tested person. */
  person: string
  testCode: string
  testName: string
  reportId: number
  reportedOn: IsoDate
  outcome: ResultOutcome
  policy: ReanalysisPolicy
  findings: FindingSince[]
  /** Newer orders of the same test or its reanalysis for this person, newest first. */
  newer: { id: number; isDraft: boolean }[]
  due: ReanalysisDue
}

/** Finds an institution's orders that name a person; how depends on who asks. */
export type OrdersOfPerson = (db: Db, institution: string, key: string) => Promise<number[]>

/** In a request's scope: through a function, because under the row policies no index on arrays can be used. */
export const inScopeOf: OrdersOfPerson = async (db, institution, key) => {
  const { rows } = await sql<{ id: number }>`
    select id from orders_of_people(${institution}, array[${key}]::text[]) as id`.execute(db)
  return rows.map(({ id }) => id)
}

/** On the worker's connection. */
export const onWorker: OrdersOfPerson = async (db, institution, key) => {
  const { rows } = await sql<{ id: number }>`
    select id from orders where people && array[${key}]::text[] and institution_code = ${institution}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** What an institution sets; as the laboratory sets it if it has set nothing. */
async function ownRulesOf(db: Db, institution: string): Promise<OwnReanalysis> {
  const row = await db
    .selectFrom('reanalysis_rules')
    .selectAll()
    .where('institution_code', '=', institution)
    .executeTakeFirst()
  if (!row) return AS_LABORATORY
  return {
    ...{ isOffered: row.is_offered, afterMonths: row.after_months },
    ...{ byFindings: row.by_findings, ofDeceased: row.of_deceased },
  }
}

/** When results of an order's tests come up at its institution, by test; those that never do are left out. */
export async function policiesFor(
  db: Db,
  { document, institution_code }: Pick<StoredOrder, 'document' | 'institution_code'>,
): Promise<Map<string, ReanalysisPolicy>> {
  const codes = [...document.tests, ...document.addOnTests].map(({ testCode }) => testCode)
  const [laboratory, own] = await Promise.all([
    reanalysisPolicies(db, codes),
    ownRulesOf(db, institution_code),
  ])
  return new Map(
    [...laboratory].flatMap(([code, policy]) => {
      const applied = policyAt(policy, own)
      return applied ? [[code, applied] as const] : []
    }),
  )
}

/**
 * The results of a reported order that the laboratory may analyze again, with whether each is due. A fetus's result
 * is none of them: by then the child is a patient of their own. Reports that the laboratory is checking are left out.
 */
export async function casesOf(
  db: Db,
  order: StoredOrder,
  ordersOfPerson: OrdersOfPerson,
  today: IsoDate,
): Promise<ReanalysisCase[]> {
  const { document } = order
  const [patient] = document.patients
  const key = patient && personKey(patient)
  if (!patient || !key || isPrenatal(document) || order.state !== 'reported') return []
  const tests = [...document.tests, ...document.addOnTests]
  const policies = await policiesFor(db, order)
  if (policies.size === 0) return []
  const results = (await resultsOf(db, order.id)).filter(({ person }) => person === patient.key)
  const findings = await findingsOf(db, order.id)
  const [withdrawnConsents, newer, closed] = await Promise.all([
    withdrawnBy(db, order.id, patient.key),
    newerOrders(db, order, key, ordersOfPerson),
    closedFor(db, order.id),
  ])
  return tests.flatMap(({ testCode, testName }, index) => {
    const policy = policies.get(testCode)
    // A laboratory may name no test in the report of an order's only one.
    const result = decisive(
      results.filter((one) => one.testCode === testCode || (one.testCode === '' && index === 0)),
    )
    if (!policy || !result) return []
    const reportedOn = todayAtLaboratory(result.reportedAt)
    const again = newer.filter((one) => one.tests.some((code) => code === testCode || code === policy.test))
    const since = findings.filter(({ at }) => at > result.reportedAt.toISOString())
    const changed = changedFindings(featuresOf(document), findings).filter((one) => since.includes(one))
    const known = {
      ...{ reportedOn, outcome: result.outcome, withdrawnConsents },
      findingsOn: changed.map(({ at }) => todayAtLaboratory(new Date(at))).toSorted()[0] ?? null,
      isDeceased: patient.deceased !== undefined || newer.some(({ isDeceased }) => isDeceased),
      isOrderedAgain: again.length > 0,
      isClosed: closed.some((one) => one.person === patient.key && one.test_code === testCode),
    }
    return [
      {
        ...{ order, person: patient.key, testCode, testName, reportId: result.reportId, reportedOn },
        ...{ outcome: result.outcome, policy, findings, newer: again },
        due: reanalysisDue(policy, known, today),
      },
    ]
  })
}

/** From the most urgent one, as `reportResult` ranks them; what gives no overall result adds none to another. */
const BY_URGENCY: readonly ResultOutcome[] = [
  ...(['positive', 'uncertain', 'failed', 'other', 'negative', 'none', 'document'] as const),
]

/**
 * Of a report and its addenda the one that gives the result of them all, the newest of several; what an addendum leaves out
 * stays as it was reported.
 */
function decisive<Result extends { outcome: ResultOutcome }>(newestFirst: Result[]): Result | undefined {
  return newestFirst.toSorted((a, b) => BY_URGENCY.indexOf(a.outcome) - BY_URGENCY.indexOf(b.outcome))[0]
}

/** The newest final results that the laboratory is not checking. */
async function resultsOf(db: Db, orderId: number) {
  const results = (await filedResults(db, [orderId])).filter(({ isPreliminary }) => !isPreliminary)
  if (results.length === 0) return []
  const { rows } = await sql<{ id: number }>`select id from questioned_reports(${orderId}) as id`.execute(db)
  return results.filter(({ reportId }) => !rows.some(({ id }) => id === reportId))
}

async function withdrawnBy(db: Db, orderId: number, person: string): Promise<string[]> {
  const rows = await db
    .selectFrom('consent_withdrawal')
    .select('items')
    .where('order_id', '=', orderId)
    .where('patient_key', '=', person)
    .execute()
  return rows.flatMap(({ items }) => items)
}

/** Closed by a person; one that was withdrawn may come up again. */
function closedFor(db: Db, orderId: number) {
  return db
    .selectFrom('follow_up')
    .select(['person', 'test_code'])
    .where('order_id', '=', orderId)
    .where('kind', '=', 'reanalysis')
    .where('closed_at', 'is not', null)
    .where('outcome', '<>', 'withdrawn')
    .execute()
}

/** More orders than one person has. */
const MOST_ORDERS = 50

/** Later orders of which this person is the patient, newest first: drafts too, unless nothing was entered in them. */
async function newerOrders(db: Db, order: StoredOrder, key: string, ordersOfPerson: OrdersOfPerson) {
  const ids = (await ordersOfPerson(db, order.institution_code, key)).filter((id) => id > order.id)
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('orders')
    .select(['id', 'state', 'document'])
    .where('id', 'in', ids)
    .where('state', '<>', 'cancelled')
    .where('is_blank', '=', false)
    .where('is_vob', '=', false)
    .orderBy('id', 'desc')
    .limit(MOST_ORDERS)
    .execute()
  return rows.flatMap(({ id, state, document }) => {
    const [patient] = document.patients
    if (!patient || personKey(patient) !== key || isPrenatal(document)) return []
    return [
      {
        ...{ id, isDraft: state === 'draft', isDeceased: patient.deceased !== undefined },
        tests: [...document.tests, ...document.addOnTests].map(({ testCode }) => testCode),
      },
    ]
  })
}

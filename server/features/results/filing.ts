import { type SqlBool, sql, type Transaction } from 'kysely'
import type { InStore, ReportPart } from '#domain/reports/report-update.ts'
import { CLASSES } from '#domain/results/choices.ts'
import type { Finding } from '#domain/results/finding.ts'
import { readResult } from '#domain/results/read-result.ts'
import { type ResultSummary, summaryOf } from '#domain/results/summary.ts'
import type { Connection } from '#server/database/connection/connect.ts'
import { insertAll } from '#server/database/migrate/bulk.ts'
import type { Tables } from '#server/database/schema/tables.ts'
import type { RepeatingWork } from '#server/jobs/repeating.ts'
import { classTerm, outcomeTerm } from './terms.ts'

/** Orders read at once; each is filled in a transaction of its own. */
const BATCH_SIZE = 500

/**
 * Raise it when a report's data is read better than before (`readResult`, `summaryOf`, the terms of a variant): what is filed is
 * read again, so that it is found as a report of today would be. reader.test.ts says when.
 */
export const RESULT_READER = 3

/** The row of a report with data that an earlier reader made. */
const isReadEarlier = sql<SqlBool>`reported_result.reader < ${RESULT_READER} and reported_result.outcome <> 'document'`

/**
 * Fills the results of an order's current reports that hold data (migration 0064), after its reports were written in the
 * same transaction, and those that an earlier reader filled. The order must be locked.
 */
export async function fileResults(db: Transaction<Tables>, orderId: number): Promise<void> {
  const reports = await db
    .selectFrom('report')
    .leftJoin('result_to_file', 'result_to_file.report_id', 'report.id')
    .leftJoin('reported_result', 'reported_result.report_id', 'report.id')
    .select(['report.id', 'report.order_id', 'report.institution_code', 'report.person', 'report.test_code'])
    .select(['report.status', 'report.parts'])
    .select(sql<Date>`coalesce(made_at, received_at)`.as('reported_at'))
    .where('report.order_id', '=', orderId)
    .where((eb) => eb.or([eb('result_to_file.report_id', 'is not', null), isReadEarlier]))
    .execute()
  const ids = reports.map(({ id }) => id)
  if (ids.length === 0) return
  await db.deleteFrom('reported_result').where('report_id', 'in', ids).execute()
  for (const report of reports) await fileResult(db, report)
  await db.deleteFrom('result_to_file').where('report_id', 'in', ids).execute()
}

interface FiledReport {
  id: number
  order_id: number
  institution_code: string
  person: string
  test_code: string
  status: string
  parts: ReportPart<InStore>[]
  reported_at: Date
}

async function fileResult(
  db: Transaction<Tables>,
  { id, status, parts, ...report }: FiledReport,
): Promise<void> {
  const { person, test_code, institution_code, reported_at, order_id } = report
  const { result, terms: resultTerms } = filedOf(
    parts.flatMap((part) => (part.kind === 'genetics' ? [part.findings] : [])),
  )
  const { outcome, overall, highestClass: highest_class } = result
  await db
    .insertInto('reported_result')
    .values({
      ...{ report_id: id, order_id, institution_code, person, test_code, reported_at },
      ...{
        is_preliminary: status === 'preliminary' || status === 'partial',
        outcome,
        overall,
        highest_class,
      },
      reader: RESULT_READER,
    })
    .execute()
  const variants = result.variants.map((variant, index) => ({
    ...{ report_id: id, position: index + 1, institution_code, variant_key: variant.key },
    ...{ hgnc_id: variant.hgncId, gene: variant.gene, description: variant.description },
    ...{ classes: [...variant.classes], zygosity: variant.zygosity, section: variant.section },
  }))
  await insertAll(db, 'reported_variant', variants)
  const terms = resultTerms.map((term) => ({
    ...{ report_id: id, institution_code, reported_at, outcome },
    ...term,
  }))
  await insertAll(db, 'result_term', terms)
}

/** What is filed of a report's findings, and by what it is found. */
export function filedOf(findings: readonly (readonly Finding[])[]) {
  const result = summaryOf(findings.map((one) => readResult(one)))
  return { result, terms: termsOf(result) }
}

/** By which a search narrows. A laboratory's own words are found by their term: of any length, they do not fit into the index. */
const isSearched = (variantClass: string) => CLASSES.some(([word]) => word === variantClass)

/** What finds a result: position 0 by its overall result, its variants by what `VariantSummary.terms` has, and their classes. */
function termsOf({ outcome, variants }: ResultSummary) {
  const classes = [...new Set(variants.flatMap((one) => one.classes))].filter(isSearched)
  return [
    { position: 0, term: outcomeTerm(outcome), classes },
    ...variants.flatMap((variant, index) => {
      const ofClass = variant.classes.flatMap((one) => [classTerm(one), classTerm(one, outcome)])
      const terms = new Set([...variant.terms, ...ofClass])
      return [...terms].map((term) => ({
        position: index + 1,
        term,
        classes: variant.classes.filter(isSearched),
      }))
    }),
  ]
}

/** Fills what a portal of the previous version filed, what was filed before migration 0064, and what an earlier reader filled. */
export function resultFilling({ db }: Pick<Connection, 'db'>): RepeatingWork {
  async function batch(): Promise<number> {
    const waiting = await db
      .selectFrom('result_to_file')
      .innerJoin('report', 'report.id', 'result_to_file.report_id')
      .select('order_id')
      .union(db.selectFrom('reported_result').select('order_id').where(isReadEarlier))
      .orderBy('order_id')
      .limit(BATCH_SIZE)
      .execute()
    for (const { order_id } of waiting)
      await db.transaction().execute(async (transaction) => {
        // As an incoming message does, before anything of the order.
        await transaction.selectFrom('orders').select('id').where('id', '=', order_id).forUpdate().execute()
        await fileResults(transaction, order_id)
      })
    return waiting.length
  }
  async function run() {
    while ((await batch()) === BATCH_SIZE);
  }
  return { name: 'results', everySeconds: 30, run }
}

import { type Kysely, type Selectable, sql } from 'kysely'
import type { PatientKey } from '#domain/orders/document.ts'
import { isFinal } from '#domain/reports/history.ts'
import type { ComparableVersion } from '#domain/results/compare/versions.ts'
import type { ResultOutcome } from '#domain/results/outcomes.ts'
import { readResult } from '#domain/results/read-result.ts'
import type { Section } from '#domain/results/sections.ts'
import type { Tables } from '#server/database/schema/tables.ts'

/** A variant that a current report lists as found. */
export interface FiledVariant {
  /** Counts the report's variants from 1. */
  position: number
  /** Its key in `GeneticResult.variants` of the report. */
  key: string
  /** `HGNC:1101`; '' if not given. Of several genes the first. */
  hgncId: string
  gene: string
  /** Without the gene: `NM_000059.4:c.5946del p.(Ser1982fs)`. */
  description: string
  /** Each class that the laboratory gives it, the strongest first; several if it has one for each of several diseases. */
  classes: string[]
  zygosity: string
  /** The answer to the question, a secondary finding, a carrier's, or what the laboratory calls otherwise. */
  section: Section
}

/** The result of one current report of an order: one test of one person, or an addendum to one. */
export interface FiledResult {
  reportId: number
  orderId: number
  institution: string
  person: PatientKey
  testCode: string
  /** A preliminary or partial report. */
  isPreliminary: boolean
  /** When the laboratory made it; otherwise when it was received. */
  reportedAt: Date
  /** `document`: the report holds no data; `none`: its data has no overall result. */
  outcome: ResultOutcome
  /** The laboratory's own word for the overall result; '' if it gives none. */
  overall: string
  /** The strongest class of its variants; '' if none has one. Not the overall result. */
  highestClass: string
  /** In the order of the report. */
  variants: FiledVariant[]
}

/**
 * The results of these orders’ current reports, newest first: neither superseded nor withdrawn ones, nor those that wait
 * at the result desk. Reports that the laboratory is checking are among them (`questioned_reports`). In a request's scope
 * only those of its institutions. A report with data that was filed by an earlier version of the portal is missing until
 * `resultFilling` has filled it, which takes about a minute.
 */
export async function filedResults(db: Kysely<Tables>, orderIds: readonly number[]): Promise<FiledResult[]> {
  if (orderIds.length === 0) return []
  const results = await db
    .selectFrom('reported_result')
    .selectAll()
    .where('order_id', 'in', [...orderIds])
    .orderBy('reported_at', 'desc')
    .orderBy('report_id', 'desc')
    .execute()
  const withData = results.flatMap(({ outcome, report_id }) => (outcome === 'document' ? [] : [report_id]))
  const variants =
    withData.length === 0
      ? []
      : await db
          .selectFrom('reported_variant')
          .selectAll()
          .where('report_id', 'in', withData)
          .orderBy('report_id')
          .orderBy('position')
          .execute()
  return results.map((row) => ({
    ...{ reportId: row.report_id, orderId: row.order_id, institution: row.institution_code },
    ...{ person: row.person, testCode: row.test_code, isPreliminary: row.is_preliminary },
    ...{ reportedAt: row.reported_at, outcome: row.outcome, overall: row.overall },
    highestClass: row.highest_class,
    variants: variants.filter(({ report_id }) => report_id === row.report_id).map(presentVariant),
  }))
}

function presentVariant(row: Selectable<Tables['reported_variant']>): FiledVariant {
  const { position, variant_key: key, hgnc_id: hgncId, gene, description, classes, zygosity, section } = row
  return { position, key, hgncId, gene, description, classes, zygosity, section }
}

/**
 * The current final versions of an order's report of one test of one person, oldest first: several if an addendum is among
 * them. Each is called by the id of its row.
 */
export async function currentVersions(
  db: Kysely<Tables>,
  { order_id, person, test_code }: Pick<Selectable<Tables['report']>, 'order_id' | 'person' | 'test_code'>,
): Promise<(ComparableVersion & Pick<FiledResult, 'reportedAt'>)[]> {
  const rows = await db
    .selectFrom('report')
    .select(['id', 'state', 'status', 'parts'])
    .select(sql<Date>`coalesce(made_at, received_at)`.as('reportedAt'))
    .where('order_id', '=', order_id)
    .where('person', '=', person)
    .where('test_code', '=', test_code)
    .orderBy('version')
    .execute()
  return rows.filter(isFinal).map(({ id, status, parts, reportedAt }) => ({
    ...{ version: id, isAddendum: status === 'addended', reportedAt },
    results: parts.flatMap((part) => (part.kind === 'genetics' ? [readResult(part.findings)] : [])),
  }))
}

import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { fail } from '#contract/errors.ts'
import type { FoundResult, resultsRoutes } from '#contract/results.ts'
import { MOST_RESULTS } from '#contract/results-limits.ts'
import type { ReplyOf, RequestOf } from '#contract/route.ts'
import { type OrderDocument, PROBAND } from '#domain/orders/document.ts'
import { personName } from '#domain/orders/family.ts'
import type { Section } from '#domain/results/sections.ts'
import { variantSearch } from '#domain/results/spellings.ts'
import { geneTerms } from '#domain/results/summary.ts'
import type { Connection } from '#server/database/connection/connect.ts'
import { type Authority, type Reading, reading } from '#server/database/scope.ts'
import { genesNamed } from '#server/features/genes/public.ts'
import { IS_QUESTIONED, institutionsAround } from '#server/features/orders/public.ts'
import { classTerm, outcomeTerm } from './terms.ts'

type SearchRequest = RequestOf<(typeof resultsRoutes)['search']>

/** Results of the institutions that the request names, and that the user may see. */
export function searchResults(connection: Connection) {
  return async (
    given: Authority,
    { params, query }: SearchRequest,
  ): Promise<ReplyOf<(typeof resultsRoutes)['search']>> => {
    const { authority, institutions } = institutionsAround(given, params.hospital, query.hospitalCodes)
    const scope = reading(connection, authority)
    const { skip, top } = query
    const search = { ...(await termsOf(scope, query)), institutions, skip, top }
    const { total, rows } = await pageOf(scope, search)
    if (skip > 0 && skip >= total) fail('invalid-page')
    return { total, top, skip, results: rows.map(presentFound) }
  }
}

/** What is searched, as terms of `result_term`. */
export interface ResultSearch {
  institutions: readonly string[]
  /** One of these finds it, by the index. */
  terms: readonly string[]
  /** One of these too, if there are any: the variant's gene. */
  genes: readonly string[]
  /** What the found row has to have besides; left out: anything. */
  classification?: string | undefined
  outcome?: string | undefined
  skip: number
  top: number
}

/** Begins with what is rarest: a variant, its gene, its class, the overall result. */
async function termsOf(
  scope: Reading,
  { gene, variant, classification, outcome }: SearchRequest['query'],
): Promise<Omit<ResultSearch, 'institutions' | 'skip' | 'top'>> {
  const typed = variantSearch(variant ?? '')
  const named = [gene ?? '', typed.gene].filter((one) => one !== '')
  const genes = (await Promise.all(named.map((one) => termsOfGene(scope, one)))).reduce<string[] | null>(
    // A gene in its own field and another before the variant: both have to fit.
    (both, terms) => (both === null ? terms : both.filter((term) => terms.includes(term))),
    null,
  )
  if (genes?.length === 0) return { terms: [], genes }
  if (typed.terms.length > 0) return { terms: typed.terms, genes: genes ?? [], classification, outcome }
  if (genes !== null) return { terms: genes, genes: [], classification, outcome }
  if (classification !== undefined) return { terms: [classTerm(classification, outcome)], genes: [] }
  return { terms: outcome === undefined ? [] : [outcomeTerm(outcome)], genes: [] }
}

/** A gene as any report may have it: by its HGNC id, its symbols, or as it was typed. */
async function termsOfGene({ db }: Reading, name: string): Promise<string[]> {
  const found = await genesNamed(db, name)
  const written = [name, ...found.flatMap(({ symbols }) => symbols)].map((symbol) => ({ hgncId: '', symbol }))
  const numbered = found.map(({ hgncId }) => ({ hgncId, symbol: '' }))
  return [...new Set([...numbered, ...written].flatMap(geneTerms))]
}

/**
 * The found rows of `result_term`, newest first, as SQL for a table with `report_id`, `position` and `reported_at`. Each
 * institution's rows of each term are in the index in this order, so that no more than `most` of each are read where
 * nothing narrows them further.
 */
export function foundTerms(search: Omit<ResultSearch, 'skip' | 'top'>, most: number): RawBuilder<unknown> {
  const { institutions, terms, genes, classification, outcome } = search
  const conditions: RawBuilder<SqlBool>[] = [
    ...(classification === undefined ? [] : [sql<SqlBool>`${classification} = any (t.classes)`]),
    ...(outcome === undefined ? [] : [sql<SqlBool>`t.outcome = ${outcome}`]),
    ...(genes.length === 0
      ? []
      : [
          sql<SqlBool>`exists (select from result_term g where g.institution_code = t.institution_code
            and g.term = any (${genes}::text[]) and g.reported_at = t.reported_at and g.report_id = t.report_id
            and g.position = t.position)`,
        ]),
  ]
  const narrowed = conditions.map((one) => sql`and ${one}`)
  return sql`select distinct found.* from unnest(${institutions}::text[]) at (code), unnest(${terms}::text[]) asked (term)
    cross join lateral (
      select t.report_id, t.position, t.reported_at from result_term t
      where t.institution_code = at.code and t.term = asked.term ${sql.join(narrowed, sql` `)}
      order by t.reported_at desc, t.report_id desc, t.position limit ${most}
    ) found`
}

interface FoundRow {
  report_id: number
  institution_code: string
  order_id: number
  state: FoundResult['state']
  accession_number: string | null
  test_name: string
  patient_first_name: string
  patient_last_name: string
  patient_date_of_birth: string
  person: string
  /** Of a result that is not the patient's. */
  document: OrderDocument | null
  reported_at: Date
  outcome: FoundResult['outcome']
  overall: string
  is_preliminary: boolean
  is_questioned: boolean
  /** Null if a result was found, and not a variant. */
  position: number | null
  gene: string
  hgnc_id: string
  description: string
  classes: string[]
  zygosity: string
  section: Section
  variants: number
}

/** The page and the number of all, in one statement, so that they match. */
async function pageOf({ db }: Reading, search: ResultSearch): Promise<{ total: number; rows: FoundRow[] }> {
  const { skip, top } = search
  const { rows } = await sql<(FoundRow | { report_id: null }) & { total: number }>`
    select counted.total, page.* from (
      select count(*) as total from (${foundTerms(search, MOST_RESULTS)} limit ${MOST_RESULTS}) counted_rows) counted
    left join (
      select row_number() over () as place, listed.report_id, r.institution_code, r.order_id,
        o.state, o.accession_number, coalesce(nullif(report.test_name, ''), o.test_name) as test_name,
        o.patient_first_name, o.patient_last_name, o.patient_date_of_birth, r.person,
        case when r.person <> ${PROBAND} then o.document end as document, r.reported_at, r.outcome, r.overall,
        r.is_preliminary, ${IS_QUESTIONED} as is_questioned, v.position, v.gene, v.hgnc_id, v.description, v.classes,
        v.zygosity, v.section, (select count(*) from reported_variant of_report where of_report.report_id = r.report_id) as variants
      from (select * from (${foundTerms(search, skip + top)}) rows
        order by reported_at desc, report_id desc, position limit ${top} offset ${skip}) listed
      join reported_result r on r.report_id = listed.report_id
      join report on report.id = listed.report_id
      join orders o on o.id = r.order_id
      left join reported_variant v on v.report_id = listed.report_id and v.position = listed.position
      order by listed.reported_at desc, listed.report_id desc, listed.position
    ) page on true order by place`.execute(db)
  const [first] = rows
  return { total: first?.total ?? 0, rows: rows.filter((row) => row.report_id !== null) }
}

function presentFound(row: FoundRow): FoundResult {
  return {
    ...{ reportId: row.report_id, position: row.position ?? 0 },
    ...{ hospitalCode: row.institution_code, orderId: row.order_id, accessionNumber: row.accession_number },
    state: row.state,
    testName: row.test_name,
    patient: {
      firstName: row.patient_first_name,
      lastName: row.patient_last_name,
      dateOfBirth: row.patient_date_of_birth,
    },
    person: row.document === null ? '' : personName(row.document, row.person),
    ...{ reportedAt: row.reported_at.toISOString(), outcome: row.outcome, overall: row.overall },
    ...{ isPreliminary: row.is_preliminary, isQuestioned: row.is_questioned, variants: row.variants },
    variant:
      row.position === null
        ? null
        : {
            ...{ gene: row.gene || row.hgnc_id, description: row.description, classes: row.classes },
            ...{ zygosity: row.zygosity, section: row.section },
          },
  }
}

import { type Kysely, sql } from 'kysely'
import { endedCode, type ProcedureCode } from '#domain/catalogue/lint/procedure-codes.ts'
import type { IsoDate } from '#domain/dates/dates.ts'
import { codeRefusal, type KnownDiagnosis } from '#domain/icd10/diagnosis-code.ts'
import type { DataFileProblem } from '#server/csv/data-table.ts'
import type { Tables } from '#server/database/schema/tables.ts'
import { knownDiagnoses } from '#server/features/catalogue/public.ts'
import type { CodedCoverage } from './coverage-files.ts'

/** A diagnosis code within a text; headings stand for the codes below them. */
const DIAGNOSIS = /\b[A-Z](?:\d[\dAB]|[A-Z]\d)\.[\dA-Z]{1,4}\b/g

/**
 * What is wrong in the files of coverage besides cells that cannot be read: prices of procedure codes on days
 * without that code, and diagnosis codes in payers' rules that are not valid today.
 */
export async function lintCoverage(
  db: Kysely<Tables>,
  { cptPrices, ruleTexts }: CodedCoverage,
  today: IsoDate,
): Promise<DataFileProblem[]> {
  const stored = await db
    .selectFrom('procedure_code')
    .select(['code', sql<string>`valid_from::text`.as('from'), sql<string>`valid_until::text`.as('until')])
    .orderBy('code')
    .orderBy('valid_from')
    .execute()
  const codes = stored.map(
    ({ code, from, until }): ProcedureCode => ({
      ...{ code, minimumGenes: null, maximumGenes: null, namedGenes: [] },
      validFrom: from === '-infinity' ? '' : from,
      validUntil: until === 'infinity' ? '' : until,
    }),
  )
  const prices = cptPrices.flatMap(({ row, code, from, until }) => {
    if (codes.length === 0) return []
    const last = until === null || until > today ? (from > today ? from : today) : until
    const ended = endedCode(codes, code, from) ?? endedCode(codes, code, last)
    return ended ? [{ file: 'contract-prices.csv', row, column: 'cptCode', rule: ended }] : []
  })
  const named = ruleTexts.map((text) => ({ ...text, codes: text.text.match(DIAGNOSIS) ?? [] }))
  const all = named.flatMap((text) => text.codes)
  const { rows } = await sql<{ known: KnownDiagnosis[] }>`
    select ${knownDiagnoses(all, today)} as known`.execute(db)
  const known = new Map((rows[0]?.known ?? []).map((one) => [one.code, one]))
  const diagnoses = named.flatMap(({ row, column, codes: inText }) =>
    inText.flatMap((code) => {
      const judged = known.get(code)
      const refusal = judged ? codeRefusal(judged, today) : null
      if (refusal === null || refusal.kind === 'heading') return []
      const why =
        refusal.kind === 'retired' ? `ended on ${refusal.until}` : 'is not a code of ICD-10-CM today'
      return [{ file: 'rules.csv', row, column, rule: `'${code}' ${why}` }]
    }),
  )
  return [...prices, ...diagnoses]
}

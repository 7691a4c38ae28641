import { sql } from 'kysely'
import { todayAtLaboratory } from '#domain/dates/dates.ts'
import { type FindingVariant, isActionable, kindByDescription } from '#domain/family/cascade/finding.ts'
import { isSameVariant } from '#domain/family/cascade/reported.ts'
import type { JoinedPerson } from '#domain/family/order/family-of-order.ts'
import { blankVariant, VARIANT_CLASSES, type VariantClass } from '#domain/orders/known-variants.ts'
import { validResults } from '#domain/results/compare/versions.ts'
import type { GeneticResult } from '#domain/results/genetic-result.ts'
import type { ReportedVariant } from '#domain/results/reported-variant.ts'
import type { Scope } from '#server/database/scope.ts'
import { currentVersions, type FiledResult, filedResults } from '#server/features/results/public.ts'
import type { StoredFamily } from '../store.ts'
import { isInFamily } from './view.ts'

/** The results of an order's final reports: of current ones, and of none that the laboratory is checking. */
async function validResultsOf(scope: Scope, orderId: number): Promise<FiledResult[]> {
  const [filed, questioned] = await Promise.all([
    filedResults(scope.db, [orderId]),
    sql<{ id: number }>`select questioned_reports(${orderId}) as id`.execute(scope.db),
  ])
  const isQuestioned = (reportId: number) => questioned.rows.some(({ id }) => Number(id) === reportId)
  return filed.filter(({ isPreliminary, reportId }) => !isPreliminary && !isQuestioned(reportId))
}

/** What an order's valid reports hold: the variants that they list as found, and whether the document of one may describe another. */
export async function reportsOf(scope: Scope, orderId: number) {
  const results = await validResultsOf(scope, orderId)
  const variants = await listedIn(scope, orderId, results)
  const lists = (id: number) => variants.some(({ reportId }) => reportId === id)
  const hasDocument = results.some(
    ({ outcome, reportId }) => outcome === 'document' || (outcome === 'positive' && !lists(reportId)),
  )
  return { hasDocument, variants }
}

/** The variants that an order's valid reports list as found. */
export async function reportedAt(scope: Scope, orderId: number) {
  return listedIn(scope, orderId, await validResultsOf(scope, orderId))
}

/** What an addendum lists again is as the addendum has it. */
async function listedIn(scope: Scope, orderId: number, results: readonly FiledResult[]) {
  const all = await Promise.all(
    results.map(async ({ reportId, person, testCode, reportedAt, variants }) => {
      const versions = await currentVersions(scope.db, { order_id: orderId, person, test_code: testCode })
      const listed = variantsIn(versions.find(({ version }) => version === reportId)?.results)
      const valid = new Set(variantsIn([...validResults(versions).values()].at(-1)))
      return variants.flatMap((filed) => {
        const reported = listed.find(({ key }) => key === filed.key)
        if (!reported || !valid.has(reported)) return []
        return {
          ...{ reportId, testCode, person, variantKey: filed.key, reportedOn: todayAtLaboratory(reportedAt) },
          variant: variantOf(filed, reported),
          ...{ description: filed.description, zygosity: filed.zygosity },
          variantClass: classIn(filed.classes),
        }
      })
    }),
  )
  return all.flat()
}

const variantsIn = (results: readonly GeneticResult[] | null = []) =>
  (results ?? []).flatMap(({ variants }) => variants)

const classIn = (classes: readonly string[]): VariantClass | null =>
  VARIANT_CLASSES.find((one) => one === classes[0]) ?? null

/** Of a structural variant, a copy number or a repeat, HGVS alone does not say whether exons or more are gone. */
function kindOf({ cdna, genomic = '', category = '', copyNumber, repeats }: ReportedVariant) {
  if (genomic.includes('m.')) return 'mtdna' as const
  if (repeats.length > 0) return 'repeat' as const
  if (category === 'Structural variant' || copyNumber !== undefined) return '' as const
  return kindByDescription(cdna || genomic)
}

/** A reported variant as an order describes one. */
function variantOf(
  filed: { gene: string; hgncId: string; description: string },
  reported: ReportedVariant,
): FindingVariant {
  const { transcript = '', cdna = '', protein = '', genomic = '' } = reported
  const { asWritten } = blankVariant('')
  return {
    kind: kindOf(reported),
    ...{ gene: filed.gene, hgncId: filed.hgncId, transcript, cdna, protein, genomic },
    asWritten: cdna === '' && genomic === '' ? filed.description : asWritten,
  }
}

/**
 * The (likely) pathogenic variants of an order's reports that no finding of the family names: what may be added to it.
 */
export async function variantsToAdd(
  scope: Scope,
  orderId: number,
  family: { of: StoredFamily; people: readonly JoinedPerson[] } | null,
) {
  const reported = (await reportedAt(scope, orderId)).filter(
    ({ variantClass }) => variantClass !== null && isActionable(variantClass),
  )
  if (reported.length === 0) return []
  const findings =
    family === null
      ? []
      : await scope.db
          .selectFrom('family_finding')
          .select(['variants', 'member'])
          .where('family_id', '=', family.of.id)
          .execute()
  const known = findings.flatMap((one) => (family && isInFamily(family.of.document, one) ? one.variants : []))
  return reported
    .filter(({ variant }) => !known.some((one) => isSameVariant(one, variant)))
    .map(({ reportId, variantKey, person, description, variant, variantClass }) => ({
      ...{ reportId, variantKey, words: `${variant.gene} ${description}, ${variantClass}`.trim() },
      member: family?.people.find(({ patientKey }) => patientKey === person)?.member ?? '',
    }))
}

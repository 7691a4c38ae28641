import type { Kysely, Selectable } from 'kysely'
import { todayAtLaboratory } from '#domain/dates/dates.ts'
import type { FindingVariant } from '#domain/family/cascade/finding.ts'
import { type RelativeResult, resultOfRelative } from '#domain/family/cascade/reported.ts'
import { type OrderDocument, PROBAND } from '#domain/orders/document.ts'
import { validResults } from '#domain/results/compare/versions.ts'
import { summaryOf } from '#domain/results/summary.ts'
import type { Tables } from '#server/database/schema/tables.ts'
import { currentVersions, filedResults } from '#server/features/results/public.ts'

type Db = Kysely<Tables>
type Progress = Pick<Selectable<Tables['cascade_code_use']>, 'sample_on' | 'result_on' | 'result' | 'copies'>

/** What the family's finding is, and the order of its relative. */
interface Ordered {
  variants: readonly FindingVariant[]
  document: Pick<OrderDocument, 'knownVariants'>
}

const NOTHING: Progress = { sample_on: null, result_on: null, result: '', copies: [] }

/**
 * Keeps with a relative's code how far the order is that was begun from it: computed from the order as it stands after a
 * message of the laboratory, so that a cancelled order or a withdrawn report leaves nothing behind. Who may see it is
 * decided when it is read (agreed_code_steps).
 */
export async function followFamilyCode(db: Db, orderId: number): Promise<void> {
  const use = await db
    .selectFrom('cascade_code_use as u')
    .innerJoin('cascade_code as c', 'c.id', 'u.code_id')
    .innerJoin('family_finding as f', 'f.id', 'c.finding_id')
    .innerJoin('orders as o', 'o.id', 'u.order_id')
    .select(['u.code_id', 'f.variants', 'o.state', 'o.document'])
    .where('u.order_id', '=', orderId)
    .executeTakeFirst()
  if (!use) return
  const progress = use.state === 'cancelled' ? NOTHING : await progressOf(db, orderId, use)
  await db.updateTable('cascade_code_use').set(progress).where('code_id', '=', use.code_id).execute()
}

async function progressOf(db: Db, orderId: number, about: Ordered): Promise<Progress> {
  const [sample, result] = await Promise.all([
    db
      .selectFrom('sample')
      .select((eb) => eb.fn.min('accessioned_at').as('first'))
      .where('order_id', '=', orderId)
      .executeTakeFirst(),
    reportedOf(db, orderId, about),
  ])
  const first = sample?.first ?? null
  return { ...NOTHING, sample_on: first && todayAtLaboratory(first), ...result }
}

async function reportedOf(db: Db, orderId: number, about: Ordered): Promise<Partial<Progress>> {
  const results = (await filedResults(db, [orderId])).filter(
    ({ isPreliminary, person }) => !isPreliminary && person === PROBAND,
  )
  if (results.length === 0) return {}
  const tests = await db.selectFrom('known_variant_test').select('test_code').execute()
  const { variants, document } = about
  // Another variant that the clinic added, or put in its place, would answer for the family's.
  const { knownVariants = [] } = document
  const isOfFinding =
    knownVariants.length === variants.length &&
    variants.every(({ gene, cdna, genomic, asWritten }) =>
      knownVariants.some(
        (one) =>
          one.gene === gene && one.cdna === cdna && one.genomic === genomic && one.asWritten === asWritten,
      ),
    )
  const looksForThemOnly = (code: string) => isOfFinding && tests.some(({ test_code }) => test_code === code)
  const answers: (RelativeResult & { on: string })[] = []
  for (const test_code of new Set(results.map(({ testCode }) => testCode))) {
    const versions = await currentVersions(db, { order_id: orderId, person: PROBAND, test_code })
    // By what is valid since each version: an addendum answers nothing that it leaves out.
    const valid = validResults(versions)
    const given = versions.map(({ version, reportedAt }) => {
      const results = valid.get(version) ?? null
      const answer = resultOfRelative(variants, results?.flatMap((one) => one.variants) ?? [], {
        outcome: results ? summaryOf(results).outcome : 'document',
        looksForThemOnly: looksForThemOnly(test_code),
      })
      return { ...answer, on: todayAtLaboratory(reportedAt) }
    })
    const last = given.at(-1)
    // An addendum that leaves the result as it was leaves its day.
    if (last) answers.push({ ...last, on: given.find(({ result }) => result === last.result)?.on ?? last.on })
  }
  // Of several reports one that says something about the variant counts, the newest first.
  const best = answers.find(({ result }) => result !== 'tested') ?? answers[0]
  return best ? { result: best.result, result_on: best.on, copies: best.copies } : {}
}

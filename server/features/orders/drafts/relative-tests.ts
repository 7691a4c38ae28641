import { fail } from '#contract/errors.ts'
import { todayAtLaboratory } from '#domain/dates/dates.ts'
import type { CopyKind } from '#domain/orders/copy.ts'
import type { OrderDocument } from '#domain/orders/document.ts'
import {
  familyReportDay,
  familyWindow,
  type ReportedOrder,
  type ReportedVariant,
  suitsRelatives,
  variantsFor,
  withKnownVariantTest,
} from '#domain/orders/for-relative.ts'
import { blankVariant, variantInWords } from '#domain/orders/known-variants.ts'
import { type Authority, audit, type Scope } from '#server/database/scope.ts'
import { orderableTests, testsForRelatives } from '#server/features/catalogue/public.ts'
import { reportsOf } from '#server/features/families/public.ts'
import { meaningsOfSymbols } from '#server/features/genes/public.ts'
import { type Input, inScope, type OrderDeps, type Reply } from '../order-deps.ts'
import { findOrder, type StoredOrder } from '../store.ts'

type Deps = Pick<OrderDeps, 'laboratoryName'>

/** The order with what its reports hold, which is recorded as read. */
async function reportedOrder(deps: Deps, scope: Scope, row: StoredOrder): Promise<ReportedOrder> {
  const reports = await reportsOf(scope, row.id)
  if (reports.hasDocument || reports.variants.length > 0)
    await audit(scope, 'report.list', { kind: 'order', id: row.id, institution: row.institution_code })
  return {
    ...{ document: row.document, laboratory: deps.laboratoryName, reports },
    ...{ labNumber: row.accession_number ?? '', reportedAt: row.reported_at },
  }
}

/** The tests that look at a relative for the variant of this order. */
async function testsOf({ db }: Scope, { institution_code }: StoredOrder, original: ReportedOrder) {
  const tests = await orderableTests(db, await testsForRelatives(db), institution_code)
  return tests
    .flatMap((test) => (test.knownVariant ? [{ ...test, knownVariant: test.knownVariant }] : []))
    .filter((test) => suitsRelatives(test, original))
}

const wordsOf = ({ variant, variantClass }: ReportedVariant) =>
  [variantInWords({ ...blankVariant(''), ...variant }), variantClass].filter(Boolean).join(', ')

export function relativeTests(deps: OrderDeps) {
  return (authority: Authority, { params }: Input<'relativeTests'>): Promise<Reply<'relativeTests'>> =>
    inScope(deps, authority, async (scope) => {
      const row = (await findOrder(scope, params.hospital, params.id)) ?? fail('not-found')
      const original = await reportedOrder(deps, scope, row)
      const from = familyReportDay(original)
      const today = todayAtLaboratory(deps.now())
      return (await testsOf(scope, row, original)).map((test) => {
        const { code: testCode, testName, knownVariant } = test
        const window = familyWindow(from, knownVariant.familyDays, today)
        return {
          ...{ testCode, testName, until: window?.until ?? null, daysLeft: window?.daysLeft ?? null },
          most: knownVariant.most,
          variants: variantsFor(test, original).map((one) => ({
            ...{ reportId: one.reportId, variantKey: one.variantKey, words: wordsOf(one) },
          })),
        }
      })
    })
}

interface RelativeCopy {
  copied: OrderDocument
  as: CopyKind
  testCode: string
  /** Of those that `relativeTests` names. */
  variants?: readonly { reportId: number; variantKey: string }[] | undefined
}

/** The copy for a relative, to be tested for the order's variant only. */
export async function copyWithVariant(
  deps: Deps,
  scope: Scope,
  row: StoredOrder,
  { copied, as, testCode, variants = [] }: RelativeCopy,
): Promise<OrderDocument> {
  const original = await reportedOrder(deps, scope, row)
  const test = (await testsOf(scope, row, original)).find(({ code }) => code === testCode)
  if (as !== 'relative' || !test)
    fail('invalid-fields', {
      errors: [
        {
          ...{ path: '/testCode', rule: 'unknown' },
          message: `${testCode} is not a test for relatives of this order: choose one that relative-tests names.`,
        },
      ],
    })
  const offered = variantsFor(test, original)
  const chosen = variants.flatMap(
    (picked) =>
      offered.find((one) => one.reportId === picked.reportId && one.variantKey === picked.variantKey) ?? [],
  )
  const { most } = test.knownVariant
  if (chosen.length !== variants.length || (most !== null && chosen.length > most))
    fail('invalid-fields', {
      errors: [
        {
          ...{ path: '/variants', rule: 'unknown' },
          message: `Choose variants that relative-tests names for ${testCode}, and no more than it looks at.`,
        },
      ],
    })
  // The only one needs no choice.
  const filledIn = variants.length === 0 && offered.length === 1 ? offered : chosen
  const gene = await onlyGene(scope, row.document)
  return withKnownVariantTest(copied, test, original, { variants: filledIn, gene })
}

/** The gene of an order of a single one: the variant that it found is there. */
async function onlyGene({ db }: Scope, { tests }: OrderDocument) {
  const [gene, ...others] = new Set(tests.flatMap(({ genes }) => genes))
  if (gene === undefined || others.length > 0) return null
  const meaning = (await meaningsOfSymbols(db, [gene]))?.get(gene)
  return { gene, hgncId: meaning?.kind === 'approved' ? meaning.hgncId : '' }
}

import { fail } from '#contract/errors.ts'
import { todayAtLaboratory } from '#domain/dates/dates.ts'
import type { CopyKind } from '#domain/orders/copy.ts'
import type { OrderDocument } from '#domain/orders/document.ts'
import {
  familyReportDay,
  familyWindow,
  type ReportedOrder,
  suitsRelatives,
  withKnownVariantTest,
} from '#domain/orders/for-relative.ts'
import type { Authority, Scope } from '#server/database/scope.ts'
import { orderableTests, testsForRelatives } from '#server/features/catalogue/public.ts'
import { meaningsOfSymbols } from '#server/features/genes/public.ts'
import { type Input, inScope, type OrderDeps, type Reply } from '../order-deps.ts'
import { findOrder, type StoredOrder } from '../store.ts'

type Deps = Pick<OrderDeps, 'laboratoryName'>

const reportedOrder = ({ laboratoryName: laboratory }: Deps, row: StoredOrder): ReportedOrder => ({
  ...{ document: row.document, laboratory },
  ...{ labNumber: row.accession_number ?? '', reportedAt: row.reported_at },
})

/** The tests that look at a relative for the variant of this order. */
async function testsOf(deps: Deps, { db }: Scope, row: StoredOrder) {
  const original = reportedOrder(deps, row)
  const tests = await orderableTests(db, await testsForRelatives(db), row.institution_code)
  return tests
    .flatMap((test) => (test.knownVariant ? [{ ...test, knownVariant: test.knownVariant }] : []))
    .filter((test) => suitsRelatives(test, original))
}

export function relativeTests(deps: OrderDeps) {
  return (authority: Authority, { params }: Input<'relativeTests'>): Promise<Reply<'relativeTests'>> =>
    inScope(deps, authority, async (scope) => {
      const row = (await findOrder(scope, params.hospital, params.id)) ?? fail('not-found')
      const from = familyReportDay(reportedOrder(deps, row))
      const today = todayAtLaboratory(deps.now())
      return (await testsOf(deps, scope, row)).map(({ code: testCode, testName, knownVariant }) => {
        const window = familyWindow(from, knownVariant.familyDays, today)
        return { testCode, testName, until: window?.until ?? null, daysLeft: window?.daysLeft ?? null }
      })
    })
}

/** The copy for a relative, to be tested for the order's variant only. */
export async function copyWithVariant(
  deps: Deps,
  scope: Scope,
  row: StoredOrder,
  { copied, as, testCode }: { copied: OrderDocument; as: CopyKind; testCode: string },
): Promise<OrderDocument> {
  const test = (await testsOf(deps, scope, row)).find(({ code }) => code === testCode)
  if (as !== 'relative' || !test)
    fail('invalid-fields', {
      errors: [
        {
          ...{ path: '/testCode', rule: 'unknown' },
          message: `${testCode} is not a test for relatives of this order: choose one that relative-tests names.`,
        },
      ],
    })
  return withKnownVariantTest(copied, test, reportedOrder(deps, row), await onlyGene(scope, row.document))
}

/** The gene of an order of a single one: the variant that it found is there. */
async function onlyGene({ db }: Scope, { tests }: OrderDocument) {
  const [gene, ...others] = new Set(tests.flatMap(({ genes }) => genes))
  if (gene === undefined || others.length > 0) return null
  const meaning = (await meaningsOfSymbols(db, [gene]))?.get(gene)
  return { gene, hgncId: meaning?.kind === 'approved' ? meaning.hgncId : '' }
}

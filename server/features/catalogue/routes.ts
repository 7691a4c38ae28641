import type { catalogueRoutes, TestDetails, TestSummary } from '#contract/catalogue.ts'
import { fail } from '#contract/errors.ts'
import type { Handlers } from '#server/handlers.ts'
import { type Catalogue, categories, consentsOf, searchIcd10, searchTests, testByCode } from './store.ts'

type SummaryRow = Awaited<ReturnType<typeof searchTests>>['rows'][number]

function summary(row: SummaryRow): TestSummary {
  return {
    id: row.id,
    code: row.code,
    displayTestCode: row.display_test_code,
    testName: row.name,
    testType: row.test_type,
    category: row.category as TestSummary['category'],
    displayInCatalog: row.display_in_catalog,
    geneCount: row.gene_count,
    turnaroundDays: row.turnaround_days,
    matchedGene: row.matched_gene,
  }
}

async function details(db: Catalogue, code: string): Promise<TestDetails> {
  const row = (await testByCode(db, code)) ?? fail('not-found', { detail: `There is no test ${code}.` })
  const consents = await consentsOf(db, [code])
  return {
    ...summary({ ...row, matched_gene: null }),
    genes: row.genes,
    specimens: row.specimens as TestDetails['specimens'],
    specimenNote: row.specimen_note,
    listPriceCents: row.list_price_cents,
    cptCodes: row.cpt_codes,
    sex: row.sex as TestDetails['sex'],
    relatives: row.relatives,
    method: row.method,
    description: row.description,
    consents: consents.map(({ id, title, text, kind, required }) => ({
      id,
      title,
      text,
      kind: kind as TestDetails['consents'][number]['kind'],
      required,
    })),
  }
}

export function catalogueHandlers(db: Catalogue): Handlers<typeof catalogueRoutes> {
  return {
    categories: async () =>
      (await categories(db)) as Awaited<ReturnType<Handlers<typeof catalogueRoutes>['categories']>>,
    orderable: async ({ query }) => {
      const { total, rows } = await searchTests(db, query.keywords ?? '', query.skip, query.top)
      return { total, tests: rows.map(summary) }
    },
    test: ({ params }) => details(db, params.code),
    icd10: ({ query }) => searchIcd10(db, query.keywords, query.top),
  }
}

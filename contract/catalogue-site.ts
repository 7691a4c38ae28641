import type { TestIndex } from '#domain/catalogue/search.ts'
import type { ConsentQuestion, TestDetails, TestSummary } from './catalogue.ts'

/** One test of the public catalogue with all that its page shows. */
export interface CatalogueTest
  extends Pick<
    TestDetails,
    | 'code'
    | 'testName'
    | 'testType'
    | 'category'
    | 'geneCount'
    | 'turnaroundDays'
    | 'genes'
    | 'geneChoice'
    | 'specimens'
    | 'specimenNote'
    | 'listPriceCents'
    | 'cptCodes'
    | 'sex'
    | 'relatives'
    | 'method'
    | 'description'
  > {
  /** '' where it is shown by its own code. */
  displayCode: string
  /** Those asked everywhere. */
  consents: readonly ConsentQuestion[]
  /** Codes of the tests that are often wanted with it, everywhere; all are in the catalogue. */
  addOns: readonly string[]
  /** The same for a pair, and its parents' tests: codes of tests in the catalogue. */
  pair: readonly string[]
  parental: readonly string[]
}

export interface CatalogueCategory {
  category: TestSummary['category']
  name: string
  description: string
}

/** The public catalogue as it is now: what the pages of the catalogue site are made of. */
export interface CatalogueData {
  /** In the laboratory's order. */
  categories: readonly CatalogueCategory[]
  /** By code, in the order of their names. */
  tests: ReadonlyMap<string, CatalogueTest>
  index: TestIndex
}

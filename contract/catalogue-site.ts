import type { TestIndex } from '#domain/catalogue/search.ts'
import type { TestDetails } from './catalogue.ts'
import type { ConsentQuestion } from './consent-questions.ts'

/** A test of the public catalogue, with everything its page shows. */
export interface CatalogueTest
  extends Pick<
    TestDetails,
    | 'code'
    | 'testName'
    | 'testType'
    | 'category'
    | 'geneCount'
    | 'turnaroundDays'
    | 'turnaround'
    | 'genes'
    | 'geneChoice'
    | 'specimens'
    | 'specimenNote'
    | 'listPriceCents'
    | 'cptCodes'
    | 'sex'
    | 'relatives'
    | 'offeredFor'
    | 'method'
    | 'description'
  > {
  /** '' if it is shown by its own code. */
  displayCode: string
  /** The questions asked at all institutions. */
  consents: readonly ConsentQuestion[]
  /** Codes of its add-on tests at all institutions; all are in the catalogue. */
  addOns: readonly string[]
  /** Its version for a pair, and the tests of the parents: codes of tests in the catalogue. */
  pair: readonly string[]
  parental: readonly string[]
}

export interface CatalogueCategory {
  category: string
  name: string
  description: string
}

/** The current public catalogue, from which the pages of the catalogue site are made. */
export interface CatalogueData {
  /** Those with tests, in the laboratory's order. */
  categories: readonly CatalogueCategory[]
  /** By code, in the order of the tests' names. */
  tests: ReadonlyMap<string, CatalogueTest>
  index: TestIndex
  /** Example searches, each of which finds a test. */
  examples: readonly string[]
}

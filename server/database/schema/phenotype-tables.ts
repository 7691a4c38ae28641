import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { Synonym } from '#domain/phenotype/term.ts'

export interface PhenotypeTables {
  /** The imported release of the Human Phenotype Ontology: one row. */
  hpo_release: {
    version: string
    imported_at: ColumnType<Date, never, never>
    /** New with each import. */
    stamp: Generated<string>
  }
  hpo_term: {
    id: string
    label: string
    definition: string
    parents: string[]
    synonyms: JSONColumnType<[text: string, scope: Synonym['scope'], kind: Synonym['kind']][], string>
    alternative_ids: string[]
    obsolete: boolean
    /** Of an obsolete term; '' for none. */
    replaced_by: string
    consider: string[]
  }
  /** Tests that ask for phenotype terms; an order with fewer than `few` is told so. */
  test_phenotype: { test_code: string; few: number }
}

import type { ColumnType, Generated } from 'kysely'
import type { Instant, InstantOrNull } from './column-types.ts'

/** The tests, and what belongs to them. */
export interface CatalogueTables {
  custom_panel: {
    id: Generated<number>
    institution_code: string
    test_code: string
    name: string
    genes: string[]
    version: Generated<number>
    created_by_name: string
    created_at: Instant
    updated_by_name: string
    updated_at: Instant
    removed_at: InstantOrNull
  }
  test_category: { category: string; position: number; name: string; description: string }
  test: {
    id: Generated<number>
    code: string
    display_test_code: string
    name: string
    category: string
    test_type: string
    genes: string[]
    gene_count: number
    turnaround_days: number
    specimens: string[]
    specimen_note: string
    list_price_cents: number
    cpt_codes: string[]
    sex: string
    relatives: number
    method: string
    description: string
    display_in_catalog: boolean
    orderable: Generated<boolean>
    gene_choice: Generated<'all' | 'one' | 'some'>
    /** How many were ordered in the last year, counted by the laboratory. */
    ordered_often: Generated<number>
  }
  test_section: { test_code: string; position: number; section: string; setting: string }
  test_setting: { test_code: string; topic: string; setting: ColumnType<object, string, string> }
  related_test: { test_code: string; kind: 'pair' | 'parental'; related_test_code: string }
  client_test_code: { client_code: string; test_code: string; hospital_code: string }
  va_test: { panel: string; position: number; test_code: string }
  va_station: { number: string; name: string; city: string; state: string }
  procedure_code: {
    code: string
    valid_from: Generated<string>
    valid_until: Generated<string>
    minimum_genes: number | null
    maximum_genes: number | null
    named_genes: Generated<string[]>
    source: Generated<string>
  }
  icd10: {
    code: string
    description: string
    billable: Generated<boolean>
    valid_from: Generated<string>
    valid_until: Generated<string>
    words: Generated<string>
  }
}

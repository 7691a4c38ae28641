/** Tests that look at known variants. */
export interface VariantTables {
  known_variant_test: {
    test_code: string
    kinds: string[]
    most: number | null
    excluded_genes: string[]
    for_relatives: boolean
    family_days: number | null
  }
}

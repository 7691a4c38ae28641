import type { VariantKind } from './known-variants.ts'

/** What a laboratory sets about a test that looks at known variants (data/catalogue/known-variants.csv). */
export interface KnownVariantTest {
  /** The kinds that its method finds: sequencing does not find a deleted exon. */
  kinds: readonly VariantKind[]
  /** How many variants one test looks at; null: any number. */
  most: number | null
  /** Genes that it refuses, such as those with look-alike copies. */
  excludedGenes: readonly string[]
  /** Offered when an order is copied for a relative. */
  forRelatives: boolean
  /** A relative's order and specimen are due this many days after the report; null: any time. */
  familyDays: number | null
}

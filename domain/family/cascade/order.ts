import { blankTest, newOrder, type OrderDocument, type OrderingProvider } from '../../orders/document.ts'
import { blankVariant, type KnownVariant, type VariantClass } from '../../orders/known-variants.ts'
import { table } from '../../table.ts'
import type { FindingInheritance, FindingVariant } from './finding.ts'

/** What a code tells the clinic that redeemed it. */
export interface ToldFinding {
  variants: readonly FindingVariant[]
  inheritance: FindingInheritance
  variantClass: VariantClass
  laboratory: string
  /** It is this laboratory's own report, which it finds by the code. */
  isOwnReport: boolean
}

const INHERITANCES = table<KnownVariant['inheritance']>({
  'autosomal dominant': 'Dominant',
  'autosomal recessive': 'Recessive',
  'x-linked': 'X-linked',
})

/** The order of somebody who brought a code: the test, and the variant as data. Whose it is stays open. */
export function orderOfFinding(
  { variants, inheritance, variantClass, laboratory, isOwnReport }: ToldFinding,
  test: { testCode: string; testName: string },
  provider?: OrderingProvider,
): OrderDocument {
  const knownVariants = variants.map((variant, index): KnownVariant => {
    const blank = blankVariant(`v${index + 1}`)
    return {
      ...blank,
      ...variant,
      ...{ variantClass, laboratory, inheritance: INHERITANCES[inheritance] ?? '' },
      carrier: { ...blank.carrier, relation: 'Other blood relative' },
      report: isOwnReport ? 'family-code' : '',
    }
  })
  return { ...newOrder(provider), tests: [blankTest(test.testCode, test.testName)], knownVariants }
}

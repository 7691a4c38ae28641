import type { ReportedVariant } from '../../results/reported-variant.ts'
import { variantName } from '../../results/words.ts'
import { geneOf } from './genes.ts'

/** Of whom and of what a finding is invented. */
export interface Subject {
  /** The same words give the same finding. */
  words: string
  testName: string
  /** The test is a screen of healthy people. */
  isCarrier: boolean
  /** As on the order; '' if unknown. */
  sex: string
  /** The specimen's type: the tissue of a mosaic variant and of heteroplasmy. */
  tissue: string
  /** The person agreed to secondary findings. */
  isSecondaryAllowed: boolean
}

export type Fields = Partial<Omit<ReportedVariant, 'genes' | 'significances'>>

/** A variant with its class, condition and the text about it, which names it. */
export function madeVariant(
  key: string,
  symbol: string,
  fields: Fields,
  told: { variantClass: string; condition: string; inheritedAs: string; text: (name: string) => string },
): ReportedVariant {
  const variant: ReportedVariant = {
    ...{ key, form: 'variant', of: [], call: 'Present', repeats: [], consequences: [], notes: [] },
    ...{ genes: symbol === '' ? [] : [geneOf(symbol)], significances: [] },
    ...fields,
  }
  const { variantClass, condition, inheritedAs, text } = told
  const conditions = condition === '' ? [] : [{ name: condition, system: '', code: '' }]
  const mode = inheritedAs === '' ? {} : { conditionInheritance: inheritedAs }
  const significance = { variantClass, conditions, ...mode, text: text(variantName(variant)) }
  return { ...variant, significances: [significance] }
}

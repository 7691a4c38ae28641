import { VARIANT_CLASSES, type VariantClass } from '../../orders/known-variants.ts'
import { namesOf, pairs } from '../../results/compare/same-variant.ts'
import type { ResultOutcome } from '../../results/outcomes.ts'
import type { ReportedVariant } from '../../results/reported-variant.ts'
import { classesOf } from '../../results/words.ts'
import { table } from '../../table.ts'
import type { FindingVariant } from './finding.ts'

/** Copies of a variant by the laboratory's word for its allelic state. */
export const COPIES = table<number>({ Heterozygous: 1, Homozygous: 2, Hemizygous: 1 })

/** A finding's variant as a report would list it. */
function asReported({
  gene,
  hgncId,
  transcript,
  cdna,
  protein,
  genomic,
  asWritten,
}: FindingVariant): ReportedVariant {
  const told = { transcript, cdna, protein, genomic, name: asWritten }
  return {
    ...{ key: '', form: 'variant', of: [], repeats: [], consequences: [], notes: [], significances: [] },
    genes: gene === '' && hgncId === '' ? [] : [{ hgncId, symbol: gene }],
    ...Object.fromEntries(Object.entries(told).filter(([, value]) => value !== '')),
  }
}

/** For each of a finding's variants the one of a report that is the same; undefined: it lists none. */
function reportedAs(
  variants: readonly FindingVariant[],
  reported: readonly ReportedVariant[],
): (ReportedVariant | undefined)[] {
  const sought = variants.map((variant) => ({ names: namesOf([asReported(variant)]) }))
  const listed = reported.map((variant) => ({ names: namesOf([variant]), variant }))
  const { both } = pairs<{ names: ReturnType<typeof namesOf>; variant?: ReportedVariant }>(sought, listed)
  return sought.map((one) => both.find(([older]) => older === one)?.[1].variant)
}

/** Whether two descriptions name one variant, as far as can be told. */
export const isSameVariant = (one: FindingVariant, other: FindingVariant): boolean =>
  reportedAs([one], [asReported(other)])[0] !== undefined

export interface RelativeResult {
  /** `tested`: the report does not say whether the variant is there. */
  result: 'tested' | 'positive' | 'negative'
  /** Of each variant, if the report gives them all; otherwise empty. */
  copies: number[]
}

/**
 * What a relative's report says of the family's finding. If its data does not name the variant, the laboratory's overall
 * “positive” or “negative” counts only of an order that looked for the family's variants and for nothing else.
 */
export function resultOfRelative(
  variants: readonly FindingVariant[],
  reported: readonly ReportedVariant[],
  overall: { outcome: ResultOutcome; looksForThemOnly: boolean },
): RelativeResult {
  const found = reportedAs(variants, reported)
  const isThere = found.map(isThereBy)
  if (isThere.includes(true)) {
    const copies = found.map((one, index) =>
      isThere[index] === false ? 0 : one && isThere[index] ? (COPIES[one.allelicState ?? ''] ?? -1) : -1,
    )
    return { result: 'positive', copies: copies.includes(-1) ? [] : copies }
  }
  if (isThere.every((one) => one === false)) return { result: 'negative', copies: [] }
  const { outcome, looksForThemOnly } = overall
  const isOverall = looksForThemOnly && found.every((one) => one === undefined)
  const isAnswer = outcome === 'positive' || outcome === 'negative'
  return { result: isOverall && isAnswer ? outcome : 'tested', copies: [] }
}

/** Only “absent” says that it is not there: an indeterminate call and a laboratory's own word leave it open (null). */
function isThereBy(one: ReportedVariant | undefined): boolean | null {
  if (one === undefined) return null
  const { call = 'Present' } = one
  return call === 'Present' ? true : call === 'Absent' ? false : null
}

/**
 * The class that a report gives a finding now: of two variants the less certain. Null if it gives one of them none;
 * `'gone'` if it does not list one of them as found.
 */
export function classNow(
  variants: readonly FindingVariant[],
  reported: readonly ReportedVariant[],
): VariantClass | 'gone' | null {
  const found = reportedAs(variants, reported)
  const there = found.filter((one) => one !== undefined && one.call !== 'Absent')
  if (there.length < variants.length) return 'gone'
  const classes = there.map((one) => VARIANT_CLASSES.find((known) => one && classesOf(one)[0] === known))
  return classes.includes(undefined)
    ? null
    : (VARIANT_CLASSES.findLast((one) => classes.includes(one)) ?? null)
}

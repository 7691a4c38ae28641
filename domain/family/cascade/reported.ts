import { VARIANT_CLASSES, type VariantClass } from '../../orders/known-variants.ts'
import { type ListedVariant, variantsOf } from '../../results/compare/listed-variants.ts'
import { namesOf, pairs } from '../../results/compare/same-variant.ts'
import { type ComparableVersion, validResults } from '../../results/compare/versions.ts'
import type { ResultOutcome } from '../../results/outcomes.ts'
import { isFound, type ReportedVariant } from '../../results/reported-variant.ts'
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

/** For each of a finding's variants the listings of it in a report, by tissue or condition; none: it lists none. */
function reportedAs(
  variants: readonly FindingVariant[],
  reported: readonly ReportedVariant[],
): (readonly ReportedVariant[])[] {
  type Sought = Pick<ListedVariant, 'names'> & Partial<ListedVariant>
  const sought: Sought[] = variants.map((variant) => ({ names: namesOf([asReported(variant)]) }))
  const { both } = pairs<Sought>(sought, variantsOf([{ variants: reported }]))
  return sought.map((one) => both.find(([older]) => older === one)?.[1].listed ?? [])
}

/** Whether two descriptions name one variant, as far as can be told. */
export const isSameVariant = (one: FindingVariant, other: FindingVariant): boolean =>
  (reportedAs([one], [asReported(other)])[0] ?? []).length > 0

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
      isThere[index] === false ? 0 : isThere[index] ? copiesIn(one) : -1,
    )
    return { result: 'positive', copies: copies.includes(-1) ? [] : copies }
  }
  if (isThere.every((one) => one === false)) return { result: 'negative', copies: [] }
  const { outcome, looksForThemOnly } = overall
  const isOverall = looksForThemOnly && found.every((listed) => listed.length === 0)
  const isAnswer = outcome === 'positive' || outcome === 'negative'
  return { result: isOverall && isAnswer ? outcome : 'tested', copies: [] }
}

const callOf = ({ call = 'Present' }: ReportedVariant) => call
const isThereIn = (one: ReportedVariant) => callOf(one) === 'Present'

/**
 * Found in one tissue is found. Only “absent” says that it is not there: an indeterminate call and a laboratory's own word leave
 * it open (null).
 */
function isThereBy(listed: readonly ReportedVariant[]): boolean | null {
  if (listed.some(isThereIn)) return true
  return listed.length > 0 && listed.every((one) => callOf(one) === 'Absent') ? false : null
}

/** -1 if they are not told, or differ. */
function copiesIn(listed: readonly ReportedVariant[]): number {
  const copies = new Set(listed.filter(isThereIn).map((one) => COPIES[one.allelicState ?? ''] ?? -1))
  const [only = -1] = copies
  return copies.size === 1 ? only : -1
}

/**
 * The class that a report gives a finding, by its current versions, oldest first: of two variants the less certain. Null if it
 * gives one of them none; `'gone'` if it does not list one of them as found; `'unknown'` if it has no data that would tell.
 */
export function classBy(
  variants: readonly FindingVariant[],
  versions: readonly ComparableVersion[],
): VariantClass | 'gone' | 'unknown' | null {
  const newest = versions.at(-1)
  const valid = newest && validResults(versions).get(newest.version)
  if (!valid) return 'unknown'
  const found = reportedAs(
    variants,
    valid.flatMap((one) => one.variants),
  )
  const there = found.map((listed) => listed.filter(isFound))
  const missing = found.filter((_, index) => there[index]?.length === 0)
  // Data that was added to a document tells nothing of what it leaves out.
  const isWhole = versions.some(({ isAddendum, results }) => !isAddendum && results.length > 0)
  if (missing.length > 0) return isWhole || missing.some((listed) => listed.length > 0) ? 'gone' : 'unknown'
  const classes = there.map((listed) => {
    const [first] = listed.flatMap(classesOf)
    return VARIANT_CLASSES.find((known) => first === known)
  })
  return classes.includes(undefined)
    ? null
    : (VARIANT_CLASSES.findLast((one) => classes.includes(one)) ?? null)
}

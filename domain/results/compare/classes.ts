import { CLASSES } from '../choices.ts'
import type { ReportedVariant } from '../reported-variant.ts'

/** A class of a variant, for the conditions that the laboratory names. */
export interface VariantClass {
  /** One of CLASSES, or the laboratory's own words. */
  name: string
  conditions: readonly string[]
}

/** The classes of a variant, each once; empty if the laboratory gives none. */
export function classesIn(listings: readonly ReportedVariant[]): VariantClass[] {
  const classes = new Map<string, Set<string>>()
  for (const { variantClass, conditions } of listings.flatMap(({ significances }) => significances)) {
    if (!variantClass) continue
    const known = classes.get(variantClass) ?? new Set()
    classes.set(variantClass, new Set([...known, ...conditions.map(({ name, code }) => name || code)]))
  }
  return [...classes]
    .map(([name, conditions]) => ({ name, conditions: [...conditions].toSorted() }))
    .toSorted((a, b) => rankOf(a.name) - rankOf(b.name) || (a.name < b.name ? -1 : 1))
}

/** From pathogenic to benign, a laboratory's own words last. */
function rankOf(name: string): number {
  const rank = CLASSES.findIndex(([one]) => one === name)
  return rank === -1 ? CLASSES.length : rank
}

/** Whether the class is another, altogether or for one of the conditions that both versions name. */
export function isOtherClass(before: readonly VariantClass[], after: readonly VariantClass[]): boolean {
  const names = (classes: readonly VariantClass[]) => classes.map(({ name }) => name).join('|')
  return (
    names(before) !== names(after) ||
    sharedConditions(before, after).some(
      (one) => names(classesFor(before, one)) !== names(classesFor(after, one)),
    )
  )
}

function sharedConditions(before: readonly VariantClass[], after: readonly VariantClass[]): string[] {
  const now = after.flatMap(({ conditions }) => conditions)
  return before.flatMap(({ conditions }) => conditions).filter((one) => now.includes(one))
}

const classesFor = (classes: readonly VariantClass[], condition: string) =>
  classes.filter(({ conditions }) => conditions.includes(condition))

/** `Uncertain significance`, or `Pathogenic for Ataxia; Benign for Deafness`; '' without a class. */
export function classesInWords(classes: readonly VariantClass[]): string {
  return classes
    .map(({ name, conditions }) =>
      classes.length > 1 && conditions.length > 0 ? `${name} for ${conditions.join(', ')}` : name,
    )
    .join('; ')
}

/**
 * What a change of class means for care. The line lies between pathogenic or likely pathogenic and everything
 * else (clinical.md 14): `upgrade` and `downgrade` cross it. `unclear`: one of the classes is the
 * laboratory's own word (a risk allele, a tier), whose side a person has to judge.
 */
export type Crossing = 'upgrade' | 'downgrade' | 'unclear' | 'none'

/** The crossing between the classes of two versions; of a variant that one does not list they are empty. */
export function crossing(before: readonly VariantClass[], after: readonly VariantClass[]): Crossing {
  if (isOwnWord(before) || isOwnWord(after)) return isOtherClass(before, after) ? 'unclear' : 'none'
  const [was, is] = [isPathogenic(before), isPathogenic(after)]
  if (was !== is) return is ? 'upgrade' : 'downgrade'
  const crosses = (condition: string) =>
    isPathogenic(classesFor(before, condition)) !== isPathogenic(classesFor(after, condition))
  return sharedConditions(before, after).some(crosses) ? 'unclear' : 'none'
}

const PATHOGENIC: readonly string[] = ['Pathogenic', 'Likely pathogenic']
const isPathogenic = (classes: readonly VariantClass[]) =>
  classes.some(({ name }) => PATHOGENIC.includes(name))
const isOwnWord = (classes: readonly VariantClass[]) =>
  classes.some(({ name }) => CLASSES.every(([one]) => one !== name))

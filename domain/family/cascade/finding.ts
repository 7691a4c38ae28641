import type { IsoDate } from '../../dates/dates.ts'
import type { KnownVariant, VariantClass } from '../../orders/known-variants.ts'
import type { Inheritance } from '../chances/genotypes.ts'
import type { MemberKey } from '../document.ts'

/** In the mother's line there are words and no numbers (chances/maternal-line.ts). */
export const FINDING_INHERITANCES = [
  'autosomal dominant',
  'autosomal recessive',
  'x-linked',
  'mitochondrial',
] as const satisfies readonly (Inheritance | 'mitochondrial')[]
export type FindingInheritance = (typeof FINDING_INHERITANCES)[number]

/** A variant as an order describes it, without its person and report. */
export type FindingVariant = Pick<
  KnownVariant,
  'kind' | 'gene' | 'hgncId' | 'transcript' | 'cdna' | 'protein' | 'genomic' | 'asWritten'
>

/** From this many bases on a change is a structural variant (dbVar), which sequencing may not see. */
const STRUCTURAL_FROM = 50

/**
 * `sequence` for HGVS that names exact places, fewer bases apart than a structural variant's. '' for uncertain ends, repeats and
 * longer changes: of exons, copy number or repeats, which the clinic says.
 */
export function kindByDescription(hgvs: string): 'sequence' | '' {
  if (hgvs === '' || /\?|_\(|\)_|\[\d/.test(hgvs)) return ''
  const [, from, to] = /(\d+)(?:[+-]\d+)?_\*?(\d+)(?:[+-]\d+)?(?:del|dup|inv|con)/.exec(hgvs) ?? []
  return from && to && Math.abs(Number(to) - Number(from)) + 1 >= STRUCTURAL_FROM ? '' : 'sequence'
}

/** What was found in one person of a family and concerns the relatives. */
export interface FamilyVariant {
  /** As evaluations of the document name it. */
  key: string
  /** In whom it was found. */
  member: MemberKey
  inheritance: FindingInheritance
  /** One, or the two different ones of a recessive finding. */
  variants: readonly FindingVariant[]
  /** Copies of each that this person has; empty if nobody counted. */
  copies: readonly number[]
  /** Children wait until they are 18. */
  isAdultOnset: boolean
  reportedOn: IsoDate
  /** Each class that it had, oldest first; never empty. */
  classes: readonly { on: IsoDate; variantClass: VariantClass }[]
  /** Since when the laboratory does not report it any more: nobody is tested for it then. */
  withdrawnOn?: IsoDate | null
}

/**
 * Whether nothing but the copies tells whether the person has one or both: of a recessive finding's one variant. Of two
 * variants the person has one copy each.
 */
export const needsCopies = ({
  inheritance,
  variants,
}: {
  inheritance: FindingInheritance
  variants: readonly unknown[]
}): boolean => inheritance === 'autosomal recessive' && variants.length === 1

/** Copies of each variant in the finding's person; empty if nobody counted. */
export const copiesFound = ({ variants, copies }: Pick<FamilyVariant, 'variants' | 'copies'>) =>
  copies.length === 0 && variants.length === 2 ? [1, 1] : copies

export const classOf = ({ classes }: Pick<FamilyVariant, 'classes'>): VariantClass =>
  classes.at(-1)?.variantClass ?? 'Uncertain significance'

/** Relatives are told and tested for these classes; a variant of another class changes nothing for them. */
const ACTIONABLE: readonly VariantClass[] = ['Pathogenic', 'Likely pathogenic']

export const isActionable = (variantClass: VariantClass): boolean => ACTIONABLE.includes(variantClass)

/**
 * What the recorded results say if they fit only with a new mutation. `both parents`: both tested negative. `mother`:
 * she did, from whom alone a son has an X-linked finding. `both copies`: the parents' results do not explain both of
 * the person's. `elsewhere`: it is new in somebody else.
 */
export const NEW_MUTATIONS = ['both parents', 'mother', 'both copies', 'elsewhere'] as const
export type NewMutation = (typeof NEW_MUTATIONS)[number]

/**
 * `mother’s line`: all of it have the finding, in unknown share. `copies unknown`: of a recessive finding, whose person may have
 * one copy or both. `contradiction`: the results do not fit together; nothing says why. But for `known` there are no numbers.
 */
export const CASCADE_STATES = [
  ...(['known', 'mother’s line', 'copies unknown', 'contradiction', 'too-many-loops'] as const),
] as const
export type CascadeState = (typeof CASCADE_STATES)[number]

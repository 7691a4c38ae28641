import { type FamilyMember, likelySex, type MemberKey } from '../document.ts'

/**
 * How the finding is inherited. Recessive findings have one variant (two copies of it) or two. In the mother's
 * line (mitochondrial) there are no numbers: all have it, in unknown share.
 */
export type Inheritance = 'autosomal dominant' | 'autosomal recessive' | 'x-linked'

/**
 * An allele: 0 without any of the finding's variants, otherwise the number of the variant (1 or 2). A genotype
 * is the allele from the egg and the one from the sperm; a man's only X has none from the sperm (null).
 */
export interface Genotype {
  egg: number
  sperm: number | null
}

/** What is known of a person's genotype. */
export interface GenotypeEvidence {
  member: MemberKey
  /**
   * Copies of each variant, in the finding's order; null for a variant not tested. A positive result without
   * numbers is `atLeastOne`.
   */
  copies: readonly (number | null)[]
  isAtLeastOne: boolean
}

/** How rare each variant is in the population: so rare that only the family's own findings count. */
const FREQUENCY = 1e-6
/** New in an egg or a sperm: rarer still, but possible, so that two parents without the variant are. */
export const NEW_MUTATION = 1e-12

/**
 * All genotypes that somebody can have. An X-linked one depends on the sex: of somebody whose sex nobody
 * recorded both are possible, unless they are known to have given an egg or sperm.
 */
export function genotypesOf(
  member: FamilyMember,
  { inheritance, variants }: { inheritance: Inheritance; variants: number },
  gave: 'egg' | 'sperm' | null,
): Genotype[] {
  const alleles = Array.from({ length: variants + 1 }, (_, allele) => allele)
  const two = alleles.flatMap((egg) => alleles.map((sperm) => ({ egg, sperm })))
  if (inheritance !== 'x-linked') return two
  const one = alleles.map((egg) => ({ egg, sperm: null }))
  const sex = likelySex(member) || (gave === 'egg' ? 'Female' : gave === 'sperm' ? 'Male' : '')
  return sex === 'Male' ? one : sex === 'Female' ? two : [...one, ...two]
}

function copiesOf({ egg, sperm }: Genotype, variant: number): number {
  return Number(egg === variant) + Number(sperm === variant)
}

/** Copies of any of the finding's variants. */
export function allCopies({ egg, sperm }: Genotype): number {
  return Number(egg > 0) + Number(sperm !== null && sperm > 0)
}

export function isPossible(genotype: Genotype, evidence: GenotypeEvidence): boolean {
  if (evidence.isAtLeastOne && allCopies(genotype) === 0) return false
  // Laboratories call a man's only X homozygous, too.
  const told = (copies: number) => (genotype.sperm === null ? Math.min(copies, 1) : copies)
  return evidence.copies.every(
    (copies, index) => copies === null || copiesOf(genotype, index + 1) === told(copies),
  )
}

/** Before anything is known: girls and boys, if both are possible. */
export function sexWeight({ sperm }: Genotype, possible: readonly Genotype[]): number {
  return possible.some((other) => (other.sperm === null) !== (sperm === null)) ? 0.5 : 1
}

/** Of a gamete from nobody in the family. */
export function inPopulation(allele: number, variants: number): number {
  return allele === 0 ? 1 - variants * FREQUENCY : FREQUENCY
}

/**
 * The probability of an allele in an egg or a sperm of a parent. A man's only X is in those sperm that make
 * daughters.
 */
export function inGamete(allele: number, parent: Genotype, variants: number, mutation: number): number {
  const alleles = parent.sperm === null ? [parent.egg] : [parent.egg, parent.sperm]
  const passed = alleles.reduce((sum, one) => sum + afterMutation(allele, one, variants, mutation), 0)
  return passed / alleles.length
}

function afterMutation(allele: number, parental: number, variants: number, mutation: number): number {
  if (parental !== 0) return allele === parental ? 1 : 0
  return allele === 0 ? 1 - variants * mutation : mutation
}

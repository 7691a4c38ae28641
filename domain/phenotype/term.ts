/** An HPO term's identifier: `HP:0001250`. */
export const HPO_ID = /^HP:\d{7}$/

/** A synonym as the HPO publishes it. */
export interface Synonym {
  text: string
  /** How it relates to the term: exact, related, broad (wider than the term), narrow. */
  scope: 'exact' | 'related' | 'broad' | 'narrow'
  /** What kind of word it is; '' for none of these. */
  kind:
    | ''
    | 'layperson'
    | 'uk_spelling'
    | 'abbreviation'
    | 'plural_form'
    | 'allelic_requirement'
    | 'obsolete_synonym'
}

/** A current term of a release. */
export interface HpoTerm {
  id: string
  label: string
  definition: string
  /** Identifiers of the terms directly above it; a term may have several. */
  parents: readonly string[]
  synonyms: readonly Synonym[]
  /** Identifiers of terms that were merged into it. */
  alternativeIds: readonly string[]
}

/** A term that the HPO no longer uses. */
export interface ObsoleteTerm {
  id: string
  label: string
  /** The term that replaces it; '' if the HPO names none. */
  replacedBy: string
  /** Terms that the HPO proposes to consider instead. */
  consider: readonly string[]
}

/** One published release of the Human Phenotype Ontology. */
export interface HpoRelease {
  /** Its date, such as `2026-01-08`. */
  version: string
  terms: readonly HpoTerm[]
  obsolete: readonly ObsoleteTerm[]
}

/**
 * Branches whose terms describe a finding or a disorder's inheritance and are no finding themselves: clinical
 * modifier, mode of inheritance, frequency.
 */
export const NO_FINDINGS = ['HP:0012823', 'HP:0000005', 'HP:0040279'] as const

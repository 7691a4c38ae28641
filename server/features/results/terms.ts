/*
 * Terms of `result_term` besides those of genes and variants (domain/results). An index entry is limited, and a laboratory's own
 * words may be long: they are cut.
 */
const LONGEST = 200

/** Finds results by their overall result. */
export const outcomeTerm = (outcome: string) => `outcome ${outcome}`

/** Finds variants by their class; with an outcome, those of results that have it. */
export const classTerm = (variantClass: string, outcome = '') =>
  `class ${variantClass.toLowerCase()}${outcome && ` in ${outcome}`}`.slice(0, LONGEST)

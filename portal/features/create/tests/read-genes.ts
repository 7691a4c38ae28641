import type { TypedSelection } from '#ui/fields/typed-match.ts'

/** Genes of a pasted list (split at commas, semicolons, spaces and new lines), as the test spells them; each once. */
export function readGenes(pasted: string, genes: readonly string[]): { known: string[]; unknown: string[] } {
  const spelled = new Map(genes.map((gene) => [gene.toUpperCase(), gene]))
  const symbols = [...new Set(pasted.split(/[\s,;]+/).filter((symbol) => symbol !== ''))]
  const known = symbols.flatMap((symbol) => spelled.get(symbol.toUpperCase()) ?? [])
  return {
    known: [...new Set(known)],
    unknown: symbols.filter((symbol) => !spelled.has(symbol.toUpperCase())),
  }
}

/**
 * Genes that were typed into the field, whole symbols only: who types ATR never gets ATRX, another gene. What the test does
 * not have is left.
 */
export function genesTyped(typed: string, genes: readonly string[]): TypedSelection {
  const { known, unknown } = readGenes(typed, genes)
  return { values: known, left: unknown.join(' ') }
}

/** Have both lists the same genes, in whatever order? */
export function sameGenes(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((gene) => other.includes(gene))
}

import { byText } from '../text/order.ts'
/** The most tests that are compared side by side. */
export const COMPARED_AT_MOST = 4

interface WithGenes {
  code: string
  genes: readonly string[]
}

export interface Comparison {
  /** Genes that every compared test analyzes, in alphabetical order. */
  common: string[]
  /** Test code → the genes that only this test analyzes. */
  only: Map<string, string[]>
  /** Test code → the genes that some but not all of the others analyze. */
  some: Map<string, string[]>
}

/** Compares the genes of tests. Tests without named genes (an exome, a chromosome analysis) are ignored. */
export function compareGenes(tests: readonly WithGenes[]): Comparison {
  const naming = tests.filter(({ genes }) => genes.length > 0)
  const times = new Map<string, number>()
  for (const { genes } of naming)
    for (const gene of new Set(genes)) times.set(gene, (times.get(gene) ?? 0) + 1)
  const sorted = (genes: Iterable<string>) => [...genes].sort(byText)
  const of = (test: WithGenes, isIncluded: (count: number) => boolean) =>
    sorted(new Set(test.genes.filter((gene) => isIncluded(times.get(gene) ?? 0))))
  const all = naming.length
  const shared = [...times].filter(([, count]) => count === all).map(([gene]) => gene)
  return {
    common: all > 1 ? sorted(shared) : [],
    only: new Map(naming.map((test) => [test.code, of(test, (count) => count === 1)])),
    some: new Map(naming.map((test) => [test.code, of(test, (count) => count > 1 && count < all)])),
  }
}

/**
 * The tests with the most similar genes (shared genes as a fraction of all genes of both), most similar
 * first.
 */
export function similarByGenes<T extends WithGenes>(test: T, others: Iterable<T>, most: number): T[] {
  const genes = new Set(test.genes)
  if (genes.size === 0) return []
  const similar: { other: T; share: number }[] = []
  for (const other of others) {
    if (other.code === test.code) continue
    const both = other.genes.filter((gene) => genes.has(gene)).length
    if (both > 0) similar.push({ other, share: both / (genes.size + other.genes.length - both) })
  }
  return similar
    .sort((one, two) => two.share - one.share || byText(one.other.code, two.other.code))
    .slice(0, most)
    .map(({ other }) => other)
}

import type { Transaction } from 'kysely'
import { type Gene, type SymbolMeaning, symbolMeaning, withoutVersion } from '#domain/genes/gene.ts'
import { type KnownVariant, transcriptOf } from '#domain/orders/known-variants.ts'
import type { Tables } from '#server/database/schema/tables.ts'
import { readGenes, SHIPPED_GENES } from './gene-files.ts'
import { importGenes } from './import.ts'
import { type Genes, genesBy, genesCalled, hasGenes } from './store.ts'

/** Imports the genes that come with the portal into a database that has none. */
export async function importShippedGenes(db: Transaction<Tables>): Promise<void> {
  if (!(await hasGenes(db))) await importGenes(db, readGenes(SHIPPED_GENES))
}

/**
 * What each of these symbols means by the imported genes; null if none were imported, so that nothing can be
 * said about any symbol.
 */
export async function meaningsOfSymbols(
  db: Genes,
  symbols: readonly string[],
): Promise<Map<string, SymbolMeaning> | null> {
  if (!(await hasGenes(db))) return null
  const genes = await genesCalled(db, symbols)
  return new Map(symbols.map((symbol) => [symbol, symbolMeaning(symbol, genes)]))
}

/**
 * The genes that known variants name, or named before, and those of their transcripts; undefined if none were
 * imported, or no variant names any.
 */
export async function genesOfVariants(
  db: Genes,
  variants: readonly KnownVariant[],
): Promise<readonly Gene[] | undefined> {
  const given = (texts: readonly string[]) => [...new Set(texts)].filter((text) => text !== '')
  const symbols = given(variants.map(({ gene }) => gene))
  const ids = given(variants.map(({ hgncId }) => hgncId))
  const accessions = given(variants.map((variant) => withoutVersion(transcriptOf(variant))))
  if (symbols.length + ids.length + accessions.length === 0 || !(await hasGenes(db))) return undefined
  const [named, others] = await Promise.all([
    genesBy(db, { ids, symbols, accessions }),
    symbols.length === 0 ? [] : genesCalled(db, symbols),
  ])
  return [...named, ...others.filter((one) => !named.some(({ hgncId }) => hgncId === one.hgncId))]
}

/** A gene as a reply's own copy: its lists are mutable. */
export const presentGene = ({ aliases, previous, transcripts, ...gene }: Gene) => ({
  ...gene,
  aliases: [...aliases],
  previous: [...previous],
  transcripts: [...transcripts],
})
export { genesNamed } from './store.ts'
export { shippedSymbols } from './symbols.ts'

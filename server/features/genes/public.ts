import type { Transaction } from 'kysely'
import { type SymbolMeaning, symbolMeaning } from '#domain/genes/gene.ts'
import type { Tables } from '#server/database/schema/tables.ts'
import { readGenes, SHIPPED_GENES } from './gene-files.ts'
import { importGenes } from './import.ts'
import { type Genes, genesCalled, hasGenes } from './store.ts'

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

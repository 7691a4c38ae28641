import type { Kysely } from 'kysely'
import { type Gene, type SymbolMeaning, symbolMeaning } from '#domain/genes/gene.ts'
import type { Tables } from '#server/database/schema/tables.ts'
import { readGenes, SHIPPED_GENES } from './gene-files.ts'

type Named = Pick<Gene, 'hgncId' | 'symbol' | 'aliases' | 'previous'>

/** Looks up symbols among genes: a catalogue has thousands, nearly all approved. */
export function symbolsOf(genes: readonly Named[]): { meaning: (symbol: string) => SymbolMeaning } {
  const approved = new Map(genes.map(({ symbol, hgncId }) => [symbol, hgncId]))
  return {
    meaning: (symbol) => {
      const hgncId = approved.get(symbol)
      return hgncId === undefined ? symbolMeaning(symbol, genes as Gene[]) : { kind: 'approved', hgncId }
    },
  }
}

/** The symbols of the genes that the portal comes with. */
export const shippedSymbols = () => symbolsOf(readGenes(SHIPPED_GENES))

/** The symbols of the laboratory's own import of genes, or of those that the portal comes with. */
export async function symbolsIn(db: Kysely<Tables>): Promise<ReturnType<typeof symbolsOf>> {
  const rows = await db.selectFrom('gene').select(['hgnc_id', 'symbol', 'aliases', 'previous']).execute()
  if (rows.length === 0) return shippedSymbols()
  return symbolsOf(rows.map(({ hgnc_id, ...row }) => ({ hgncId: hgnc_id, ...row })))
}

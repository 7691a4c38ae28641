import { type Kysely, sql } from 'kysely'
import type { Gene, GeneTranscript } from '#domain/genes/gene.ts'
import { likeText } from '#server/database/like.ts'
import type { Tables } from '#server/database/schema/tables.ts'

/** Genes are public reference data: the store takes a connection and not a scope. */
export type Genes = Kysely<Tables>

type GeneRow = Tables['gene']

async function withTranscripts(db: Genes, rows: readonly GeneRow[]): Promise<Gene[]> {
  const ids = rows.map((row) => row.hgnc_id)
  const found = await db
    .selectFrom('gene_transcript')
    .selectAll()
    .where('hgnc_id', 'in', [...ids, ''])
    .orderBy('position')
    .execute()
  return rows.map((row) => ({
    ...{ hgncId: row.hgnc_id, symbol: row.symbol, name: row.name, location: row.location, kind: row.kind },
    ...{ aliases: row.aliases, previous: row.previous },
    transcripts: found
      .filter((one) => one.hgnc_id === row.hgnc_id)
      .map(({ ref_seq, ensembl, status }) => ({
        ...{ refSeq: ref_seq, ensembl },
        status: status as GeneTranscript['status'],
      })),
  }))
}

/**
 * Genes whose symbol begins with the text, that had or share exactly this name, or whose name contains all its
 * words. Best match: the symbol itself, a former symbol, an alias, the beginning of a symbol, then names.
 */
export async function searchGenes(db: Genes, keywords: string, top: number): Promise<Gene[]> {
  const typed = keywords.trim()
  const words = typed.split(/\s+/).filter((word) => word.length > 2)
  if (typed === '') return []
  const symbol = typed.toUpperCase()
  const rows = await db
    .selectFrom('gene')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb(sql`upper(symbol)`, 'like', `${likeText(symbol)}%`),
        sql<boolean>`aliases && ${[typed, symbol]}::text[] or previous && ${[typed, symbol]}::text[]`,
        eb('hgnc_id', '=', symbol),
        ...(words.length > 0
          ? [eb.and(words.map((word) => eb('name', 'ilike', `%${likeText(word)}%`)))]
          : []),
      ]),
    )
    .orderBy(
      sql`case when upper(symbol) = ${symbol} or hgnc_id = ${symbol} then 0
               when previous && ${[typed, symbol]}::text[] then 1
               when aliases && ${[typed, symbol]}::text[] then 2
               when upper(symbol) like ${`${likeText(symbol)}%`} then 3 else 4 end`,
    )
    .orderBy(sql`case when kind = 'pseudogene' then 1 else 0 end`)
    .orderBy(sql`length(symbol)`)
    .orderBy('symbol')
    .limit(top)
    .execute()
  return withTranscripts(db, rows)
}

/** The genes with these HGNC ids or approved symbols, those with these transcripts (without version), each once. */
export async function genesBy(
  db: Genes,
  by: { ids?: readonly string[]; symbols?: readonly string[]; accessions?: readonly string[] },
): Promise<Gene[]> {
  const { ids = [], symbols = [], accessions = [] } = by
  if (ids.length + symbols.length + accessions.length === 0) return []
  const rows = await db
    .selectFrom('gene')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('hgnc_id', 'in', [...ids, '']),
        eb('symbol', 'in', [...symbols, '']),
        eb('hgnc_id', 'in', (inner) =>
          inner
            .selectFrom('gene_transcript')
            .select('hgnc_id')
            .where(sql<boolean>`accessions && ${accessions}::text[]`),
        ),
      ]),
    )
    .orderBy('symbol')
    .execute()
  return withTranscripts(db, rows)
}

/** The genes that these symbols name, name also, or named before; a symbol may find several. */
export async function genesCalled(db: Genes, symbols: readonly string[]): Promise<Gene[]> {
  const rows = await db
    .selectFrom('gene')
    .selectAll()
    .where(
      sql<boolean>`symbol = any(${symbols}::text[]) or aliases && ${symbols}::text[] or previous && ${symbols}::text[]`,
    )
    .orderBy('symbol')
    .execute()
  return rows.map((row) => ({
    ...{ hgncId: row.hgnc_id, symbol: row.symbol, name: row.name, location: row.location, kind: row.kind },
    ...{ aliases: row.aliases, previous: row.previous, transcripts: [] },
  }))
}

/**
 * The genes of this symbol in any case, approved, former or alias, or HGNC id: by their ids and every symbol that was approved
 * for them.
 */
export async function genesNamed(db: Genes, name: string): Promise<{ hgncId: string; symbols: string[] }[]> {
  const upper = name.trim().toUpperCase()
  const rows = await db
    .selectFrom('gene')
    .select(['hgnc_id', 'symbol', 'previous'])
    .where(
      sql<boolean>`upper(symbol) like ${likeText(upper)} or hgnc_id = ${upper}
        or aliases && ${[name.trim(), upper]}::text[] or previous && ${[name.trim(), upper]}::text[]`,
    )
    .limit(20)
    .execute()
  return rows.map(({ hgnc_id, symbol, previous }) => ({ hgncId: hgnc_id, symbols: [symbol, ...previous] }))
}

/** Whether any gene was imported: without genes, nothing can be said about a symbol. */
export async function hasGenes(db: Genes): Promise<boolean> {
  return (await db.selectFrom('gene').select('hgnc_id').limit(1).executeTakeFirst()) !== undefined
}

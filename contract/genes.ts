import { z } from 'zod'
import { routes } from './route.ts'
import { searchWords } from './search-words.ts'

/** A gene by HGNC, with its transcripts by MANE. */
export const gene = z.object({
  /** `HGNC:1101`. */
  hgncId: z.string(),
  symbol: z.string(),
  name: z.string(),
  location: z.string(),
  /** HGNC's locus group. */
  kind: z.string(),
  aliases: z.array(z.string()),
  previous: z.array(z.string()),
  /** MANE Select first. */
  transcripts: z.array(
    z.object({
      refSeq: z.string(),
      ensembl: z.string(),
      status: z.enum(['MANE Select', 'MANE Plus Clinical']),
    }),
  ),
})

export const geneRoutes = routes({
  search: {
    method: 'GET',
    path: '/api/genes',
    summary:
      'Search genes by symbol (approved, former or alias), HGNC id or name, with their MANE transcripts',
    access: { kind: 'member' },
    query: z.object({
      keywords: searchWords.default(''),
      top: z.coerce.number().int().min(1).max(50).default(20),
    }),
    reply: z.array(gene),
    cost: 'search',
    errors: [],
  },
})

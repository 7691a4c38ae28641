import type { geneRoutes } from '#contract/genes.ts'
import type { Gene } from '#domain/genes/gene.ts'
import type { Connection } from '#server/database/connection/connect.ts'
import type { Handlers } from '#server/http/handlers.ts'
import { searchGenes } from './store.ts'

/** The reply's lists are mutable. */
const present = ({ aliases, previous, transcripts, ...gene }: Gene) => ({
  ...gene,
  aliases: [...aliases],
  previous: [...previous],
  transcripts: [...transcripts],
})

export function geneHandlers({ db }: Connection): Handlers<typeof geneRoutes> {
  return {
    search: async ({ query }) => (await searchGenes(db, query.keywords, query.top)).map(present),
  }
}

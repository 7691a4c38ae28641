import type { geneRoutes } from '#contract/genes.ts'
import type { Connection } from '#server/database/connection/connect.ts'
import type { Handlers } from '#server/http/handlers.ts'
import { presentGene } from './public.ts'
import { searchGenes } from './store.ts'

export function geneHandlers({ db }: Connection): Handlers<typeof geneRoutes> {
  return {
    search: async ({ query }) => (await searchGenes(db, query.keywords, query.top)).map(presentGene),
  }
}

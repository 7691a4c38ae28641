import type { phenotypeRoutes } from '#contract/phenotype.ts'
import type { Connection } from '#server/database/connection/connect.ts'
import type { Handlers } from '#server/http/handlers.ts'
import { searchTerms } from './term-index.ts'
import { vocabularyOf } from './vocabulary.ts'

export function phenotypeHandlers({ db }: Connection): Handlers<typeof phenotypeRoutes> {
  return {
    terms: async ({ query: { keywords, top } }) => {
      const vocabulary = await vocabularyOf(db)
      if (!vocabulary) return { release: '', terms: [] }
      return { release: vocabulary.version, terms: searchTerms(vocabulary, keywords, top) }
    },
  }
}

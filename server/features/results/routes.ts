import type { resultsRoutes } from '#contract/results.ts'
import type { Connection } from '#server/database/connection/connect.ts'
import type { Handlers } from '#server/http/handlers.ts'
import { searchResults } from './search.ts'

export function resultsHandlers(connection: Connection): Handlers<typeof resultsRoutes> {
  const search = searchResults(connection)
  return { search: (request) => search(request.authority, request) }
}

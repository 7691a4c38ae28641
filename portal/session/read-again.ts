import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Reads again what is shown under a key. What is being read for the first time is read once more when it has come:
 * the reply on its way may be older than the change, and the library would not ask a second time.
 */
export function readAgain(queries: QueryClient, queryKey: QueryKey): void {
  const first = queries
    .getQueryCache()
    .findAll({ queryKey })
    .filter(({ state }) => state.fetchStatus !== 'idle' && state.data === undefined)
  void queries.invalidateQueries({ queryKey })
  for (const { promise, queryKey: exact } of first)
    void promise
      ?.catch(() => undefined)
      .then(() => queries.invalidateQueries({ queryKey: exact, exact: true }))
}

import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type Query,
  QueryCache,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query'
import { type ErrorCode, ProblemError } from '#contract/errors.ts'
import { report } from './log.ts'
import { readingAgain } from './reading-again.ts'

/** What another try may cure. */
const TEMPORARY: readonly ErrorCode[] = ['unavailable', 'internal', 'too-many-requests']
/** Until what is shown, and could not be read again, is tried again. */
const AGAIN_AFTER_MS = 10_000

const isTemporary = (error: unknown) =>
  error instanceof ProblemError && TEMPORARY.includes(error.problem.code)

/** The queries of the portal: what changed is read again whatever was under way, and a failed reading until it succeeds. */
export class PortalQueryClient extends QueryClient {
  constructor() {
    super({
      queryCache: new QueryCache({
        onError: (error, { queryKey }) => {
          if (queryKey[0] === 'profile') report('error', 'The profile could not be fetched', error)
        },
      }),
      defaultOptions: {
        queries: {
          staleTime: 30_000,
          behavior: {
            onFetch: (context, { state }) => {
              const { fetchFn } = context
              context.fetchFn = () => readingAgain(state.data !== undefined, fetchFn)
            },
          },
          retry: (failures, error) => failures < 2 && isTemporary(error),
          // What is on the screen looks current, and nothing else would read it again.
          refetchInterval: ({ state }: Query) =>
            state.data !== undefined && isTemporary(state.error) ? AGAIN_AFTER_MS : false,
        },
      },
    })
  }

  /**
   * As the library does; besides, what is being read for the first time, or was left while it was read, is read once more
   * when it has come. That reply may be older than the change, and the library would take it for current.
   */
  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const underWay = this.getQueryCache()
      .findAll(filters)
      .flatMap((query) =>
        query.state.fetchStatus !== 'idle' && query.promise ? [[query, query.promise] as const] : [],
      )
    const invalidated = super.invalidateQueries(filters, options)
    const kept = underWay.filter(([query, reply]) => query.promise === reply)
    const again = kept.map(async ([{ queryKey }, reply]) => {
      await reply.catch(() => undefined)
      await super.invalidateQueries({ queryKey, exact: true }, options)
    })
    await Promise.all([invalidated, ...again])
  }
}

import type { Query, QueryClient } from '@tanstack/react-query'

/** Between two looks at what is shown, in milliseconds. */
const PAUSE = 1000

/**
 * Whether a query shows orders of one of the institutions: that of its key, those that its filters name, or all of the
 * reader's, whichever is selected.
 */
function showsOrdersOf(
  hospitals: ReadonlySet<string>,
  { queryKey: [about, code, , filters] }: Query,
): boolean {
  if (about === 'report-notices') return true
  if (about !== 'orders') return false
  const { hospitalCodes } = (filters ?? {}) as { hospitalCodes?: unknown }
  const named = typeof hospitalCodes === 'string' ? hospitalCodes.split(',') : []
  return [code, ...named].some((one) => hospitals.has(String(one)))
}

/**
 * Reads the orders that are shown again when they change: the first change at once, those that follow together, a second
 * later and not before what is being read has come. A laboratory that reports a thousand orders at once asks no page
 * to be read a thousand times.
 */
export function refreshing(queries: QueryClient) {
  let due = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined

  function look(): void {
    timer = undefined
    if (due.size === 0) return
    if (queries.isFetching({ queryKey: ['orders'] }) === 0) {
      const changed = due
      due = new Set()
      void queries.invalidateQueries({ predicate: (query) => showsOrdersOf(changed, query) })
    }
    timer = setTimeout(look, PAUSE)
  }

  return {
    changed(hospital: string): void {
      due.add(hospital)
      if (timer === undefined) look()
    },
    stop(): void {
      clearTimeout(timer)
      timer = undefined
      due.clear()
    },
  }
}

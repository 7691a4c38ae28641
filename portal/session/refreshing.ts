import type { QueryClient } from '@tanstack/react-query'

/** Between two looks at what is shown, in milliseconds. */
const PAUSE = 1000

/**
 * Reads the orders that are shown again when they change: the first change at once, those that follow together, a second
 * later and not before what is being read has come. A laboratory that reports a thousand orders at once asks no page
 * to be read a thousand times.
 */
export function refreshing(queries: QueryClient) {
  const due = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined

  function look(): void {
    timer = undefined
    if (due.size === 0) return
    if (queries.isFetching({ queryKey: ['orders'] }) === 0) {
      for (const hospital of due) void queries.invalidateQueries({ queryKey: ['orders', hospital] })
      due.clear()
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

import { useEffect, useRef, useState } from 'react'
import type { Order } from '#contract/order.ts'
import { eventTitle, newestFirst } from '#portal/order/timeline.ts'

/**
 * What has changed since the page was opened: words for a screen reader when the laboratory has said something, and
 * the ids of the events that are new, to be marked.
 */
export function useOrderAnnouncement(order: Order): { announcement: string; fresh: ReadonlySet<number> } {
  const [seen] = useState(() => new Set(order.events.map((event) => event.id)))
  const [announcement, setAnnouncement] = useState('')
  const last = useRef(order.state)
  const fresh = newestFirst(order.events).filter((event) => !seen.has(event.id))
  // Somebody's own reading is no news.
  const newest = fresh.find((event) => event.kind !== 'report-opened')
  const newestId = newest?.id
  const newestWords = newest ? eventTitle(newest) : ''
  const { state, displayStatus } = order

  useEffect(() => {
    if (newestId === undefined) return
    const moved = state !== last.current
    last.current = state
    setAnnouncement(moved ? `Status: ${displayStatus}.` : `${newestWords}.`)
  }, [newestId, newestWords, state, displayStatus])

  return { announcement, fresh: new Set(fresh.map((event) => event.id)) }
}

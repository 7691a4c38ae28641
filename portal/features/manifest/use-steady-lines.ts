import type { Virtualizer } from '@tanstack/react-virtual'
import { type FocusEvent, type PointerEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'

interface Anchor {
  key: string
  /** Where the line is seen: from the upper edge of the window, in CSS pixels. */
  top: number
  /** How far list and page were scrolled then. */
  scrolled: number
}

/** Where the first line would be seen, from the upper edge of the window. */
const beginOf = (list: HTMLElement) => list.getBoundingClientRect().top - list.scrollTop

const scrolledBy = (list: HTMLElement) => list.scrollTop + window.scrollY

/**
 * Keeps the line under the pointer, or else the one that has the focus, where it is seen while lines come and go above
 * it: nobody presses what has just slipped under the pointer. `shift`: by how many pixels all lines are to be moved, until
 * pointer and focus have left the list.
 */
export function useSteadyLines(
  box: RefObject<HTMLElement | null>,
  virtual: Virtualizer<HTMLDivElement, Element>,
  keys: readonly string[],
) {
  const pointer = useRef<number | null>(null)
  const anchor = useRef<Anchor | null>(null)
  const [shift, setShift] = useState(0)
  // Asked for the total, it works out where each line of this rendering begins.
  virtual.getTotalSize()
  const sizes = virtual.measurementsCache
  // Before the new lines are there, with which the browser may scroll.
  const scrolled = box.current ? scrolledBy(box.current) : 0

  /** Remembers the line that is to stay, and where it is. */
  function remember() {
    anchor.current = null
    const list = box.current
    if (!list) return
    const focused = document.activeElement?.closest('li')
    const y = pointer.current
    let at = focused && list.contains(focused) ? Number(focused.dataset.index) : -1
    if (y !== null) {
      const under = y - beginOf(list) - shift
      at = sizes.findIndex(({ start, end }) => start <= under && under < end)
    }
    const [line, key] = [sizes[at], keys[at]]
    if (!line || key === undefined) return
    anchor.current = { key, top: beginOf(list) + line.start + shift, scrolled: scrolledBy(list) }
  }
  function leave(list: HTMLElement) {
    if (pointer.current !== null || list.contains(document.activeElement)) return
    anchor.current = null
    setShift(0)
  }

  useLayoutEffect(() => {
    const list = box.current
    const was = anchor.current
    const line = was && sizes[keys.indexOf(was.key)]
    if (!list || !line) return remember()
    const top = was.top - (scrolled - was.scrolled)
    const targetShift = top - (beginOf(list) + line.start)
    anchor.current = { ...was, top, scrolled: scrolledBy(list) }
    if (Math.abs(targetShift - shift) >= 1) setShift(targetShift)
  })
  // What is held stays by `shift` alone.
  virtual.shouldAdjustScrollPositionOnItemSizeChange = anchor.current ? () => false : undefined

  return {
    shift,
    handlers: {
      onPointerMove: ({ clientY }: PointerEvent) => {
        pointer.current = clientY
        remember()
      },
      onPointerLeave: ({ currentTarget }: PointerEvent<HTMLElement>) => {
        pointer.current = null
        remember()
        leave(currentTarget)
      },
      onScroll: remember,
      onFocus: remember,
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
        if (!currentTarget.contains(relatedTarget)) leave(currentTarget)
      },
    },
  }
}

import type { KeyboardEvent } from 'react'

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/**
 * Up and down move between the rows of the list inside the element that has this handler; Enter is the link's own.
 * Down leads into the list from anywhere above it.
 */
export function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key]
  if (
    step === undefined ||
    hasOwnKeys(event) ||
    event.altKey ||
    event.ctrlKey ||
    event.metaKey ||
    event.shiftKey
  )
    return
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')]
  const at = rows.findIndex((row) => row.contains(event.target as Node))
  if (at < 0 && step < 0) return
  const next = rows[at + step]?.querySelector<HTMLElement>('[data-row-link]')
  if (!next) return
  event.preventDefault()
  next.focus()
}

/** A select, what opens a menu or list, and a dialog that was opened from a row: React passes on its keys too. */
function hasOwnKeys({ target, currentTarget }: KeyboardEvent<HTMLElement>): boolean {
  if (!(target instanceof HTMLElement) || !currentTarget.contains(target)) return true
  return target.matches('select, [aria-haspopup]')
}

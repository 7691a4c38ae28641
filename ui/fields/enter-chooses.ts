import type { KeyboardEvent } from 'react'

const MARKED = '[data-combobox-selected]:not([data-combobox-disabled])'

/** The option of the field's open list that somebody has moved to with the arrow keys; null where that is none. */
export function markedOption(field: HTMLElement): HTMLElement | null {
  const list = field.getAttribute('aria-controls')
  if (!list) return null
  return document.getElementById(list)?.querySelector<HTMLElement>(MARKED) ?? null
}

/**
 * What Enter does in a field with a list, to be called while the key is captured: it chooses the option that somebody has
 * moved to, which they see marked, else `take` reads what is typed. It never chooses the first of the list unasked: that may
 * be another gene, code or person than the one that was typed. Nor does it send the form.
 */
export function enterChooses(event: KeyboardEvent<HTMLElement>, take: () => void): void {
  const { isComposing } = event.nativeEvent
  if (event.key !== 'Enter' || isComposing || event.ctrlKey || event.metaKey) return
  event.preventDefault()
  // The list's own Enter goes by a position, which may be that of another option once the list has changed.
  event.stopPropagation()
  const marked = markedOption(event.currentTarget)
  if (marked) marked.click()
  else take()
}

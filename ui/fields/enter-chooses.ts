import type { KeyboardEvent } from 'react'

const MARKED = '[data-combobox-selected]:not([data-combobox-disabled])'

/** The option of the field's open list that the user has moved to with the arrow keys, or null. */
export function markedOption(field: HTMLElement): HTMLElement | null {
  const list = field.getAttribute('aria-controls')
  if (!list) return null
  return document.getElementById(list)?.querySelector<HTMLElement>(MARKED) ?? null
}

/**
 * Handles Enter in a field with a list, to be called while the key event is captured: it chooses the option
 * that the user has moved to, which is visibly marked; otherwise `take` interprets the typed text. It never
 * chooses the first option by itself, which may be another gene, code or person than the typed one. Nor does
 * it submit the form.
 */
export function enterChooses(event: KeyboardEvent<HTMLElement>, take: () => void): void {
  const { isComposing } = event.nativeEvent
  if (event.key !== 'Enter' || isComposing || event.ctrlKey || event.metaKey) return
  event.preventDefault()
  // The list's own Enter uses a position, which may belong to another option once the list has changed.
  event.stopPropagation()
  const marked = markedOption(event.currentTarget)
  if (marked) marked.click()
  else take()
}

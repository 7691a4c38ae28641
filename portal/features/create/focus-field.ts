import { flushSync } from 'react-dom'
import { ORDER_SECTIONS, type OrderSection } from '#domain/orders/points.ts'
import { fieldOf } from './draft/points.ts'
import { sectionId } from './section-words.ts'

const FOCUSABLE = 'input, textarea, select, button, [tabindex]'

/** Puts the focus into the field that shows what is at `path`; into its section where there is no such field. */
export function focusField(path: string, section?: OrderSection): void {
  const marked = [...document.querySelectorAll<HTMLElement>('[data-path]')]
  const name = fieldOf(
    path,
    marked.map((element) => element.dataset.path ?? ''),
  )
  const field = marked.find((element) => element.dataset.path === name)
  if (!field) {
    if (section) goToSection(section)
    return
  }
  reveal(field)
  // Of a group of radio buttons, the one that Tab would reach.
  const target = field.matches(FOCUSABLE)
    ? field
    : (field.querySelector<HTMLElement>('input:checked') ?? field.querySelector<HTMLElement>(FOCUSABLE))
  target?.focus({ preventScroll: true })
  field.scrollIntoView({ block: 'center' })
}

/** Opens what is folded around a field, and chooses the tab that it is under. */
function reveal(field: HTMLElement): void {
  for (let part = field.parentElement; part; part = part.parentElement) {
    if (part instanceof HTMLDetailsElement) part.open = true
    if (part.getAttribute('role') !== 'tabpanel') continue
    const tab = document.getElementById(part.getAttribute('aria-labelledby') ?? '')
    // On the screen at once: what is hidden cannot take the focus.
    if (tab && tab.ariaSelected !== 'true') flushSync(() => tab.click())
  }
}

/** The section of the form that an element is in; undefined where it is in none, such as a list that lies over the page. */
export function sectionOfElement(element: Element): OrderSection | 'review' | undefined {
  const id = element.closest('section[id]')?.id
  return ([...ORDER_SECTIONS, 'review'] as const).find((section) => sectionId(section) === id)
}

export function goToSection(section: OrderSection | 'review'): void {
  const element = document.getElementById(sectionId(section))
  element?.scrollIntoView({ block: 'start' })
  const heading = element?.querySelector('h2')
  heading?.setAttribute('tabindex', '-1')
  heading?.focus({ preventScroll: true })
}

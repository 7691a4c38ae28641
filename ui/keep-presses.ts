/** Elements that can be pressed. */
const PRESSABLE = 'a[href], button, [role=option]'
/** A pointer that moves further is selecting or dragging. CSS pixels. */
const STEADY_PX = 8

interface Press {
  element: HTMLElement
  x: number
  y: number
  clicked: boolean
}

/**
 * A press belongs to the element under the pointer when it went down. If the page moves between press and
 * release (a warning, a count or an answer appears above), the browser sends the click to another element or
 * to none: then the pressed element gets it. A link of the portal that was removed meanwhile, such as a row
 * that a search no longer finds, is followed with `go`, because it can no longer be clicked.
 */
export function keepPresses(page: Document, go: (href: string) => void): void {
  let press: Press | null = null
  /** Completes the last released press, once, if its click did not arrive. */
  let complete = () => {}

  page.addEventListener(
    'pointerdown',
    ({ target, isPrimary, button, clientX: x, clientY: y }) => {
      // On a busy page the next press may be handled before the previous timer.
      complete()
      const element = target instanceof Element ? target.closest<HTMLElement>(PRESSABLE) : null
      press = element && isPrimary && button === 0 ? { element, x, y, clicked: false } : null
    },
    true,
  )

  page.addEventListener(
    'click',
    (event) => {
      if (!press || !event.isTrusted || event.detail === 0) return
      press.clicked = true
      const { element } = press
      const isOther = event.target instanceof Node && !element.contains(event.target)
      if (!isOther || !isSteady(press, event)) return
      const complete = completionOf(element, event, go)
      if (!complete) return
      event.preventDefault()
      event.stopImmediatePropagation()
      complete()
    },
    true,
  )

  page.addEventListener(
    'pointerup',
    (event) => {
      const released = press
      if (!released || event.pointerType !== 'mouse' || !isSteady(released, event)) return
      // The click, if any, comes with the release.
      complete = () => {
        if (released.clicked) return
        released.clicked = true
        completionOf(released.element, event, go)?.()
      }
      setTimeout(complete)
    },
    true,
  )
}

function isSteady({ x, y }: Press, { clientX, clientY }: MouseEvent): boolean {
  return Math.hypot(clientX - x, clientY - y) < STEADY_PX
}

/** The function that completes the press of `element`, or null if it cannot be completed. */
function completionOf(element: HTMLElement, event: MouseEvent, go: (href: string) => void) {
  if (element.isConnected) return element.matches(':disabled') ? null : () => pass(element, event)
  const href = element.matches('[target], [download]') ? null : element.getAttribute('href')
  const { ctrlKey, metaKey, shiftKey, altKey } = event
  if (!href?.startsWith('/') || ctrlKey || metaKey || shiftKey || altKey) return null
  return () => go(href)
}

function pass(element: HTMLElement, { ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): void {
  const modifiers = { ctrlKey, metaKey, shiftKey, altKey }
  element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1, ...modifiers }))
}

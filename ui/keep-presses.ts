/** What a press can be meant for. */
const PRESSABLE = 'a[href], button, [role=option]'
/** A hand that moves further means something else: it selects or drags. CSS pixels. */
const STEADY_PX = 8

interface Press {
  element: HTMLElement
  x: number
  y: number
  clicked: boolean
}

/**
 * A press belongs to what was under the pointer when it went down. Where the page moves between pressing and releasing
 * (a warning, a count or an answer has come above), the browser gives the click to something else or to nothing: it is
 * then given to what was pressed. A link of the portal that was taken away meanwhile, such as a line that a search does not
 * find, is followed by `go`: it cannot be clicked any more.
 */
export function keepPresses(page: Document, go: (href: string) => void): void {
  let press: Press | null = null
  /** Completes the press that was released last, once, where its click did not come. */
  let complete = () => {}

  page.addEventListener(
    'pointerdown',
    ({ target, isPrimary, button, clientX: x, clientY: y }) => {
      // A busy page hears of the next press before the timer of the one before.
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
      // The click comes with the release, if it comes.
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

/** What brings the press of `element` to its end; null where nothing can. */
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

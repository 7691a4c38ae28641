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
 * then given to what was pressed.
 */
export function keepPresses(page: Document): void {
  let press: Press | null = null

  page.addEventListener(
    'pointerdown',
    ({ target, isPrimary, button, clientX: x, clientY: y }) => {
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
      if (!isOther || !isSteady(press, event) || !mayBePressed(element)) return
      event.preventDefault()
      event.stopImmediatePropagation()
      pass(element, event)
    },
    true,
  )

  page.addEventListener(
    'pointerup',
    (event) => {
      const released = press
      if (!released || event.pointerType !== 'mouse' || !isSteady(released, event)) return
      // The click comes with the release, if it comes.
      setTimeout(() => {
        if (!released.clicked && released === press && mayBePressed(released.element))
          pass(released.element, event)
      })
    },
    true,
  )
}

function isSteady({ x, y }: Press, { clientX, clientY }: MouseEvent): boolean {
  return Math.hypot(clientX - x, clientY - y) < STEADY_PX
}

function mayBePressed(element: HTMLElement): boolean {
  return element.isConnected && !element.matches(':disabled')
}

function pass(element: HTMLElement, { ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): void {
  const modifiers = { ctrlKey, metaKey, shiftKey, altKey }
  element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1, ...modifiers }))
}

/** How long the page may still change after a dialog has closed, and take the focus with it. */
const RESTORE_WINDOW_MS = 3000

/**
 * Elements that can take the focus without opening a phone's keyboard, and without the next key changing
 * anything.
 */
const TARGETS = 'a[href], button:not(:disabled), [role="link"][tabindex="0"]'

interface Opener {
  element: HTMLElement
  /** Its ancestors, innermost first: searched for the next element once it is gone. */
  around: HTMLElement[]
  /** For a menu entry: the button that opens the menu. */
  menuButton: HTMLElement | null
  address: string
}

const isDialog = (node: EventTarget | Element | null) =>
  node instanceof Element && node.closest('[role="dialog"]') !== null

const dialogIsOpen = (page: Document) =>
  [...page.querySelectorAll('[role="dialog"]')].some((dialog) => dialog.checkVisibility())

/**
 * Moves the focus after a dialog to the element that opened it, or, if that is gone, to the next sensible
 * one: the button of its menu, a neighbor, the page's head. Dialogs restore the focus by themselves if their
 * opener still exists: this handles menu entries, and elements that the dialog's action removes.
 */
export function keepFocusAfterDialogs(page: Document): void {
  let last: Opener | null = null
  let opener: Opener | null = null
  let until = 0

  page.addEventListener('focusin', ({ target, relatedTarget }) => {
    if (!(target instanceof HTMLElement)) return
    if (!isDialog(target)) {
      last = openerOf(page, target)
      return
    }
    if (until === Number.POSITIVE_INFINITY) return
    until = Number.POSITIVE_INFINITY
    // Opened by an element that disappeared immediately, such as a menu entry, or by a key without a focused
    // element.
    opener = relatedTarget === last?.element || last?.element.isConnected === false ? last : null
  })

  const look = () => {
    if (until === 0 || dialogIsOpen(page)) return
    if (until === Number.POSITIVE_INFINITY) {
      until = performance.now() + RESTORE_WINDOW_MS
      // Dialogs restore the focus a moment after they close.
      setTimeout(look, 50)
      return
    }
    const isOver = performance.now() > until || opener?.address !== page.location.pathname
    if (isOver) until = 0
    else if (page.activeElement === page.body && opener) nextOf(page, opener)?.focus({ preventScroll: true })
  }
  new MutationObserver(look).observe(page.body, { childList: true, subtree: true })
}

function openerOf(page: Document, element: HTMLElement): Opener {
  const around: HTMLElement[] = []
  for (let one = element.parentElement; one && one !== page.body; one = one.parentElement) around.push(one)
  const menu = element.closest('[role="menu"]')
  const menuButton = page.getElementById(menu?.getAttribute('aria-labelledby') ?? '')
  return { element, around, menuButton, address: page.location.pathname }
}

const canTakeFocus = (one: HTMLElement | null) =>
  one?.isConnected && one.checkVisibility() && !one.matches(':disabled, [inert] *') ? one : null

function nextOf(page: Document, { element, around, menuButton }: Opener): HTMLElement | null {
  const there = canTakeFocus(element) ?? canTakeFocus(menuButton)
  if (there) return there
  for (const one of around) {
    if (one.id === 'main' || one.id === 'root') break
    const [neighbor] = one.isConnected
      ? [...one.querySelectorAll<HTMLElement>(TARGETS)].filter(canTakeFocus)
      : []
    if (neighbor) return neighbor
  }
  return page.querySelector<HTMLElement>('#main h1')
}

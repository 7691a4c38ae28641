/** How long after a dialog has gone the page behind it may still change, and take the focus with it. */
const RESTORE_WINDOW_MS = 3000

/** What can take the focus without a keyboard opening on a phone, or anything being changed by the next key typed. */
const TARGETS = 'a[href], button:not(:disabled), [role="link"][tabindex="0"]'

interface Opener {
  element: HTMLElement
  /** Around it, from the inside: where it is looked for what comes next, once it is gone. */
  around: HTMLElement[]
  /** Of an entry of a menu: the button that opens the menu. */
  menuButton: HTMLElement | null
  address: string
}

const isDialog = (node: EventTarget | Element | null) =>
  node instanceof Element && node.closest('[role="dialog"]') !== null

const dialogIsOpen = (page: Document) =>
  [...page.querySelectorAll('[role="dialog"]')].some((dialog) => dialog.checkVisibility())

/**
 * After a dialog the focus goes to what opened it, or where that is gone, to the next sensible thing: the button of its menu,
 * something beside it, the page's head. Dialogs give it back to what opened them by themselves, where that is still there:
 * this is for an entry of a menu, and for what the dialog's change takes away.
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
    // Opened by something that was gone at once, as an entry of a menu is; or by a key with no focus anywhere.
    opener = relatedTarget === last?.element || last?.element.isConnected === false ? last : null
  })

  const look = () => {
    if (until === 0 || dialogIsOpen(page)) return
    if (until === Number.POSITIVE_INFINITY) {
      until = performance.now() + RESTORE_WINDOW_MS
      // Dialogs give the focus back a moment after they are gone.
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

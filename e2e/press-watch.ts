/** Runs in the page: records what can be pressed there, and the effect of each press. */

export interface Target {
  x: number
  y: number
  kind: 'link' | 'opener' | 'field'
  name: string
  /** For links. */
  href: string | null
}

/** One press as the page saw it: on the element under the pointer when it went down. */
export interface Press {
  /** `choice`: an item in a menu or list, or a button that does something: it may lead anywhere. */
  kind: Target['kind'] | 'choice' | 'other'
  name: string
  /** A link’s target when it was clicked. */
  href: string | null
  /** The URL at that time. */
  from: string
  /**
   * Whether the click reached the pressed element, or its replacement on the page. A field only has to have
   * the focus when the pointer goes up; an element removed without replacement can no longer be clicked.
   */
  arrived: boolean
  /** For an element that opens something: whether any effect is visible. */
  answered: boolean
}

interface WatchedPress {
  element: Element | null
  kind: Press['kind']
  name: string
  href: string | null
  from: string
  clicked: boolean
  /** For a field: it had the focus when the pointer went up. */
  entered: boolean
  /** Looks the same, and is where the element was when the pointer went up. */
  successor: Element | null
  before: string
}

declare global {
  interface Window {
    pressWatch: {
      presses: WatchedPress[]
      trace: string[]
      overlayState(element: Element | null): string
      /** Whether a button only opens something. */
      isOpener(button: Element): boolean
    }
  }
}

/** Install it before the page's own script. Must use nothing of this module except types. */
export function watchPresses(): void {
  const overlayState = (element: Element | null) => {
    const open = document.querySelectorAll(
      '[role=dialog], [role=menu], [role=listbox], .mantine-Popover-dropdown',
    )
    const visible = [...open].filter((one) => one.checkVisibility({ visibilityProperty: true })).length
    return `${visible} ${element?.getAttribute('aria-expanded') ?? ''}`
  }
  const openerNames =
    /^(Show the menu|Hide the menu|Notifications|Find an order|Filter|More filters|Welcome|Add documents|More|Views)/
  const isOpener = (button: Element) => button.matches('[aria-haspopup]') || openerNames.test(nameOf(button))
  const nameOf = (element: Element | null) =>
    (element?.getAttribute('aria-label') ?? element?.textContent ?? '').trim().slice(0, 60)
  const watch: Window['pressWatch'] = { presses: [], trace: [], overlayState, isOpener }
  window.pressWatch = watch
  const pressable = (target: unknown) =>
    target instanceof Element
      ? target.closest('a[href], button, [role=option], [role^=menuitem], input, textarea')
      : null
  // To other sites, at this origin or another, and to files.
  const leadsAway = (element: Element) =>
    element instanceof HTMLAnchorElement &&
    (element.origin !== location.origin ||
      /^\/(catalogue|api|gc-appointment|identity|mailbox)/.test(element.pathname))
  const kindOf = (element: Element | null): Press['kind'] => {
    if (element?.matches('a[href^="/"]')) return leadsAway(element) ? 'other' : 'link'
    if (element?.matches('[role=option], [role^=menuitem]')) return 'choice'
    if (element?.matches('button')) return isOpener(element) ? 'opener' : 'choice'
    return element?.matches('input, textarea') ? 'field' : 'other'
  }
  const trace = (what: string) => watch.trace.push(`${Math.round(performance.now())} ${what}`)
  const inWords = (target: EventTarget | null) => {
    const element = pressable(target) ?? (target instanceof Element ? target : null)
    const href = element?.getAttribute('href')
    return `${element?.localName} “${nameOf(element)}”${href ? ` to ${href}` : ''}`
  }
  // The router calls these.
  for (const change of ['pushState', 'replaceState'] as const) {
    const original = history[change]
    history[change] = function changed(...to) {
      trace(`${change} ${to[2] ?? ''}`)
      return original.apply(this, to)
    }
  }
  window.addEventListener('popstate', () => trace(`popstate ${location.pathname}`))
  document.addEventListener(
    'pointerdown',
    ({ target }) => {
      trace(`down on ${inWords(target)}`)
      const element = pressable(target)
      const kind = kindOf(element)
      watch.presses.push({
        element,
        kind,
        name: nameOf(element),
        href: kind === 'link' ? (element?.getAttribute('href') ?? null) : null,
        from: location.pathname,
        clicked: false,
        entered: false,
        successor: null,
        before: overlayState(element),
      })
    },
    true,
  )
  document.addEventListener(
    'pointerup',
    ({ target, clientX, clientY }) => {
      trace(`up on ${inWords(target)}`)
      const last = watch.presses.at(-1)
      if (!last?.element) return
      last.entered = document.activeElement === last.element
      if (last.element.isConnected) return
      const now = pressable(document.elementFromPoint(clientX, clientY))
      const isSame = now && kindOf(now) === last.kind && nameOf(now) === last.name
      if (isSame && (last.kind !== 'link' || now.getAttribute('href') === last.href)) last.successor = now
    },
    true,
  )
  document.addEventListener(
    'click',
    (event) => {
      trace(`${event.isTrusted ? 'click' : 'passed click'} on ${inWords(event.target)}`)
      const element = pressable(event.target)
      if (!element) return
      // There would be no way back from there.
      if (leadsAway(element)) event.preventDefault()
      const press = watch.presses.findLast(
        (one) => !one.clicked && (one.element === element || one.successor === element),
      )
      if (!press) return
      press.clicked = true
      // An order that has gone on meanwhile has another address.
      if (press.href !== null) press.href = element.getAttribute('href')
    },
    true,
  )
}

/** The presses since the last call. */
export async function pressesSince(): Promise<Press[]> {
  const { presses, overlayState } = window.pressWatch
  const last = presses.at(-1)
  // A dialog whose code loads when it is first opened.
  const until = Date.now() + 20_000
  const waits = () =>
    last?.kind === 'opener' && last.element?.isConnected && overlayState(last.element) === last.before
  while (presses.length === 1 && waits() && Date.now() < until)
    await new Promise((next) => setTimeout(next, 50))
  return presses.splice(0).map(({ element, clicked, entered, successor, before, ...press }) => ({
    ...press,
    arrived:
      element === null ||
      clicked ||
      (press.kind === 'field' && entered) ||
      (element.isConnected ? element.matches(':disabled') : successor === null),
    answered: element === null || !element.isConnected || overlayState(element) !== before,
  }))
}

/** Events and navigations since the last call: `1250 click on a “Orders” to /orders`, in ms. */
export function traceSince(): string[] {
  return window.pressWatch.trace.splice(0)
}

/** The name of the pressable element at this point. */
export function nameAt({ x, y }: { x: number; y: number }): string {
  const element = document.elementFromPoint(x, y)?.closest('a[href], button, [role=option]')
  return (element?.getAttribute('aria-label') ?? element?.textContent ?? '').trim().slice(0, 60)
}

/**
 * Links, fields that save themselves, and buttons that only open something: those fully visible and not
 * covered.
 */
export function targetsIn(): Target[] {
  const fields =
    '#main input[type=search], #main input[data-path$="astName"], #main input[data-path$="irstName"]'
  const all = document.querySelectorAll<HTMLElement>(`a[href^="/"], button, ${fields}`)
  return [...all].flatMap((element): Target[] => {
    const { left, top, right, bottom, width, height } = element.getBoundingClientRect()
    const x = left + width / 2
    const y = top + height / 2
    const isSeen =
      width > 0 && height > 0 && left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight
    if (!isSeen || !element.checkVisibility({ visibilityProperty: true })) return []
    const above = document.elementFromPoint(x, y)
    if (!above || !(element === above || element.contains(above))) return []
    const name = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim()
    if (element.matches('input'))
      return [{ x, y, kind: 'field', name: element.getAttribute('data-path') ?? 'search', href: null }]
    const href = element.getAttribute('href')
    if (href === null) {
      if (element.matches(':disabled')) return []
      return window.pressWatch.isOpener(element) ? [{ x, y, kind: 'opener', name, href }] : []
    }
    if (element.hasAttribute('download') || element.getAttribute('target') === '_blank') return []
    // Other sites at this origin, and files.
    if (/^\/(catalogue|api|gc-appointment|identity|mailbox)/.test(href)) return []
    return [{ x, y, kind: 'link', name, href }]
  })
}

const menus = () => document.querySelectorAll<HTMLDetailsElement>('details[data-menu][open]')

/** A menu closes on Escape, and when the focus or a click goes elsewhere. */
export function startMenus(): void {
  const closeAround = (target: EventTarget | null) => {
    for (const menu of menus()) if (!(target instanceof Node) || !menu.contains(target)) menu.open = false
  }
  document.addEventListener('click', ({ target }) => closeAround(target))
  document.addEventListener('focusin', ({ target }) => closeAround(target))
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return
    const innermost = [...menus()].at(-1)
    if (!innermost) return
    innermost.open = false
    innermost.querySelector('summary')?.focus()
  })
}

/** The buttons that print (base.css shows them where scripts run); what is behind a click on the screen is printed too. */
export function startPrinting(): void {
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('[data-print]')) window.print()
  })
  const closed: HTMLDetailsElement[] = []
  window.addEventListener('beforeprint', () => {
    for (const part of document.querySelectorAll<HTMLDetailsElement>('[data-print-open]:not([open])')) {
      part.open = true
      closed.push(part)
    }
  })
  window.addEventListener('afterprint', () => {
    for (const part of closed.splice(0)) part.open = false
  })
}

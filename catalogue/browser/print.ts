/** Shows the buttons that print, and puts on paper what is behind a click on the screen. */
export function startPrinting(): void {
  showPrintButtons(document)
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

export function showPrintButtons(within: ParentNode): void {
  for (const button of within.querySelectorAll<HTMLElement>('[data-print]')) button.hidden = false
}

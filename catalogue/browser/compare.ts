/** In a list of tests, no more can be ticked than can be compared. */
export function startComparing(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-compare]')) {
    const most = Number(form.dataset.compare)
    const limit = () => {
      const ticks = [...form.querySelectorAll<HTMLInputElement>('input[type=checkbox]')]
      const chosen = ticks.filter(({ checked }) => checked).length
      for (const tick of ticks) tick.disabled = chosen >= most && !tick.checked
      const message = form.querySelector('[data-chosen]')
      if (message) message.textContent = `${chosen} of at most ${most} tests chosen`
    }
    form.addEventListener('change', limit)
    // The browser may bring ticks back with the page.
    window.addEventListener('pageshow', limit)
  }
}

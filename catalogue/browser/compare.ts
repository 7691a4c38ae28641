/** In a list of tests, no more can be ticked than can be compared. */
export function startComparing(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-compare]')) {
    const most = Number(form.dataset.compare)
    const limit = () => {
      const ticks = [...form.querySelectorAll<HTMLInputElement>('input[type=checkbox]')]
      const full = ticks.filter(({ checked }) => checked).length >= most
      for (const tick of ticks) tick.disabled = full && !tick.checked
    }
    form.addEventListener('change', limit)
    // The browser may bring ticks back with the page.
    window.addEventListener('pageshow', limit)
  }
}

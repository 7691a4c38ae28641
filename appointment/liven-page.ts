import { LATE_ID, NOTICE_ID, YEAR_ID } from './data.ts'
import classes from './page.module.css'

/**
 * What the page around the form does besides: all of it can be read without. The notice, which stands at the foot of
 * the page, opens as a dialog; the list of languages closes when one turns away; the year goes on.
 */
export function livenPage(): void {
  document.getElementById(LATE_ID)?.remove()
  const notice = document.getElementById(NOTICE_ID)
  const open = () => notice instanceof HTMLDialogElement && notice.showModal()
  document.addEventListener('click', (event) => {
    const { target } = event
    if (target instanceof Element && target.closest(`a[href="#${NOTICE_ID}"]`)) {
      event.preventDefault()
      open()
    }
    // The backdrop is the dialog's own.
    if (target === notice && notice instanceof HTMLDialogElement) notice.close()
  })
  if (location.hash === `#${NOTICE_ID}`) open()

  const languages = document.querySelector(`.${classes.languages}`)
  const close = () => languages?.removeAttribute('open')
  languages?.addEventListener('keydown', (event) => {
    if (!(event instanceof KeyboardEvent) || event.key !== 'Escape') return
    close()
    languages.querySelector('summary')?.focus()
  })
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Node && !languages?.contains(target)) close()
  })
  languages?.addEventListener('focusout', (event) => {
    const next = event instanceof FocusEvent ? event.relatedTarget : null
    if (next instanceof Node && !languages.contains(next)) close()
  })

  const year = document.getElementById(YEAR_ID)
  if (year) year.textContent = String(new Date().getFullYear())
}

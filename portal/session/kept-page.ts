/**
 * A browser keeps a page that is left, and shows it as it was to whoever goes back to it. Once its user is logged out,
 * that would be a page of patients: it is hidden before it is kept, and loaded anew instead of shown.
 */
export function guardKeptPage(
  isOwn: () => boolean,
  page: Pick<Window, 'addEventListener'> = window,
  { root, reload }: { root: { hidden: boolean | string }; reload: () => void } = {
    root: document.documentElement,
    reload: () => location.reload(),
  },
): void {
  const hide = () => {
    root.hidden = !isOwn()
  }
  page.addEventListener('pagehide', hide)
  page.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    hide()
    if (root.hidden) reload()
  })
}

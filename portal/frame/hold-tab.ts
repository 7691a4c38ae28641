import { notifyStale } from '#ui/notices.ts'

/**
 * Until the returned function is called: asks before the tab is closed or reloaded while `isUnsaved`, and calls
 * `onOnline` once the network is back.
 */
export function holdTab(isUnsaved: () => boolean, onOnline: () => void): () => void {
  const beforeUnload = (event: BeforeUnloadEvent) => {
    if (isUnsaved()) event.preventDefault()
  }
  window.addEventListener('beforeunload', beforeUnload)
  window.addEventListener('online', onOnline)
  return () => {
    window.removeEventListener('beforeunload', beforeUnload)
    window.removeEventListener('online', onOnline)
  }
}

/** One notice whose words change: the returned function replaces it, or takes it away without words. */
export function changingNotice(): (words?: string) => void {
  let hide = () => {}
  let current: string | undefined
  return (words) => {
    if (words === current) return
    current = words
    hide()
    hide = words === undefined ? () => {} : notifyStale(words)
  }
}

import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/**
 * After a change of page the focus goes to the new page's h1, so that a screen reader says where it is and Tab goes on
 * from there. A page whose h1 comes later (with its data) gets it then, unless the user has gone elsewhere meanwhile.
 */
export function useFocusOnNavigation(): void {
  const router = useRouter()
  useEffect(() => {
    let waiting: MutationObserver | undefined
    const unsubscribe = router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
      waiting?.disconnect()
      if (!pathChanged || !fromLocation) return
      const main = document.getElementById('main')
      if (!main || focusHeading(main)) return
      main.focus({ preventScroll: true })
      waiting = new MutationObserver(() => {
        if (document.activeElement !== main || focusHeading(main)) waiting?.disconnect()
      })
      waiting.observe(main, { childList: true, subtree: true })
    })
    return () => {
      waiting?.disconnect()
      unsubscribe()
    }
  }, [router])
}

function focusHeading(main: HTMLElement): boolean {
  const heading = main.querySelector('h1')
  heading?.focus({ preventScroll: true })
  return heading !== null
}

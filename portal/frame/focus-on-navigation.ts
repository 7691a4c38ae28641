import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

const PRESSES = ['pointerdown', 'keydown'] as const

/**
 * After a change of page the focus goes to the new page's h1, so that a screen reader says where it is and Tab goes on
 * from there. A page whose h1 comes later (with its data) gets it then, unless the user has gone elsewhere meanwhile.
 */
export function useFocusOnNavigation(): void {
  const router = useRouter()
  useEffect(() => {
    let waiting: MutationObserver | undefined
    /** Something was pressed since the navigation began: while its page was loaded, on a slow machine. */
    let pressed = false
    const press = () => {
      pressed = true
    }
    for (const event of PRESSES) document.addEventListener(event, press, true)
    const forget = router.subscribe('onBeforeNavigate', () => {
      pressed = false
    })
    const unsubscribe = router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
      waiting?.disconnect()
      if (!pathChanged || !fromLocation) return
      // Who has gone into a field or a dialog meanwhile types on.
      if (pressed && document.activeElement !== document.body) return
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
      for (const event of PRESSES) document.removeEventListener(event, press, true)
      forget()
      unsubscribe()
    }
  }, [router])
}

function focusHeading(main: HTMLElement): boolean {
  const heading = main.querySelector('h1')
  heading?.focus({ preventScroll: true })
  return heading !== null
}

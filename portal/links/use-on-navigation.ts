import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/**
 * Closes what covers a page when the user goes elsewhere, or follows a link to where they are. Not when the page replaces
 * its own address (a draft gets its number, a list is searched): that is none of the user's doing.
 */
export function useOnNavigation(close: () => void): void {
  const router = useRouter()
  useEffect(() => {
    const forget = router.history.subscribe(({ action }) => {
      if (action.type !== 'REPLACE') close()
    })
    // The history does not tell of a link to the address that is there.
    const unsubscribe = router.subscribe('onBeforeNavigate', ({ hrefChanged }) => {
      if (!hrefChanged) close()
    })
    return () => {
      forget()
      unsubscribe()
    }
  }, [router, close])
}

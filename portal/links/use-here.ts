import { type RouterHistory, useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'

/** Where the user is, as far as it can be told without the page: also while the page of a link is still being loaded. */
function historyKeyOf({ location }: RouterHistory): string {
  return `${location.state.__TSR_index} ${location.pathname}`
}

/**
 * For what comes later than the press that asked for it: `const stillHere = here()` at the press, and before anything is
 * navigated, focused or closed, `stillHere()`. False once the user has followed a link or gone back, even where the
 * page they go to is not shown yet: what came late then stays where it was asked for. False from the start on a page that
 * the user is already leaving for another one.
 */
export function useHere(): () => () => boolean {
  const router = useRouter()
  return useCallback(() => {
    const { history, state } = router
    const shown = state.resolvedLocation?.pathname
    if (shown !== undefined && shown !== history.location.pathname) return () => false
    const then = historyKeyOf(history)
    return () => historyKeyOf(history) === then
  }, [router])
}

import { type RouterHistory, useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'

/** Where the user is, as far as it can be told without the page: also while the page of a link is still being loaded. */
function historyKeyOf({ location }: RouterHistory): string {
  return `${location.state.__TSR_index} ${location.pathname}`
}

/**
 * For what comes later than the press that asked for it: `const stillHere = here()` at the press, and before anything is
 * navigated, focused or closed, `stillHere()`. False once the user has followed a link or gone back, even where the
 * page they go to is not shown yet: what came late then stays where it was asked for.
 */
export function useHere(): () => () => boolean {
  const { history } = useRouter()
  return useCallback(() => {
    const then = historyKeyOf(history)
    return () => historyKeyOf(history) === then
  }, [history])
}

/** Whether the user has left the page that is shown for another one, which is still being loaded. */
export function useIsLeaving(): () => boolean {
  const router = useRouter()
  return useCallback(
    () => router.state.resolvedLocation?.pathname !== router.history.location.pathname,
    [router],
  )
}

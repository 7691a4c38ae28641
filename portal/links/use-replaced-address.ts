import { type NavigateOptions, useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/** The address bar: `/create`, `?draft=5`. */
export interface PageAddress {
  pathname: string
  search: string
}

/**
 * Replaces the address of a page by another one of the same thing (a draft that got its number, an order that has gone
 * on), as soon as `replacement` gives one for the address that is there. Only while that address's page is the one shown:
 * who has followed a link whose page is still being loaded goes there, and who comes back before it came is asked again.
 * `key`: what `replacement` depends on.
 */
export function useReplacedAddress(
  replacement: (there: PageAddress) => NavigateOptions | null,
  key: string | number | undefined,
): void {
  const router = useRouter()
  const navigate = useNavigate()
  useEffect(() => {
    const replace = () => {
      const there = router.history.location
      if (router.state.resolvedLocation?.state.__TSR_key !== there.state.__TSR_key) return
      const to = replacement(there)
      if (to) void navigate({ ...to, replace: true, resetScroll: false })
    }
    replace()
    return router.subscribe('onResolved', replace)
  }, [key, router])
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { fetchWithToken } from '../api.ts'
import { onTokenRenewed, signInState } from './identity.ts'
import { listen } from './live.ts'
import { profileOptions } from './profile.ts'
import { refreshing } from './refreshing.ts'
import { tellUpdate } from './updates.ts'
import { useSignIn } from './use-sign-in.ts'

/**
 * Keeps fresh what is shown to whoever is signed in, in every state: who waits for approval sees it come, who loses a
 * role sees it go.
 */
export function LiveUpdates() {
  const queries = useQueryClient()
  const signedIn = useSignIn().status === 'signed-in'
  const { data: user } = useQuery({ ...profileOptions, enabled: signedIn })
  const scope = user?.customerRoles.map(({ institution }) => institution.code).join()
  const scopeBefore = useRef(scope)
  const reconnect = useRef(() => {})

  // Opened with the first requests: a page that is read after it need not be read again.
  useEffect(() => {
    if (!signedIn) return
    const invalidate = (...queryKey: (string | number)[]) => void queries.invalidateQueries({ queryKey })
    const orders = refreshing(queries)
    const live = listen({
      url: '/api/events',
      fetch: (url, init) => fetchWithToken(url, init),
      onUpdate: (update) => tellUpdate(queries, orders, update),
      // A page is read while its stream is still being opened: what changed between the two was told to nobody.
      onOpened: () => {
        for (const key of [
          'profile',
          'orders',
          'report-notices',
          'users',
          'coverage',
          'treatments',
          'families',
        ])
          invalidate(key)
        invalidate('me', 'institutions')
      },
      worthTrying: () => !signInState().ended,
    })
    reconnect.current = live.reconnect
    const forget = onTokenRenewed(live.reconnect)
    return () => {
      forget()
      live.stop()
      orders.stop()
    }
  }, [signedIn, queries])

  // Another set of institutions is another stream: the server decides at its beginning what is heard.
  useEffect(() => {
    const before = scopeBefore.current
    scopeBefore.current = scope
    if (before !== undefined && scope !== before) reconnect.current()
  }, [scope])

  return null
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { fetchWithToken } from '../api.ts'
import { onTokenRenewed, signInState } from './identity.ts'
import { type DraftUpdate, type FamilyUpdate, type LiveUpdate, listen, type OrderUpdate } from './live.ts'
import { profileOptions } from './profile.ts'
import { refreshing } from './refreshing.ts'
import { useSignIn } from './use-sign-in.ts'

const orderListeners = new Set<(update: OrderUpdate) => void>()
const draftListeners = new Set<(update: DraftUpdate) => void>()
const familyListeners = new Set<(update: FamilyUpdate) => void>()

/** Calls back at every change of an order that the user may see. */
export function onOrderUpdate(listener: (update: OrderUpdate) => void): () => void {
  orderListeners.add(listener)
  return () => orderListeners.delete(listener)
}

/** Calls back when the content of a draft was saved, by whomever. */
export function onDraftUpdate(listener: (update: DraftUpdate) => void): () => void {
  draftListeners.add(listener)
  return () => draftListeners.delete(listener)
}

/** Calls back when a family was changed, by whomever. */
export function onFamilyUpdate(listener: (update: FamilyUpdate) => void): () => void {
  familyListeners.add(listener)
  return () => familyListeners.delete(listener)
}

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
    const handleUpdate = (update: LiveUpdate) => {
      if (update.about === 'profile') {
        invalidate('profile')
        invalidate('users')
      } else if (update.about === 'draft') {
        for (const listener of draftListeners) listener(update)
      } else if (update.about === 'family') {
        invalidate('families', update.hospitalCode, 'list')
        for (const listener of familyListeners) listener(update)
      } else if (update.about === 'coverage') {
        invalidate('coverage', update.hospitalCode)
      } else if (update.about === 'record-system') {
        // Only its own page shows it.
        invalidate('orders', update.hospitalCode, 'one', update.orderId)
      } else {
        orders.changed(update.hospitalCode)
        invalidate('coverage', update.hospitalCode, 'order', update.orderId)
        // One that is open may have been withdrawn.
        invalidate('treatments')
        for (const listener of orderListeners) listener(update)
      }
    }
    const live = listen({
      url: '/api/events',
      fetch: (url, init) => fetchWithToken(url, init),
      onUpdate: handleUpdate,
      // A page is read while its stream is still being opened: what changed between the two was told to nobody.
      onOpened: () => {
        for (const key of ['profile', 'orders', 'users', 'coverage', 'treatments', 'families'])
          invalidate(key)
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

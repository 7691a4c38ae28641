import type { QueryClient } from '@tanstack/react-query'
import type { DraftUpdate, FamilyUpdate, LiveUpdate, OrderUpdate } from './live.ts'
import type { refreshing } from './refreshing.ts'

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

/** Has what a live update concerns read again: at once where it is shown, elsewhere when it is shown next. */
export function tellUpdate(
  queries: QueryClient,
  orders: Pick<ReturnType<typeof refreshing>, 'changed'>,
  update: LiveUpdate,
): void {
  const invalidate = (...queryKey: (string | number)[]) => void queries.invalidateQueries({ queryKey })
  if (update.about === 'profile') {
    invalidate('profile')
    // The profile's page lists waiting and ended memberships too.
    invalidate('me', 'institutions')
    invalidate('users')
  } else if (update.about === 'draft') {
    for (const listener of draftListeners) listener(update)
  } else if (update.about === 'family') {
    // What is left is read again when it is opened again; pages of families and of their orders listen themselves.
    void queries.invalidateQueries({ queryKey: ['families', update.hospitalCode], refetchType: 'none' })
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
    // Its report may list a variant that concerns relatives, or no longer.
    invalidate('families', update.hospitalCode, 'of-order', update.orderId)
    // One that is open may have been withdrawn.
    invalidate('treatments')
    for (const listener of orderListeners) listener(update)
  }
}

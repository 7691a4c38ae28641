import { useEffect } from 'react'
import type { OrderForm } from './draft/order-form.ts'

let leaving: Promise<unknown> = Promise.resolve()

/** The save of the form that was left last: what is opened next must not miss it. */
export function saveBeforeLeaving(): Promise<unknown> {
  return leaving
}

/** Saves on the way out, asks before a tab with unsaved edits is closed, and goes on saving once the network is back. */
export function useLeaving({ autosave }: OrderForm): void {
  useEffect(() => {
    const failure = () => {
      const status = autosave.status()
      return status.kind === 'failed' ? status.problem.code : null
    }
    const beforeUnload = (event: BeforeUnloadEvent) => {
      // Logging in again leaves the page, too, and comes back to the edits in the session storage.
      if (autosave.dirty() && autosave.status().kind !== 'closed' && failure() !== 'not-signed-in')
        event.preventDefault()
    }
    const online = () => {
      if (failure() !== null) void autosave.flush()
    }
    autosave.wake()
    window.addEventListener('beforeunload', beforeUnload)
    window.addEventListener('online', online)
    return () => {
      window.removeEventListener('beforeunload', beforeUnload)
      window.removeEventListener('online', online)
      autosave.rest()
      leaving = autosave.flush()
    }
  }, [autosave])
}

import { useEffect } from 'react'
import type { OrderForm } from './draft/order-form.ts'
import { holdTabFor, keepSaving, takeBack } from './left-forms.ts'

let leaving: Promise<unknown> = Promise.resolve()

/** The save of the form that was left last: what is opened next must not miss it. */
export function saveBeforeLeaving(): Promise<unknown> {
  return leaving
}

/** Saves on the way out and, where that fails, after it. Asks before a tab with unsaved edits is closed. */
export function useLeaving(form: OrderForm): void {
  useEffect(() => {
    const { autosave } = form
    takeBack(form)
    autosave.wake()
    const releaseTab = holdTabFor(form)
    return () => {
      releaseTab()
      autosave.rest()
      leaving = autosave.flush().then((saved) => {
        if (!saved) keepSaving(form)
      })
    }
  }, [form])
}

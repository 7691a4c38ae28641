import { useEffect } from 'react'
import type { OrderForm } from './draft/order-form.ts'
import { holdTabFor, keepSaving, takeBack } from './left-forms.ts'

let leaving: Promise<unknown> = Promise.resolve()

/** The save of the form that was left last: what is opened next must not miss it. */
export function saveBeforeLeaving(): Promise<unknown> {
  return leaving
}

/** Forms that are on no page any more. */
const gone = new WeakSet<OrderForm>()

async function saveLeft(form: OrderForm): Promise<void> {
  if (!(await form.autosave.flush())) keepSaving(form)
}

/** Saves what came into a form after it was left: the answer that names a file, once the file is uploaded. */
export function saveIfLeft(form: OrderForm): void {
  if (gone.has(form)) void saveLeft(form)
}

/** Saves on the way out and, where that fails, after it. Asks before a tab with unsaved edits is closed. */
export function useLeaving(form: OrderForm): void {
  useEffect(() => {
    const { autosave } = form
    gone.delete(form)
    takeBack(form)
    autosave.wake()
    const releaseTab = holdTabFor(form)
    return () => {
      releaseTab()
      autosave.rest()
      gone.add(form)
      leaving = saveLeft(form)
    }
  }, [form])
}

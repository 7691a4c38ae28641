import { createContext, useContext, useEffect, useState, useSyncExternalStore } from 'react'
import type { OrderDocument, PatientKey } from '#domain/orders/document.ts'
import { fetusesOf } from '#domain/orders/subject.ts'
import { afterPress } from '#ui/fields/after-press.ts'
import type { SaveStatus } from './autosave.ts'
import type { FormState, OrderForm } from './order-form.ts'
import { valueAt } from './pointer.ts'
import type { FormPoint } from './points.ts'

export const OrderFormContext = createContext<OrderForm | null>(null)

/** Loads the order anew, in place of the form: it is something else now, such as a verification that was asked for. */
export const ReopenContext = createContext<() => void>(() => {})

export function useOrderForm(): OrderForm {
  const form = useContext(OrderFormContext)
  if (!form) throw new Error('useOrderForm outside an order form')
  return form
}

/** A part of the form's state; the component renders again only when that part is another. */
export function useFormState<T>(select: (state: FormState) => T): T {
  const form = useOrderForm()
  return useSyncExternalStore(form.subscribe, () => select(form.state()))
}

/**
 * The same once it has rested for `pauseMs`: what is asked of the server. Letters in between render nothing. `select` must
 * give a text or a number, and be the same function each time.
 */
export function useRestedFormState<T extends string | number>(
  select: (state: FormState) => T,
  pauseMs: number,
): T {
  const form = useOrderForm()
  const [rested, setRested] = useState(() => select(form.state()))
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let last: T | undefined
    const look = () => {
      const next = select(form.state())
      if (next === last) return
      last = next
      clearTimeout(timer)
      timer = setTimeout(() => setRested(next), pauseMs)
    }
    look()
    const forget = form.subscribe(look)
    return () => {
      clearTimeout(timer)
      forget()
    }
  }, [form, select, pauseMs])
  return rested
}

/** People of the order; another value only when somebody comes or goes, and not while their names are typed. */
export function usePeople(pick: (document: OrderDocument) => readonly PatientKey[]): PatientKey[] {
  const keys = useFormState(({ document }) => pick(document).join(' '))
  return keys === '' ? [] : keys.split(' ')
}

/** Everybody whose specimens an order may have: the fetuses, and the people in its order. */
export const allPatientKeys = (document: OrderDocument): PatientKey[] => [
  ...fetusesOf(document).map(({ key }) => key),
  ...document.patients.map(({ key }) => key),
]

export function usePoints(): FormPoint[] {
  const form = useOrderForm()
  return useSyncExternalStore(form.subscribe, form.points)
}

export function useSaveStatus(): SaveStatus {
  const { autosave } = useOrderForm()
  return useSyncExternalStore(autosave.subscribe, autosave.status)
}

/** Is the order no draft any more? */
export function useClosed(): boolean {
  const { autosave } = useOrderForm()
  return useSyncExternalStore(autosave.subscribe, () => autosave.status().kind === 'closed')
}

/** The field at a JSON pointer: its value, what is wrong with it, and the properties its input must carry. */
export function useField<T>(path: string) {
  const form = useOrderForm()
  const value = useFormState((state) => valueAt(state.document, path)) as T
  const error = useSyncExternalStore(form.subscribe, () => form.errorAt(path))
  return {
    value,
    set: (next: T) => form.set(path, next),
    input: { 'data-path': path, error, onBlur: () => afterPress(() => form.visit(path)) },
  }
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { Order } from '#contract/order.ts'
import { orderOptions } from '#portal/order/queries.ts'
import { useOrderForm } from './draft/form-context.ts'

/** The order of the form as the server has it: who is asked to submit it, who prepares it. Undefined until it is saved. */
export function useSavedOrder(): Order | undefined {
  const form = useOrderForm()
  const id = useSyncExternalStore(form.autosave.subscribe, form.orderId)
  return useQuery({ ...orderOptions(form.hospitalCode, id ?? 0), enabled: id !== undefined }).data
}

/** To be called with what a change of the order, other than of its document, was answered. */
export function useOrderChanged(): (order: Order) => void {
  const form = useOrderForm()
  const queryClient = useQueryClient()
  return (order) => {
    queryClient.setQueryData(['orders', form.hospitalCode, 'one', order.id], order)
    void queryClient.invalidateQueries({ queryKey: ['orders', form.hospitalCode, 'list'] })
    void queryClient.invalidateQueries({ queryKey: ['orders', form.hospitalCode, 'summary'] })
    void form.autosave.catchUp()
  }
}

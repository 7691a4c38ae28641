import { useNavigate } from '@tanstack/react-router'
import type { Order } from '#contract/order.ts'
import { queryClient } from '#portal/api.ts'

/** Opens a draft in the form, once it is made. Who has gone elsewhere meanwhile (`useHere`) stays there. */
export function useOpenDraft(): (draft: Order, stillHere: () => boolean) => Promise<void> {
  const navigate = useNavigate()
  return async (draft, stillHere) => {
    void queryClient.invalidateQueries({ queryKey: ['orders', draft.hospitalCode] })
    if (stillHere()) await navigate({ to: '/create', search: { draft: draft.id } })
  }
}

import { useNavigate } from '@tanstack/react-router'
import type { Order } from '#contract/order.ts'
import { queryClient } from '#portal/api.ts'

/** Opens a draft that was just made, in the form. */
export function useOpenDraft(): (draft: Order) => Promise<void> {
  const navigate = useNavigate()
  return (draft) => {
    void queryClient.invalidateQueries({ queryKey: ['orders', draft.hospitalCode] })
    return navigate({ to: '/create', search: { draft: draft.id } })
  }
}

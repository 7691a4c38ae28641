import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Order } from '#contract/order.ts'
import type { CopyKind } from '#domain/orders/copy.ts'
import { api } from '#portal/api.ts'
import { useHere } from '#portal/links/use-here.ts'
import { useOpenDraft } from '#portal/order/use-open-draft.ts'
import { notifyProblem } from '#ui/notices.ts'

/** Begins a draft from an order and opens it. A click after a failure finds the draft that the first may have made. */
export function useCopy({ hospitalCode: hospital, id }: Order, as: CopyKind) {
  const [draftKey] = useState(() => crypto.randomUUID())
  const openDraft = useOpenDraft()
  return useMutation({
    onMutate: useHere(),
    mutationFn: () => api.orders.copy({ params: { hospital, id }, body: { draftKey, as } }),
    onSuccess: (draft, _, stillHere) => openDraft(draft, stillHere),
    onError: notifyProblem,
  })
}

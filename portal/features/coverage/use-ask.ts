import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { OrderDocument } from '#domain/orders/document.ts'
import { api } from '#portal/api.ts'
import { notifyProblem } from '#ui/notices.ts'
import { documentOf, priceQuestion } from './question.ts'

export interface PriceSubject {
  hospital: string
  document: OrderDocument
  /** Null while the draft is not saved. */
  orderId: number | null
}

/** Asks the payer of a document about its patient; `again`: also where an answer still counts. */
export function useAsk(about: () => PriceSubject) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (again: boolean) => {
      const { hospital, document, orderId } = about()
      const question = documentOf(priceQuestion(document))
      return api.coverage.check({ params: { hospital }, body: { document: question, orderId, again } })
    },
    onSuccess: ({ hospitalCode }) =>
      void queryClient.invalidateQueries({ queryKey: ['coverage', hospitalCode] }),
    onError: notifyProblem,
  })
}

import { useMutation } from '@tanstack/react-query'
import type { Order } from '#contract/order.ts'
import { api } from '#portal/api.ts'
import { saveFile } from '#portal/files/file.ts'
import { notifyProblem } from '#ui/notices.ts'

/** Downloads the order's findings as a GA4GH phenopacket, which names nobody. */
export function usePhenopacket({ hospitalCode, id }: Pick<Order, 'hospitalCode' | 'id'>) {
  return useMutation({
    mutationFn: () => api.documents.phenopacket({ params: { h: hospitalCode, id } }),
    onSuccess: (bytes) =>
      saveFile(bytes, { filename: `phenopacket-${id}.json`, mediaType: 'application/json' }),
    onError: notifyProblem,
  })
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { api } from '#portal/api.ts'
import { useOrderForm } from '../../draft/form-context.ts'
import { useRemoval } from '../use-removal.ts'
import { useUpload } from '../use-upload.ts'

const TYPE = 'Insurance Card'

/** The insurance card's pictures among the documents of the draft, which is saved first where it is new. */
export function useInsuranceCards() {
  const form = useOrderForm()
  const hospital = form.hospitalCode
  const orderId = useSyncExternalStore(form.autosave.subscribe, form.orderId)
  const queryClient = useQueryClient()
  const keyOf = (id: number | undefined) => ['orders', hospital, 'documents', id ?? 'new']
  const sending = useUpload(TYPE, '')
  const removal = useRemoval()

  const { data: documents = [] } = useQuery({
    queryKey: keyOf(orderId),
    queryFn: () =>
      orderId === undefined ? [] : api.documents.list({ params: { h: hospital, id: orderId } }),
  })

  async function upload(files: readonly File[]) {
    if (files.length === 0) return
    await sending.upload(files, () => {})
    await queryClient.invalidateQueries({ queryKey: keyOf(form.orderId()) })
  }

  async function remove(documentId: number) {
    await removal.remove([documentId])
    await queryClient.invalidateQueries({ queryKey: keyOf(orderId) })
  }

  return {
    cards: documents.filter(({ type }) => type === TYPE),
    upload,
    remove,
    removing: removal.removing,
    uploading: sending.uploading,
    problem: removal.problem || sending.problem,
  }
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import { ProblemError } from '#contract/errors.ts'
import { api } from '#portal/api.ts'
import { useOrderForm } from '../../draft/form-context.ts'
import { problemInWords, useUpload } from '../use-upload.ts'

const TYPE = 'Insurance Card'

/** The insurance card's pictures among the documents of the draft, which is saved first where it is new. */
export function useInsuranceCards() {
  const form = useOrderForm()
  const hospital = form.hospitalCode
  const orderId = useSyncExternalStore(form.autosave.subscribe, form.orderId)
  const queryClient = useQueryClient()
  const keyOf = (id: number | undefined) => ['orders', hospital, 'documents', id ?? 'new']
  const sending = useUpload(TYPE, '')
  const [removing, setRemoving] = useState(false)
  /** Why a card could not be removed. */
  const [removal, setRemoval] = useState('')

  const { data: documents = [] } = useQuery({
    queryKey: keyOf(orderId),
    queryFn: () =>
      orderId === undefined ? [] : api.documents.list({ params: { h: hospital, id: orderId } }),
  })

  async function upload(files: readonly File[]) {
    setRemoval('')
    if (files.length === 0) return
    await sending.upload(files, () => {})
    await queryClient.invalidateQueries({ queryKey: keyOf(form.orderId()) })
  }

  async function remove(documentId: number) {
    if (orderId === undefined) return
    setRemoval('')
    setRemoving(true)
    try {
      await api.documents.remove({ params: { h: hospital, id: orderId, documentId } })
    } catch (error) {
      // Somebody else has removed it: what was wanted is so.
      if (!(error instanceof ProblemError) || error.problem.code !== 'not-found')
        setRemoval(problemInWords(error))
    } finally {
      setRemoving(false)
      await queryClient.invalidateQueries({ queryKey: keyOf(orderId) })
    }
  }

  return {
    cards: documents.filter(({ type }) => type === TYPE),
    upload,
    remove,
    removing,
    uploading: sending.uploading,
    problem: removal || sending.problem,
  }
}

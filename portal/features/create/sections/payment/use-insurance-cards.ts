import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import { ProblemError } from '#contract/errors.ts'
import { FILE_TOO_LARGE, MOST_FILE_BYTES } from '#domain/documents/upload-rules.ts'
import { api } from '#portal/api.ts'
import { uploadDocument } from '#portal/files/upload.ts'
import { wordsFor } from '#ui/problem-words.ts'
import { useOrderForm } from '../../draft/form-context.ts'
import * as texts from '../texts.ts'

const TYPE = 'Insurance Card'
const NOT_SAVED = texts.cardNotUploaded

/** The insurance card's pictures among the documents of the draft, which is saved first where it is new. */
export function useInsuranceCards() {
  const form = useOrderForm()
  const hospital = form.hospitalCode
  const orderId = useSyncExternalStore(form.autosave.subscribe, form.orderId)
  const queryClient = useQueryClient()
  const keyOf = (id: number | undefined) => ['orders', hospital, 'documents', id ?? 'new']
  const [uploading, setUploading] = useState<{ name: string; share: number } | null>(null)
  const [removing, setRemoving] = useState(false)
  const [problem, setProblem] = useState('')

  const { data: documents = [] } = useQuery({
    queryKey: keyOf(orderId),
    queryFn: () =>
      orderId === undefined ? [] : api.documents.list({ params: { h: hospital, id: orderId } }),
  })

  async function upload(files: readonly File[]) {
    setProblem('')
    const [first] = files
    if (!first) return
    if (files.some(({ size }) => size > MOST_FILE_BYTES)) return setProblem(FILE_TOO_LARGE)
    setUploading({ name: first.name, share: 0 })
    try {
      const saved = await form.autosave.insist()
      const id = form.orderId()
      if (!saved || id === undefined) return setProblem(NOT_SAVED)
      for (const file of files) {
        const { name } = file
        await uploadDocument(
          { hospital, orderId: id, uploadKey: crypto.randomUUID(), type: TYPE, description: '', file },
          (share) => setUploading({ name, share }),
          new AbortController().signal,
        )
      }
    } catch (error) {
      setProblem(inWords(error))
    } finally {
      setUploading(null)
      await queryClient.invalidateQueries({ queryKey: keyOf(form.orderId()) })
    }
  }

  async function remove(documentId: number) {
    if (orderId === undefined) return
    setProblem('')
    setRemoving(true)
    try {
      await api.documents.remove({ params: { h: hospital, id: orderId, documentId } })
    } catch (error) {
      // Somebody else has removed it: what was wanted is so.
      if (!(error instanceof ProblemError) || error.problem.code !== 'not-found') setProblem(inWords(error))
    } finally {
      setRemoving(false)
      await queryClient.invalidateQueries({ queryKey: keyOf(orderId) })
    }
  }

  return {
    cards: documents.filter(({ type }) => type === TYPE),
    upload,
    remove,
    uploading,
    removing,
    problem,
  }
}

function inWords(error: unknown): string {
  const { title, detail } = wordsFor(error)
  return detail === '' ? title : `${title} ${detail}`
}

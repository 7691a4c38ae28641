import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ProblemError } from '#contract/errors.ts'
import { api } from '#portal/api.ts'
import { useOrderForm } from '../draft/form-context.ts'
import { saveIfLeft } from '../use-leaving.ts'
import { problemInWords } from './use-upload.ts'

/** Removes files from the draft's documents, so that they do not stay on the order, unseen, once they are off the form. */
export function useRemoval() {
  const form = useOrderForm()
  const queryClient = useQueryClient()
  const [removing, setRemoving] = useState(false)
  /** Why a file could not be removed. */
  const [problem, setProblem] = useState('')

  async function remove(documentIds: readonly number[], onRemoved = () => {}): Promise<boolean> {
    setProblem('')
    setRemoving(true)
    try {
      for (const documentId of documentIds) await removeOne(documentId)
      onRemoved()
      // It may have been warned of.
      void queryClient.invalidateQueries({ queryKey: ['order-check', form.hospitalCode] })
      saveIfLeft(form)
      return true
    } catch (error) {
      setProblem(problemInWords(error))
      return false
    } finally {
      setRemoving(false)
    }
  }

  async function removeOne(documentId: number): Promise<void> {
    const id = form.orderId()
    if (id === undefined) return
    try {
      await api.documents.remove({ params: { h: form.hospitalCode, id, documentId } })
    } catch (error) {
      // A colleague has removed it: what was wanted is so.
      if (!(error instanceof ProblemError) || error.problem.code !== 'not-found') throw error
    }
  }

  return { remove, removing, problem }
}

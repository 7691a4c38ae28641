import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { OrderFile } from '#contract/documents.ts'
import { FILE_TOO_LARGE, MOST_FILE_BYTES } from '#domain/documents/upload-rules.ts'
import { isForPatient } from '#domain/orders/uploaded-files.ts'
import { api } from '#portal/api.ts'
import { uploadDocument } from '#portal/files/upload.ts'
import { wordsFor } from '#ui/problem-words.ts'
import { useOrderForm } from '../draft/form-context.ts'
import { saveIfLeft } from '../use-leaving.ts'
import * as texts from './texts.ts'

export interface Uploaded {
  documentId: number
  name: string
}

/** Uploads files to the draft, which is saved first if it is new. */
export function useUpload(type: OrderFile['type'], description: string) {
  const form = useOrderForm()
  const queryClient = useQueryClient()
  const [uploading, setUploading] = useState<{ name: string; share: number } | null>(null)
  const [problem, setProblem] = useState('')

  async function upload(files: readonly File[], onUploaded: (uploaded: Uploaded) => void): Promise<void> {
    setProblem('')
    const [first] = files
    if (!first) return
    if (files.some(({ size }) => size > MOST_FILE_BYTES)) return setProblem(FILE_TOO_LARGE)
    setUploading({ name: first.name, share: 0 })
    try {
      const saved = await form.autosave.insist()
      const orderId = form.orderId()
      if (!saved || orderId === undefined) return setProblem(texts.fileNotSaved)
      for (const file of files) {
        setUploading({ name: file.name, share: 0 })
        const [patient] = form.state().document.patients
        const stored = await uploadDocument(
          {
            ...{ hospital: form.hospitalCode, orderId, uploadKey: crypto.randomUUID(), type, file },
            description: description.slice(0, 300),
          },
          (share) => setUploading({ name: file.name, share }),
          new AbortController().signal,
        )
        const after = form.state().document
        if (patient && !isForPatient(patient, after)) {
          await api.documents.remove({ params: { h: form.hospitalCode, id: orderId, documentId: stored.id } })
          return setProblem(texts.patientChanged(file.name))
        }
        onUploaded({ documentId: stored.id, name: stored.filename })
        saveIfLeft(form)
      }
    } catch (error) {
      setProblem(problemInWords(error))
    } finally {
      setUploading(null)
      // The rules are told whose draft it was when each file was uploaded.
      void queryClient.invalidateQueries({ queryKey: ['order-check', form.hospitalCode] })
    }
  }

  return { upload, uploading, problem }
}

/** What happened and what to do next, in one line. */
export function problemInWords(error: unknown): string {
  const { title, detail } = wordsFor(error)
  return detail === '' ? title : `${title} ${detail}`
}

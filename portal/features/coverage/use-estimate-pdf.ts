import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { ESTIMATE_LANGUAGES, PriceView } from '#contract/coverage.ts'
import { api } from '#portal/api.ts'
import { saveFile } from '#portal/files/file.ts'
import { notifyProblem } from '#ui/notices.ts'
import { documentOf, priceQuestion } from './question.ts'
import type { PriceSubject } from './use-ask.ts'

export type EstimateLanguage = (typeof ESTIMATE_LANGUAGES)[number]

export const LANGUAGE_NAMES: Record<EstimateLanguage, string> = { en: 'English', es: 'Spanish' }

const download = async (hospital: string, id: number, language: EstimateLanguage) =>
  saveFile(await api.coverage.estimatePdf({ params: { hospital, id }, query: { language } }), {
    filename: `estimate-${id}-${language}.pdf`,
    mediaType: 'application/pdf',
  })

/** The PDF of an estimate that was kept. */
export function useSavedEstimatePdf(hospital: string, id: number) {
  return useMutation({
    mutationFn: (language: EstimateLanguage) => download(hospital, id, language),
    onError: notifyProblem,
  })
}

/** Keeps what is known as evidence, and gives its PDF: what is printed can be found again as it was. */
export function useEstimatePdf(view: PriceView, about: () => PriceSubject) {
  const queryClient = useQueryClient()
  // Another language of what is kept already is no other estimate.
  const saved = useRef<{ view: PriceView; question: string; id: number } | null>(null)
  return useMutation({
    mutationFn: async (language: EstimateLanguage) => {
      const { hospital, document, orderId } = about()
      const question = priceQuestion(document)
      // The view may still be that of what was in the form a moment ago.
      if (saved.current?.view !== view || saved.current.question !== question) {
        const { id } = await api.coverage.keepEstimate({
          params: { hospital },
          body: { document: documentOf(question), orderId },
        })
        saved.current = { view, question, id }
        if (orderId !== null)
          void queryClient.invalidateQueries({ queryKey: ['coverage', hospital, 'order', orderId] })
      }
      await download(hospital, saved.current.id, language)
    },
    onError: notifyProblem,
  })
}

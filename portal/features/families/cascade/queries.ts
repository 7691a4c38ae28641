import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { CascadeView } from '#contract/family-cascade.ts'
import { api } from '#portal/api.ts'
import { notifySuccess } from '#ui/notices.ts'
import * as texts from './texts.ts'

// Under the families of the institution: a live update of a family reads it again.
const keyOf = (hospital: string, id: number) => ['families', hospital, 'cascade', id] as const

/** `version`: of the family, on whose people and results everything depends. */
export const cascadeOptions = (hospital: string, id: number, version: number) =>
  queryOptions({
    queryKey: [...keyOf(hospital, id), version],
    queryFn: () => api.familyCascade.get({ params: { hospital, id } }),
    placeholderData: (before) => (before?.familyId === id ? before : undefined),
  })

/** What a family's cascade was read for, whatever its version. */
export const cascadeKey = keyOf

export const redeemedOptions = (hospital: string) =>
  queryOptions({
    queryKey: ['family-codes', hospital],
    queryFn: () => api.familyCodes.list({ params: { hospital } }),
  })

export interface CascadePlace {
  hospital: string
  /** Of the family. */
  id: number
}

/** A change of the cascade, whose reply is the whole of it. */
export function useCascadeChange<Input>(
  { hospital, id }: CascadePlace,
  change: (input: Input) => Promise<CascadeView>,
  { done = texts.saved, onDone }: { done?: string; onDone: () => void },
) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: (view) => {
      queries.setQueriesData({ queryKey: keyOf(hospital, id) }, view)
      notifySuccess(done)
      onDone()
    },
  })
}

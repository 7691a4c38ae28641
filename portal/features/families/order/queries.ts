import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { OrderFamily } from '#contract/order-family.ts'
import { api } from '#portal/api.ts'
import { onFamilyUpdate } from '#portal/session/updates.ts'
import { notifyProblem, notifySuccess } from '#ui/notices.ts'
import { familyOptions } from '../queries.ts'

/** Which family an order is in, and who is who. */
export const orderFamilyOptions = (hospital: string, order: number) =>
  queryOptions({
    queryKey: ['families', hospital, 'of-order', order],
    queryFn: () => api.orderFamily.get({ params: { hospital, id: order } }),
  })

/** The family of an order as it stands, and what it does not have yet, whoever changes it while they are shown. */
export function useLiveFamily(hospital: string, id: number) {
  const queries = useQueryClient()
  useEffect(
    () =>
      onFamilyUpdate(({ familyId }) => {
        if (familyId !== id) return
        for (const part of ['one', 'of-order'])
          void queries.invalidateQueries({ queryKey: ['families', hospital, part] })
      }),
    [queries, hospital, id],
  )
  return useQuery(familyOptions(hospital, id))
}

export interface OrderPlace {
  hospital: string
  /** Its number. */
  order: number
}

/** A change of who is who, whose reply is the whole of it. */
export function useOrderFamilyChange<Input>(
  { hospital, order }: OrderPlace,
  change: (input: Input) => Promise<OrderFamily>,
  { done, onDone }: { done: string; onDone?: () => void },
) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: (next) => {
      queries.setQueryData(orderFamilyOptions(hospital, order).queryKey, next)
      void queries.invalidateQueries({ queryKey: ['families', hospital, 'list'] })
      notifySuccess(done)
      onDone?.()
    },
    onError: (problem) => {
      notifyProblem(problem)
      // A colleague may have been faster: show what holds now.
      void queries.invalidateQueries({ queryKey: orderFamilyOptions(hospital, order).queryKey })
    },
  })
}

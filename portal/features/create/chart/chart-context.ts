import { useQuery } from '@tanstack/react-query'
import { createContext, useContext, useState } from 'react'
import type { launchesRoutes } from '#contract/launches.ts'
import type { ReplyOf } from '#contract/route.ts'
import { api } from '#portal/api.ts'
import { useFormState, useOrderForm } from '../draft/form-context.ts'
import { valueAt } from '../draft/pointer.ts'

type ChartOfDraft = NonNullable<ReplyOf<(typeof launchesRoutes)['ofDraft']>['chart']>

/** What a hospital's record system wrote into the draft; null if it wrote nothing, or that is not known yet. */
export const ChartContext = createContext<ChartOfDraft | null>(null)

export const useChart = (): ChartOfDraft | null => useContext(ChartContext)

/** Asks once what a draft that is opened has from a chart; a new order has nothing. */
export function useChartOfDraft(): ChartOfDraft | null {
  const form = useOrderForm()
  const hospital = form.hospitalCode
  const [id] = useState(form.orderId)
  const { data } = useQuery({
    queryKey: ['chart', hospital, id],
    queryFn: () => api.launches.ofDraft({ params: { hospital, id: id ?? 0 } }),
    enabled: id !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data?.chart ?? null
}

/** Whether the value at a pointer is still the one that the chart has. */
export function useIsFromChart(path: string): boolean {
  const filled = useChart()?.filled.find((one) => one.path === path)
  const value = useFormState(({ document }) => (filled ? valueAt(document, path) : undefined))
  return filled !== undefined && value === filled.value
}

import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import type { Order } from '#contract/order.ts'
import { api } from '#portal/api.ts'

/** Loaded for results that may be analyzed again: few can. */
const ReanalysisCard = lazy(async () => ({ default: (await import('./ReanalysisCard.tsx')).ReanalysisCard }))

/** Findings since the report, and the results that may be analyzed again or wait for a decision; nothing if there is none. */
export function ReanalysisPart({ order }: { order: Order }) {
  const { hospitalCode: hospital, id, state } = order
  const { data } = useQuery({
    queryKey: ['orders', hospital, 'reanalysis', id],
    queryFn: () => api.reanalysis.get({ params: { hospital, id } }),
    enabled: state === 'reported',
  })
  const parts = [data?.cases, data?.findings, data?.waiting]
  if (!data || parts.every((part = []) => part.length === 0)) return null
  return (
    <Suspense>
      <ReanalysisCard order={order} reanalysis={data} />
    </Suspense>
  )
}

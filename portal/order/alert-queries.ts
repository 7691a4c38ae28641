import { queryOptions } from '@tanstack/react-query'
import { api } from '#portal/api.ts'

/** Reports become late with the day, and no news says so. */
const DAY_PASSES = 5 * 60_000

/** What the header counts; read again at every news of an order. */
export const alertsOptions = (hospitalCode: string) =>
  queryOptions({
    queryKey: ['orders', hospitalCode, 'alerts'],
    queryFn: () => api.following.headerAlert({ params: { hospital: hospitalCode } }),
    refetchInterval: DAY_PASSES,
  })

/** The lines behind the header's counts. */
export const notificationsOptions = (hospitalCode: string) =>
  queryOptions({
    queryKey: ['orders', hospitalCode, 'notifications'],
    queryFn: () => api.following.notifications({ params: { h: hospitalCode } }),
  })

/** The first few orders that wait for the clinic, and how many there are. */
export const blockedOptions = (hospitalCode: string, top: number) =>
  queryOptions({
    queryKey: ['orders', hospitalCode, 'blocked', top],
    queryFn: () => api.following.blocked({ params: { hospital: hospitalCode }, query: { top } }),
  })

export const pipelineOptions = (hospitalCode: string) =>
  queryOptions({
    queryKey: ['orders', hospitalCode, 'pipeline'],
    queryFn: () => api.following.pipeline({ params: { hospital: hospitalCode } }),
  })

import { queryOptions } from '@tanstack/react-query'
import { api } from '#portal/api.ts'

/** A sample with all that belongs to it; read again with the orders, at every news of the laboratory. */
export const sampleOptions = (hospitalCode: string, id: number) =>
  queryOptions({
    queryKey: ['orders', hospitalCode, 'sample', id],
    queryFn: () => api.samples.whole({ params: { h: hospitalCode, id } }),
  })

/** The tests that have to do with a sample's. */
export const relatedTestsOptions = (hospitalCode: string, id: number) =>
  queryOptions({
    queryKey: ['orders', hospitalCode, 'related-tests', id],
    queryFn: () => api.samples.relatedTests({ params: { h: hospitalCode, id } }),
  })

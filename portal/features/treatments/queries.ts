import { queryOptions } from '@tanstack/react-query'
import { api } from '#portal/api.ts'

export const treatmentOptions = (id: number) =>
  queryOptions({
    queryKey: ['treatments', id],
    queryFn: () => api.treatments.get({ params: { id } }),
  })

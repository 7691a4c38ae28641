import { queryOptions } from '@tanstack/react-query'
import { api } from '#portal/api.ts'

/** Read again with the order, at every news of it: a document was added, somebody signed the letter. */
export const authorizationOptions = (hospital: string, id: number) =>
  queryOptions({
    queryKey: ['orders', hospital, 'authorization', id],
    queryFn: () => api.coverage.authorization({ params: { hospital, id } }),
  })

import { queryOptions } from '@tanstack/react-query'
import { api } from '#portal/api.ts'

/** The documents of an order, newest first; read again with the order, at every news of it. */
export const documentsOptions = (hospitalCode: string, id: number) =>
  queryOptions({
    queryKey: ['orders', hospitalCode, 'documents', id],
    queryFn: () => api.documents.list({ params: { h: hospitalCode, id } }),
  })

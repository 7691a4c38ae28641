import { queryOptions } from '@tanstack/react-query'
import { api } from '#portal/api.ts'
import { documentOf } from './question.ts'

/** The laboratory's payers; they change with its contracts, a few times a year. */
export const payersOptions = queryOptions({
  queryKey: ['payers'],
  queryFn: () => api.coverage.payers(),
  staleTime: 60 * 60_000,
})

/** What is known of the price of a document: `question` is its `priceQuestion`. */
export const priceOptions = (hospital: string, orderId: number | null, question: string) =>
  queryOptions({
    queryKey: ['coverage', hospital, 'price', orderId, question],
    queryFn: () =>
      api.coverage.price({ params: { hospital }, body: { document: documentOf(question), orderId } }),
    // The price before stays until the new one is there, but never one of another institution.
    placeholderData: (before, beforeQuery) => (beforeQuery?.queryKey[1] === hospital ? before : undefined),
    gcTime: 60_000,
  })

export const orderCoverageOptions = (hospital: string, id: number) =>
  queryOptions({
    queryKey: ['coverage', hospital, 'order', id],
    queryFn: () => api.coverage.ofOrder({ params: { hospital, id } }),
    // A verification may be about something else by now than when its page was left.
    staleTime: 0,
  })

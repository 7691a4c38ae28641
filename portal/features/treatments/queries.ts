import { queryOptions } from '@tanstack/react-query'
import { api } from '#portal/api.ts'

/** `isKnown`: the reader was told that the laboratory is checking whether a report of its test stands. */
export const treatmentOptions = (id: number, isKnown = false) =>
  queryOptions({
    queryKey: ['treatments', id, isKnown],
    queryFn: () =>
      api.treatments.get({ params: { id }, query: isKnown ? { beingChecked: 'open' as const } : {} }),
  })

import { queryOptions } from '@tanstack/react-query'
import { api } from '#portal/api.ts'

interface OfOrder {
  hospitalCode: string
  id: number
}

/** Under the order’s key, so that a new version or a withdrawal reads them again. */
export const changesOptions = (
  { hospitalCode, id }: OfOrder,
  { older, newer, isQuestioned }: { older: number; newer: number; isQuestioned: boolean },
) =>
  queryOptions({
    queryKey: ['orders', hospitalCode, 'report-changes', id, older, newer, isQuestioned],
    queryFn: () =>
      api.reportChanges.compare({
        params: { h: hospitalCode, id, version: newer, since: older },
        query: isQuestioned ? { beingChecked: 'open' } : {},
      }),
    // A withdrawn version is refused, and stays so.
    retry: false,
  })

export const classesOptions = ({ hospitalCode, id }: OfOrder) =>
  queryOptions({
    queryKey: ['orders', hospitalCode, 'report-classes', id],
    queryFn: () => api.reportChanges.classes({ params: { h: hospitalCode, id } }),
  })

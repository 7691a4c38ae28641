import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReportVersionView } from '#contract/reports.ts'
import { api, queryClient } from '#portal/api.ts'
import { hasPermissionAnywhere } from '#portal/session/guards.ts'
import { useSession } from '#portal/session/session.ts'
import { notifyProblem } from '#ui/notices.ts'

/** The reports of an order. Under the order's key, so that whatever the laboratory says of it reads them again. */
export const reportsOptions = (hospitalCode: string, id: number) =>
  queryOptions({
    queryKey: ['orders', hospitalCode, 'reports', id],
    queryFn: () => api.reports.list({ params: { h: hospitalCode, id } }),
  })

/**
 * A document of a version. Fetching is reading: the server marks it as opened, so the order and the lists are read
 * again. One that may not stand is asked for where the reader was told so. It is named by its id: its number may become
 * another person's. The key stands apart from `['orders', …]`, or that very news would fetch the document once more.
 */
export const partOptions = (
  hospitalCode: string,
  id: number,
  { id: seen, version, isQuestioned }: Pick<ReportVersionView, 'id' | 'version' | 'isQuestioned'>,
  part: number,
) =>
  queryOptions({
    queryKey: ['order-report', hospitalCode, id, seen, version, part],
    queryFn: async () => {
      const bytes = await api.reports.part({
        params: { h: hospitalCode, id, version, part },
        query: { seen, ...(isQuestioned ? { beingChecked: 'open' } : {}) },
      })
      void queryClient.invalidateQueries({ queryKey: ['orders', hospitalCode] })
      return bytes
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    // A withdrawn report is refused, and stays so.
    retry: false,
  })

/** Forgets the documents of a version that was withdrawn while they were open. */
export function forgetVersion(
  hospitalCode: string,
  id: number,
  version: Pick<ReportVersionView, 'id'>,
): void {
  queryClient.removeQueries({ queryKey: ['order-report', hospitalCode, id, version.id] })
}

/**
 * Changes of reports that the reader had opened, and has not confirmed. They are of all institutions where the reader sees
 * orders, whichever is selected: an update of any order reads them again.
 */
export function useNotices() {
  const { user } = useSession()
  return useQuery({
    queryKey: ['report-notices'],
    queryFn: () => api.reports.notices(),
    enabled: hasPermissionAnywhere(user, ['ViewOrder']),
  })
}

/** Confirms having read that versions changed or were withdrawn. */
export function useAcknowledge(hospitalCode: string, id: number) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (versions: readonly Pick<ReportVersionView, 'id' | 'version'>[]) =>
      Promise.all(
        versions.map(({ id: seen, version }) =>
          api.reports.acknowledge({ params: { h: hospitalCode, id, version }, query: { seen } }),
        ),
      ),
    onError: notifyProblem,
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ['orders', hospitalCode] }),
        queries.invalidateQueries({ queryKey: ['report-notices'] }),
      ]),
  })
}

import { useMutation } from '@tanstack/react-query'
import { exportFilename } from '#contract/lists.ts'
import { todayAtLaboratory } from '#domain/dates/dates.ts'
import { api } from '#portal/api.ts'
import { saveFile } from '#portal/files/file.ts'
import type { ListQuery } from '#portal/order/queries.ts'
import { useSession } from '#portal/session/session.ts'
import { notifyProblem, notifyStale, notifySuccess } from '#ui/notices.ts'
import { exportInWords } from './export-words.ts'

interface ExportRequest {
  query: ListQuery & { ids?: string }
  /** How many orders it finds, or with `hasMore` how many at least. */
  total: number
  hasMore?: boolean
}

/** The list as a file: all its pages. */
export function useExport() {
  const { institution } = useSession()
  return useMutation({
    mutationFn: async ({ query: { skip: _, top: __, ...query }, total, hasMore }: ExportRequest) => {
      const file = await api.orders.export({ params: { hospital: institution.code }, query })
      const filename = exportFilename(todayAtLaboratory(new Date()))
      saveFile(file, { filename, mediaType: 'text/csv' })
      const { text, isCut } = exportInWords(filename, { total, hasMore })
      if (isCut) notifyStale(text)
      else notifySuccess(text)
    },
    onError: notifyProblem,
  })
}

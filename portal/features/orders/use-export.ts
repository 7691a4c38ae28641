import { useMutation } from '@tanstack/react-query'
import { exportFilename, MOST_EXPORTED } from '#contract/lists.ts'
import { todayAtLaboratory } from '#domain/dates/dates.ts'
import { grouped } from '#domain/text/figures.ts'
import { api } from '#portal/api.ts'
import { saveFile } from '#portal/files/file.ts'
import type { ListQuery } from '#portal/order/queries.ts'
import { useSession } from '#portal/session/session.ts'
import { counted } from '#ui/counted.ts'
import { notifyProblem, notifyStale, notifySuccess } from '#ui/notices.ts'

interface ExportRequest {
  query: ListQuery & { ids?: string }
  /** How many orders it finds. */
  total: number
}

/** The list as a file: all its pages. */
export function useExport() {
  const { institution } = useSession()
  return useMutation({
    mutationFn: async ({ query: { skip: _, top: __, ...query }, total }: ExportRequest) => {
      const file = await api.orders.export({ params: { hospital: institution.code }, query })
      const filename = exportFilename(todayAtLaboratory(new Date()))
      saveFile(file, { filename, mediaType: 'text/csv' })
      if (total > MOST_EXPORTED)
        notifyStale(
          `${filename} has only the first ${grouped(MOST_EXPORTED)} of ${counted(total, 'order')}. Narrow the list to export the rest.`,
        )
      else notifySuccess(`${counted(total, 'order')} exported to ${filename}.`)
    },
    onError: notifyProblem,
  })
}

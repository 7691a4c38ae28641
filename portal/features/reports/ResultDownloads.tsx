import { Button, Group } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ReportVersionView } from '#contract/reports.ts'
import { api, queryClient } from '#portal/api.ts'
import { saveFile } from '#portal/files/file.ts'
import { notifyProblem } from '#ui/notices.ts'
import * as texts from './texts.ts'

interface ResultDownloadsProps {
  order: { hospitalCode: string; id: number }
  version: ReportVersionView
}

const FORMATS = [
  ['csv', texts.downloadCsv, 'text/csv', 'results', 'csv'],
  ['phenopacket', texts.downloadPhenopacket, 'application/json', 'phenopacket', 'json'],
] as const

/** A version's result as a file of data, named like its other downloads: by the order alone. */
export function ResultDownloads({ order: { hospitalCode: h, id }, version }: ResultDownloadsProps) {
  const download = useMutation({
    mutationFn: async ([format, , mediaType, name, extension]: (typeof FORMATS)[number]) => {
      const bytes = await api.reports.data({
        params: { h, id, format },
        query: { version: version.version, seen: version.id },
      })
      // Reading is recorded: the order says so.
      void queryClient.invalidateQueries({ queryKey: ['orders', h] })
      saveFile(bytes, { filename: `${name}-${id}.${extension}`, mediaType })
    },
    onError: notifyProblem,
  })
  return (
    <Group gap="xs" my="xs">
      {FORMATS.map((format) => (
        <Button
          key={format[0]}
          variant="subtle"
          size="compact-sm"
          loading={download.isPending && download.variables?.[0] === format[0]}
          onClick={() => download.mutate(format)}
        >
          {format[1]}
        </Button>
      ))}
    </Group>
  )
}

import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { Order } from '#contract/order.ts'
import { markedFileName } from '#domain/reports/file-name.ts'
import { queryClient } from '#portal/api.ts'
import { saveFile } from '#portal/files/file.ts'
import { notifyProblem } from '#ui/notices.ts'
import { reportFileName } from './file-name.ts'
import { partOptions } from './queries.ts'
import * as texts from './texts.ts'
import type { VersionOfReport } from './versions.ts'

interface DownloadVersionProps {
  order: Order
  one: VersionOfReport
  part: { part: number; mediaType: string; filename: string }
  /** Where several versions stand below each other, a screen reader needs to tell them apart. */
  label?: string
}

export function DownloadVersion({ order, one, part, label }: DownloadVersionProps) {
  const { version } = one
  const { mediaType } = part
  const filename =
    mediaType === 'application/pdf' ? reportFileName(order, one) : markedFileName(part.filename, version)
  const download = useMutation({
    mutationFn: () => queryClient.fetchQuery(partOptions(order.hospitalCode, order.id, version, part.part)),
    onSuccess: (bytes) => saveFile(bytes, { filename, mediaType }),
    onError: notifyProblem,
  })
  return (
    <Button
      variant="default"
      loading={download.isPending}
      onClick={() => download.mutate()}
      {...(label ? { 'aria-label': label } : {})}
    >
      {texts.download}
    </Button>
  )
}

import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { Order } from '#contract/order.ts'
import { queryClient } from '#portal/api.ts'
import { notifyProblem } from '#ui/notices.ts'
import { saveFile } from '../documents/file.ts'
import { reportOptions } from './queries.ts'
import { reportFileName } from './words.ts'

interface DownloadReportProps {
  order: Order
  report: Order['reports'][number]
  /** Where several versions stand below each other, a screen reader needs to tell them apart. */
  label?: string
}

export function DownloadReport({ order, report, label }: DownloadReportProps) {
  const download = useMutation({
    mutationFn: () => queryClient.fetchQuery(reportOptions(order.hospitalCode, order.id, report.version)),
    onSuccess: (bytes) =>
      saveFile(bytes, { filename: reportFileName(order, report.version), mediaType: 'application/pdf' }),
    onError: notifyProblem,
  })
  return (
    <Button
      variant="default"
      loading={download.isPending}
      onClick={() => download.mutate()}
      {...(label ? { 'aria-label': label } : {})}
    >
      Download
    </Button>
  )
}

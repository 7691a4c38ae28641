import { useQuery } from '@tanstack/react-query'
import type { Order } from '#contract/order.ts'
import { TextLink } from '#portal/links/TextLink.tsx'
import { showBytes } from '#ui/bytes.ts'
import { PdfViewer } from './PdfViewer.tsx'
import { reportOptions } from './queries.ts'
import { replacementOf, reportHash } from './report-address.ts'
import { personOf, reportFileName } from './words.ts'

interface ReportViewerProps {
  order: Order
  report: Order['reports'][number]
}

export function ReportViewer({ order, report }: ReportViewerProps) {
  const query = useQuery(reportOptions(order.hospitalCode, order.id, report.version))
  const replacement = replacementOf(report, order.reports)
  return (
    <PdfViewer
      title={`Report of ${personOf(order)}${order.reports.length > 1 ? `, version ${report.version}` : ''}`}
      noun="report"
      filename={reportFileName(order, report.version)}
      size={showBytes(report.bytes)}
      query={query}
      warning={
        replacement && (
          <>
            The laboratory has corrected this report. Use{' '}
            <TextLink
              underline="always"
              to="."
              hash={reportHash(replacement, order.reports)}
              resetScroll={false}
            >
              version {replacement.version}
            </TextLink>
            .
          </>
        )
      }
    />
  )
}

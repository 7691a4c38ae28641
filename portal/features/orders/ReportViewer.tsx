import { Button, Skeleton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import type { Order } from '#contract/orders.ts'
import { ButtonLink } from '#portal/links/ButtonLink.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { pdfAddress } from './pdf.ts'
import { reportOptions } from './queries.ts'
import classes from './report-viewer.module.css'
import { fileSize, fullName, reportFileName } from './words.ts'

interface ReportViewerProps {
  order: Order
  report: Order['reports'][number]
}

/**
 * The report in the page, full width. On a phone, and in a browser that shows no PDF (a frame with one would be
 * downloaded unasked), there are only the ways to open it.
 */
export function ReportViewer({ order, report }: ReportViewerProps) {
  const titleId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const wide = useMediaQuery('(min-width: 37.5em)', true, { getInitialValueInEffect: false })
  const inPage = wide && navigator.pdfViewerEnabled
  const query = useQuery(reportOptions(order.hospitalCode, order.id, report.version))
  const address = usePdfAddress(query.data)
  const patient = order.document.patients[0]
  const title = `Report${patient ? ` of ${fullName(patient)}` : ''}${order.reports.length > 1 ? `, version ${report.version}` : ''}`

  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    heading.current?.closest('section')?.scrollIntoView({ block: 'start' })
  }, [])

  return (
    <section className={classes.viewer} aria-labelledby={titleId}>
      <div className={classes.head}>
        <h2 id={titleId} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <div className={classes.actions}>
          {address && (
            <>
              <Button
                component="a"
                variant={inPage ? 'default' : 'filled'}
                href={address}
                target="_blank"
                rel="noopener"
              >
                Open in new tab
              </Button>
              <Button
                component="a"
                variant="default"
                href={address}
                download={reportFileName(order, report.version)}
              >
                Download{inPage ? '' : ` (${fileSize(report.bytes)})`}
              </Button>
            </>
          )}
          <ButtonLink
            to="/order/details/$id"
            params={{ id: String(order.id) }}
            variant="subtle"
            color="gray"
            resetScroll={false}
          >
            Close report
          </ButtonLink>
        </div>
      </div>
      {query.isError && <ErrorState problem={query.error} retry={() => query.refetch()} />}
      {query.isPending && (
        <div role="status" aria-label="The report is loading">
          <Skeleton className={classes.page} data-short={!inPage || undefined} />
        </div>
      )}
      {address && inPage && <iframe className={classes.page} src={address} title={title} />}
    </section>
  )
}

/** The address of the bytes while they are shown; given back when they are not. */
function usePdfAddress(bytes: Uint8Array | undefined): string | null {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    if (!bytes) return
    const made = pdfAddress(bytes)
    setAddress(made)
    return () => {
      setAddress(null)
      URL.revokeObjectURL(made)
    }
  }, [bytes])
  return address
}

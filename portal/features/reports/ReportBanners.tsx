import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { brand } from '#brand/brand.ts'
import type { Order } from '#contract/order.ts'
import type { ReportView } from '#contract/reports.ts'
import { STATUS_MEANING } from '#domain/reports/words.ts'
import { ButtonLink } from '#portal/links/ButtonLink.tsx'
import { showInstant } from '#ui/dates.ts'
import { Banner } from '../orders/Banner.tsx'
import { DownloadVersion } from './DownloadVersion.tsx'
import { reportsOptions, useAcknowledge } from './queries.ts'
import { allVersions, newestCurrent, unconfirmed, type VersionOfReport, versionHash } from './versions.ts'
import { changeInWords, NOTICE_WORDS, READY_WORDS } from './words.ts'

interface ReportBannersProps {
  order: Order
  /** A report is open below: that one is ready is not said as well. */
  reading: boolean
}

/** What is to be known of the reports first: withdrawals and changes to confirm, a result being checked, a report to read. */
export function ReportBanners({ order, reading }: ReportBannersProps) {
  const { data } = useQuery(reportsOptions(order.hospitalCode, order.id))
  if (!data) return null
  const { reports, isBeingChecked } = data
  const told = unconfirmed(reports)
  return (
    <>
      {told.map((one) => (
        <Notice key={one.version.version} order={order} reports={reports} one={one} />
      ))}
      {isBeingChecked && (
        <Banner tone="quiet" title="A result is being checked">
          The laboratory is verifying a result of this order before it is released to you. No action is
          needed.
        </Banner>
      )}
      {told.length === 0 && !reading && <Ready order={order} reports={reports} />}
    </>
  )
}

/** A change after the reader had opened the report; it stays until they confirm that they have read it. */
function Notice({
  order,
  reports,
  one,
}: {
  order: Order
  reports: readonly ReportView[]
  one: VersionOfReport
}) {
  const acknowledge = useAcknowledge(order.hospitalCode, order.id)
  const { version, report } = one
  const { notice } = version
  if (!notice) return null
  const current = report.versions.find(({ version: number }) => number === report.current)
  const isWithdrawn = notice.kind === 'withdrawn'
  const said = isWithdrawn
    ? version.withdrawn && changeInWords(version.withdrawn)
    : current && changeInWords(current)
  return (
    <Banner
      tone={isWithdrawn || notice.kind === 'corrected' ? 'bad' : 'quiet'}
      title={NOTICE_WORDS[notice.kind]}
      actions={
        <>
          {current && (
            <ButtonLink
              variant="default"
              to="/order/details/$id"
              params={{ id: String(order.id) }}
              hash={versionHash(current.version, reports)}
            >
              Open version {current.version}
            </ButtonLink>
          )}
          <Button loading={acknowledge.isPending} onClick={() => acknowledge.mutate(version.version)}>
            I have read this
          </Button>
        </>
      }
    >
      You opened version {version.version} before this change of {showInstant(notice.at)}.
      {isWithdrawn && ' Do not use it.'}
      {said && ` The laboratory says: ${said}.`}
      {isWithdrawn && ` Questions: ${brand.contact.phone}.`}
    </Banner>
  )
}

function Ready({ order, reports }: { order: Order; reports: readonly ReportView[] }) {
  const newest = newestCurrent(reports)
  if (!newest) {
    const [withdrawn] = allVersions(reports)
    if (!withdrawn?.version.withdrawn) return null
    const said = changeInWords(withdrawn.version.withdrawn)
    return (
      <Banner tone="bad" title="The report was withdrawn">
        On {showInstant(withdrawn.version.withdrawn.at)}. Do not use any copy of it.
        {said && ` The laboratory says: ${said}.`} Questions: {brand.contact.phone}.
      </Banner>
    )
  }
  const { version } = newest
  const [only, ...more] = version.parts
  return (
    <Banner
      tone={version.status === 'preliminary' || version.status === 'partial' ? 'quiet' : 'good'}
      title={READY_WORDS[version.status]}
      actions={
        <>
          {only?.kind === 'document' && more.length === 0 && (
            <DownloadVersion order={order} version={version.version} part={only} />
          )}
          <ButtonLink to="/order/details/$id" params={{ id: String(order.id) }} hash="report">
            Open report
          </ButtonLink>
        </>
      }
    >
      Received {showInstant(version.receivedAt)}.
      {version.status !== 'final' && ` ${STATUS_MEANING[version.status]}`}
      {version.isUnread && ' Not opened yet at your institution.'}
    </Banner>
  )
}

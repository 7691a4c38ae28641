import { VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { resultDeskRoutes } from '#contract/result-desk.ts'
import type { ReplyOf } from '#contract/route.ts'
import { NOTICE_STATUS_WORDS } from '#domain/reports/words.ts'
import { NotFoundPage } from '#portal/frame/RouteProblems.tsx'
import { Detail } from '#portal/list/Detail.tsx'
import { ListPages } from '#portal/list/ListPages.tsx'
import list from '#portal/list/list.module.css'
import { PlainTable } from '#portal/list/PlainTable.tsx'
import { PAGE_SIZE } from '#portal/list/paging.ts'
import { StatusChips } from '#portal/list/StatusChips.tsx'
import { WaitingCards } from '#portal/list/WaitingCards.tsx'
import { useSession } from '#portal/session/session.ts'
import { counted } from '#ui/counted.ts'
import { showInstant } from '#ui/dates.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import { StaleNotice } from '#ui/StaleNotice.tsx'
import { noticesOptions } from './queries.ts'
import * as texts from './texts.ts'

const route = getRouteApi('/signed-in/laboratory/notices')

/** For the laboratory's Support: who had opened a report that changed or was withdrawn, and who has confirmed reading so. */
export default function NoticesPage() {
  return useSession().user.support ? <Notices /> : <NotFoundPage />
}

type Notice = ReplyOf<(typeof resultDeskRoutes)['notices']>['data'][number]

function Notices() {
  const { status, page } = route.useSearch()
  const notices = useQuery(noticesOptions({ list: status, page, limit: PAGE_SIZE }))
  const wide = useMediaQuery('(min-width: 56.25em)', true, { getInitialValueInEffect: false })
  const { data } = notices
  const rows = data?.data
  return (
    <>
      <PageHead
        title={texts.noticesOfChangedReports}
        crumbs={[
          texts.laboratory,
          <Link key="desk" to="/laboratory/results">
            {texts.resultsToCheck}
          </Link>,
          texts.notices,
        ]}
        sub={texts.noticesHint}
      />
      <StatusChips
        label={texts.whichNotices}
        status={status}
        chips={[
          { status: 'unread', label: texts.notConfirmed },
          { status: 'all', label: texts.all },
        ]}
      />
      <StaleNotice query={notices} />
      <div className={list.frame} data-waiting={notices.isPlaceholderData || undefined}>
        {data === undefined && notices.isError ? (
          <ErrorState problem={notices.error} retry={() => notices.refetch()} />
        ) : rows?.length === 0 ? (
          <EmptyState
            title={status === 'unread' ? texts.allNoticesAreConfirmed : texts.noNotices}
            text={texts.noNoticesHint}
          />
        ) : wide ? (
          <PlainTable
            label={texts.notices}
            className={undefined}
            rows={rows}
            keyOf={keyOf}
            columns={[
              { label: texts.report, cell: (row) => <ReportCell row={row} /> },
              { label: texts.reader, cell: (row) => <ReaderCell row={row} /> },
              { label: texts.notified, cell: (row) => showInstant(row.toldAt) },
              { label: texts.confirmed, cell: confirmedOf },
            ]}
          />
        ) : (
          <ul className={list.cards}>
            {rows === undefined ? (
              <WaitingCards />
            ) : (
              rows.map((row) => (
                <li key={keyOf(row)} className={list.card}>
                  <div>
                    <ReportCell row={row} />
                  </div>
                  <div>
                    <ReaderCell row={row} />
                  </div>
                  <div className={list.facts}>
                    <Detail name="Notified">{showInstant(row.toldAt)}</Detail>
                    <Detail name="Confirmed">{confirmedOf(row)}</Detail>
                  </div>
                </li>
              ))
            )}
          </ul>
        )}
        {data && data.meta.total > 0 && <ListPages page={page} total={data.meta.total} />}
      </div>
      <VisuallyHidden role="status">
        {data && !notices.isPlaceholderData && counted(data.meta.total, 'notice')}
      </VisuallyHidden>
    </>
  )
}

const keyOf = (row: Notice) => `${row.orderId} ${row.version} ${row.kind} ${row.reader.email} ${row.toldAt}`

const confirmedOf = ({ readAt }: Notice) => (readAt ? showInstant(readAt) : texts.notYet)

function ReportCell({ row }: { row: Notice }) {
  return (
    <>
      <div>{texts.noticeTitle(NOTICE_STATUS_WORDS[row.kind], row.orderId, row.version)}</div>
      <div className={list.second}>{row.institutionName}</div>
    </>
  )
}

function ReaderCell({ row: { reader, openedAt } }: { row: Notice }) {
  return (
    <>
      <div>{reader.name}</div>
      <div className={list.second}>
        <a href={`mailto:${reader.email}`}>{reader.email}</a> {texts.openedAt(showInstant(openedAt))}
      </div>
    </>
  )
}

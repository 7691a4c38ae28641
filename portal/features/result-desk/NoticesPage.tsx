import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { resultDeskRoutes } from '#contract/result-desk.ts'
import type { ReplyOf } from '#contract/route.ts'
import { NOTICE_STATUS_WORDS } from '#domain/reports/words.ts'
import { NotFoundPage } from '#portal/frame/RouteProblems.tsx'
import { DataTable } from '#portal/list/DataTable.tsx'
import { ListPage } from '#portal/list/ListPage.tsx'
import list from '#portal/list/list.module.css'
import { PAGE_SIZE } from '#portal/list/paging.ts'
import { StatusChips } from '#portal/list/StatusChips.tsx'
import { useSession } from '#portal/session/session.ts'
import { counted } from '#ui/counted.ts'
import { showInstant } from '#ui/dates.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
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
  const { data } = notices
  return (
    <ListPage
      title={texts.noticesOfChangedReports}
      crumbs={[
        texts.laboratory,
        <Link key="desk" to="/laboratory/results">
          {texts.resultsToCheck}
        </Link>,
        texts.notices,
      ]}
      sub={texts.noticesHint}
      filters={
        <StatusChips
          label={texts.whichNotices}
          status={status}
          chips={[
            { status: 'unread', label: texts.notConfirmed },
            { status: 'all', label: texts.all },
          ]}
        />
      }
      query={notices}
      page={page}
      rows={data?.data}
      total={data?.meta.total}
      announce={(total) => counted(total, 'notice')}
      empty={
        <EmptyState
          title={status === 'unread' ? texts.allNoticesAreConfirmed : texts.noNotices}
          text={texts.noNoticesHint}
        />
      }
    >
      <DataTable
        label={texts.notices}
        rows={data?.data}
        keyOf={({ id }) => id}
        columns={[
          { label: texts.report, cell: (row) => <ReportCell row={row} />, card: 'head' },
          { label: texts.reader, cell: (row) => <ReaderCell row={row} />, card: 'line' },
          { label: texts.notified, cell: (row) => showInstant(row.toldAt) },
          { label: texts.confirmed, cell: confirmedOf },
        ]}
      />
    </ListPage>
  )
}

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

import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { followUpRoutes } from '#contract/follow-up.ts'
import type { ReplyOf } from '#contract/route.ts'
import { NotFoundPage } from '#portal/frame/RouteProblems.tsx'
import { DataTable } from '#portal/list/DataTable.tsx'
import { ListPage } from '#portal/list/ListPage.tsx'
import list from '#portal/list/list.module.css'
import { PAGE_SIZE } from '#portal/list/paging.ts'
import { StatusChips } from '#portal/list/StatusChips.tsx'
import { useSession } from '#portal/session/session.ts'
import { counted } from '#ui/counted.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { dueColumn, patientColumn, resultColumn } from './cells.tsx'
import classes from './follow-up.module.css'
import { everywhereOptions } from './queries.ts'
import * as texts from './texts.ts'

const route = getRouteApi('/signed-in/laboratory/follow-up')

/** For the laboratory's Support: what no clinic has seen through, over all institutions. */
export default function EverywherePage() {
  return useSession().user.support ? <Everywhere /> : <NotFoundPage />
}

type Row = ReplyOf<(typeof followUpRoutes)['everywhere']>['data'][number]

const EMPTY = {
  escalated: { title: texts.noneEscalated, text: texts.noneEscalatedHint },
  overdue: { title: texts.noneLate, text: texts.noneLateHint },
  open: { title: texts.noneOpen, text: texts.noneOpenHint },
} as const

function Everywhere() {
  const { status, page } = route.useSearch()
  const query = useQuery(everywhereOptions({ list: status, page, limit: PAGE_SIZE }))
  const { data } = query
  return (
    <ListPage
      title={texts.followUp}
      crumbs={[texts.laboratory, texts.followUp]}
      sub={texts.everywhereHint}
      filters={
        <StatusChips
          label={texts.whichFollowUps}
          status={status}
          chips={[
            { status: 'escalated', label: texts.escalatedToLaboratory },
            { status: 'overdue', label: texts.allLate },
            { status: 'open', label: texts.allOpen },
          ]}
        />
      }
      query={query}
      page={page}
      rows={data?.data}
      total={data?.meta.total}
      announce={(total) => counted(total, texts.followUpNoun)}
      empty={<EmptyState {...EMPTY[status]} />}
    >
      <DataTable
        label={texts.followUp}
        className={classes.table}
        rows={data?.data}
        keyOf={({ id }) => id}
        columns={[
          patientColumn,
          resultColumn,
          dueColumn,
          { label: texts.institution, cell: (row) => <InstitutionCell row={row} />, card: 'line' },
        ]}
      />
    </ListPage>
  )
}

function InstitutionCell({ row: { institutionName, owner, ownerEmail } }: { row: Row }) {
  return (
    <>
      <div>{institutionName}</div>
      <div className={list.second}>
        {owner ? owner.name : texts.noOwner} {ownerEmail && <a href={`mailto:${ownerEmail}`}>{ownerEmail}</a>}
      </div>
    </>
  )
}

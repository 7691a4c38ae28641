import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { FollowUpView } from '#contract/follow-up.ts'
import { FOLLOW_UP_KINDS, FOLLOW_UP_RESULTS } from '#domain/follow-up/follow-up.ts'
import { KIND_WORDS, OUTCOME_WORDS, RESULT_WORDS } from '#domain/follow-up/words.ts'
import { MissingThing, useLedTo } from '#portal/frame/MissingThing.tsx'
import { NotFoundPage } from '#portal/frame/RouteProblems.tsx'
import { useOpenedIn } from '#portal/frame/use-opened-in.ts'
import { ButtonLink } from '#portal/links/ButtonLink.tsx'
import { DataTable } from '#portal/list/DataTable.tsx'
import { ListPage } from '#portal/list/ListPage.tsx'
import list from '#portal/list/list.module.css'
import { PAGE_SIZE } from '#portal/list/paging.ts'
import { StatusChips } from '#portal/list/StatusChips.tsx'
import { useSession } from '#portal/session/session.ts'
import { counted } from '#ui/counted.ts'
import { showInstant } from '#ui/dates.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { dueColumn, patientColumn, resultColumn } from './cells.tsx'
import classes from './follow-up.module.css'
import { colleaguesOptions, followUpCountsOptions, followUpsOptions } from './queries.ts'
import * as texts from './texts.ts'

const route = getRouteApi('/signed-in/follow-up')

/** What somebody at the institution has to see through. One that the address names is selected. */
export default function FollowUpPage() {
  const { can, institution, institutions } = useSession()
  const { institution: named } = route.useSearch()
  const navigate = route.useNavigate()
  const openedIn = useOpenedIn(named ?? '')
  const ledTo = useLedTo()
  const isKnown = institutions.some(({ code }) => code === named)
  useEffect(() => {
    if (named === undefined || !isKnown) return
    if (named !== institution.code) ledTo(named, 'followUps')
    // Said once: whoever then selects another one, and comes back, stays there.
    void navigate({ search: ({ institution: _, ...rest }) => rest, replace: true })
  }, [named, isKnown])
  if (named !== undefined && isKnown) return null
  if (named !== undefined && openedIn !== null)
    return <MissingThing thing="followUps" id={null} openedIn={openedIn} skeleton={null} />
  return can('ViewOrder') ? <FollowUps key={institution.code} /> : <NotFoundPage />
}

function FollowUps() {
  const { institution, can } = useSession()
  const { status, owner, kind, result, page } = route.useSearch()
  const filter = { owner, kind, result }
  const query = useQuery(
    followUpsOptions(institution.code, { list: status, ...filter, page, limit: PAGE_SIZE }),
  )
  const { data: counts } = useQuery(followUpCountsOptions(institution.code))
  const { data } = query
  const isFiltered = owner !== 'all' || kind !== undefined || result !== undefined
  return (
    <ListPage
      title={texts.followUp}
      sub={texts.listHint}
      actions={
        can('CreateUser') && (
          <ButtonLink to="/follow-up/rules" variant="default">
            {texts.rulesLink}
          </ButtonLink>
        )
      }
      filters={
        <>
          <StatusChips
            label={texts.whichFollowUps}
            status={status}
            chips={[
              { status: 'open', label: texts.open, count: counts?.open },
              { status: 'overdue', label: texts.overdue, count: counts?.overdue },
              { status: 'closed', label: texts.closed },
            ]}
          />
          <Filters />
        </>
      }
      query={query}
      page={page}
      rows={data?.data}
      total={data?.meta.total}
      announce={(total) => counted(total, texts.followUpNoun)}
      empty={isFiltered ? <NoMatch /> : <EmptyState {...EMPTY[status]} />}
    >
      <DataTable
        label={texts.followUp}
        className={classes.table}
        rows={data?.data}
        keyOf={({ id }) => id}
        columns={[
          patientColumn,
          resultColumn,
          status === 'closed'
            ? { label: texts.closedColumn, cell: (row) => <ClosedCell followUp={row} />, card: 'line' }
            : dueColumn,
          { label: texts.owner, cell: ownerOf },
        ]}
      />
    </ListPage>
  )
}

const EMPTY = {
  open: { title: texts.noneOpen, text: texts.noneOpenHint },
  overdue: { title: texts.noneLate, text: texts.noneLateHint },
  closed: { title: texts.noneClosed, text: texts.noneClosedHint },
} as const

function NoMatch() {
  const { status } = route.useSearch()
  return (
    <EmptyState
      title={texts.noneMatch}
      text={texts.noneMatchHint}
      action={
        <ButtonLink to="/follow-up" search={{ status }}>
          {texts.clearFilters}
        </ButtonLink>
      }
    />
  )
}

function ownerOf({ isOwn, owner }: FollowUpView) {
  if (isOwn) return texts.you
  return owner ? owner.name : <span className={classes.late}>{texts.noOwnerLabel}</span>
}

function ClosedCell({ followUp: { closed } }: { followUp: FollowUpView }) {
  if (!closed) return null
  return (
    <>
      <div>{OUTCOME_WORDS[closed.outcome]}</div>
      <div className={list.second}>
        {closed.by}, {showInstant(closed.at)}
      </div>
    </>
  )
}

/** By owner, kind and result; what is chosen is in the address. */
function Filters() {
  const { institution } = useSession()
  const { owner, kind, result } = route.useSearch()
  const navigate = route.useNavigate()
  const { data: colleagues = [] } = useQuery(colleaguesOptions(institution.code))
  const set = (change: object) =>
    void navigate({ search: (before) => ({ ...before, ...change, page: 1 }), replace: true })
  return (
    <div className={classes.filters}>
      <NativeSelect
        label={texts.owner}
        value={String(owner)}
        onChange={({ currentTarget: { value } }) => set({ owner: Number(value) || value })}
        data={[
          { value: 'all', label: texts.anyOwner },
          { value: 'mine', label: texts.ownLabel },
          { value: 'nobody', label: texts.noOwnerLabel },
          ...colleagues.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
      <NativeSelect
        label={texts.kind}
        value={kind ?? ''}
        onChange={({ currentTarget: { value } }) => set({ kind: value || undefined })}
        data={[
          { value: '', label: texts.allKinds },
          ...FOLLOW_UP_KINDS.map((one) => ({ value: one, label: KIND_WORDS[one] })),
        ]}
      />
      <NativeSelect
        label={texts.result}
        value={result ?? ''}
        onChange={({ currentTarget: { value } }) => set({ result: value || undefined })}
        data={[
          { value: '', label: texts.allResults },
          ...FOLLOW_UP_RESULTS.map((one) => ({ value: one, label: RESULT_WORDS[one] })),
        ]}
      />
    </div>
  )
}

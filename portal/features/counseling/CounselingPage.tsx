import { Button, VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { Appointment } from '#contract/counseling.ts'
import { APPOINTMENT_STATES } from '#domain/counseling/states.ts'
import { NotFoundPage } from '#portal/frame/RouteProblems.tsx'
import { ButtonLink } from '#portal/links/ButtonLink.tsx'
import { ListFilters } from '#portal/list/ListFilters.tsx'
import { ListPages } from '#portal/list/ListPages.tsx'
import list from '#portal/list/list.module.css'
import { PAGE_SIZE } from '#portal/list/paging.ts'
import { useSession } from '#portal/session/session.ts'
import { counted } from '#ui/counted.ts'
import { showAgo } from '#ui/dates.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { notifyProblem, notifySuccess } from '#ui/notices.ts'
import { PageHead } from '#ui/PageHead.tsx'
import { StaleNotice } from '#ui/StaleNotice.tsx'
import { DeleteDialog } from './DeleteDialog.tsx'
import { requestsOptions, useRequestActions } from './queries.ts'
import { RequestCards } from './RequestCards.tsx'
import { RequestDialog } from './RequestDialog.tsx'
import { RequestTable } from './RequestTable.tsx'
import * as texts from './texts.ts'
import { STATE_WORDS } from './words.ts'

const route = getRouteApi('/signed-in/counseling')

/** For the laboratory's Support: what patients sent on the appointment form, and how it went on to the partner. */
export default function CounselingPage() {
  return useSession().user.support ? <Requests /> : <NotFoundPage />
}

function Requests() {
  const { status, q = '', page } = route.useSearch()
  const navigate = route.useNavigate()
  const search = (text: string) =>
    navigate({
      search: (before) => ({ ...before, q: text || undefined, page: 1 }),
      ...{ replace: true, resetScroll: false },
    })
  const skip = (page - 1) * PAGE_SIZE
  const requests = useQuery(requestsOptions({ state: status, search: q || undefined, skip, top: PAGE_SIZE }))
  const { again } = useRequestActions()
  const [chosen, setChosen] = useState<Appointment | null>(null)
  const [dialog, setDialog] = useState<'show' | 'delete' | null>(null)
  const wide = useMediaQuery('(min-width: 56.25em)', true, { getInitialValueInEffect: false })
  const { data } = requests
  const handOver = ({ id }: Appointment) =>
    again.mutate(id, {
      onSuccess: () => notifySuccess(texts.sentAgain(id)),
      onError: notifyProblem,
      onSettled: () => setDialog(null),
    })
  const Rows = wide ? RequestTable : RequestCards
  return (
    <>
      <PageHead
        title={texts.counselingRequests}
        crumbs={[texts.laboratory, texts.counseling]}
        badge={
          data && (
            <span className={list.count}>
              {data.waiting.oldest === null
                ? texts.nonePending
                : texts.waitingCount(counted(data.waiting.count, 'request'), showAgo(data.waiting.oldest))}
            </span>
          )
        }
        sub={texts.requestsHint}
      />
      <ListFilters
        q={q}
        label={texts.searchRequests}
        placeholder={texts.searchPlaceholder}
        onSearch={search}
        status={status}
        chips={APPOINTMENT_STATES.map((one) => ({
          status: one,
          label: STATE_WORDS[one],
          count: one === 'stored' ? data?.waiting.count : one === 'refused' ? data?.refused : undefined,
        }))}
      />
      <StaleNotice query={requests} />
      <div className={list.frame} data-waiting={requests.isPlaceholderData || undefined}>
        {data === undefined && requests.isError ? (
          page > 1 ? (
            <NoPage page={page} />
          ) : (
            <ErrorState problem={requests.error} retry={() => requests.refetch()} />
          )
        ) : data?.total === 0 ? (
          <NoRequests filtered={q !== '' || status !== undefined} onClear={() => search('')} q={q} />
        ) : (
          <>
            <Rows
              rows={data?.requests}
              onOpen={(request) => {
                setChosen(request)
                setDialog('show')
              }}
              onAgain={handOver}
            />
            {data && <ListPages page={page} total={data.total} />}
          </>
        )}
      </div>
      <VisuallyHidden role="status">
        {data && !requests.isPlaceholderData && counted(data.total, 'request')}
      </VisuallyHidden>
      <RequestDialog
        request={chosen}
        opened={dialog === 'show'}
        onClose={() => setDialog(null)}
        onAgain={handOver}
        onDelete={() => setDialog('delete')}
      />
      <DeleteDialog request={chosen} opened={dialog === 'delete'} onClose={() => setDialog(null)} />
    </>
  )
}

function NoPage({ page }: { page: number }) {
  return (
    <EmptyState
      title={texts.missingPage(page)}
      text={texts.noSuchPage}
      action={
        <ButtonLink from="/counseling" to="/counseling" search={(before) => ({ ...before, page: 1 })}>
          {texts.goToFirstPage}
        </ButtonLink>
      }
    />
  )
}

function NoRequests({ filtered, q, onClear }: { filtered: boolean; q: string; onClear: () => void }) {
  if (!filtered) return <EmptyState title={texts.noRequestsYet} text={texts.noRequestsHint} />
  return (
    <EmptyState
      title={q ? texts.nothingFound(q) : texts.noneInStatus}
      text={q ? texts.deletedHint : texts.chooseAnotherStatusAbove}
      action={
        q && (
          <Button variant="default" onClick={onClear}>
            {texts.clearSearch}
          </Button>
        )
      }
    />
  )
}

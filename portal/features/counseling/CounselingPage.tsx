import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { Appointment } from '#contract/counseling.ts'
import { APPOINTMENT_STATES } from '#domain/counseling/states.ts'
import { NotFoundPage } from '#portal/frame/RouteProblems.tsx'
import { ListFilters } from '#portal/list/ListFilters.tsx'
import { ListPage } from '#portal/list/ListPage.tsx'
import { NothingFound } from '#portal/list/NothingFound.tsx'
import { PAGE_SIZE } from '#portal/list/paging.ts'
import { useListSearch } from '#portal/list/use-list-search.ts'
import { useSession } from '#portal/session/session.ts'
import { counted } from '#ui/counted.ts'
import { showAgo } from '#ui/dates.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { notifyProblem, notifySuccess } from '#ui/notices.ts'
import { DeleteDialog } from './DeleteDialog.tsx'
import { requestsOptions, useRequestActions } from './queries.ts'
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
  const search = useListSearch()
  const skip = (page - 1) * PAGE_SIZE
  const requests = useQuery(requestsOptions({ state: status, search: q || undefined, skip, top: PAGE_SIZE }))
  const { again } = useRequestActions()
  const [chosen, setChosen] = useState<Appointment | null>(null)
  const [dialog, setDialog] = useState<'show' | 'delete' | null>(null)
  const { data } = requests
  const sending = again.isPending ? again.variables.id : null
  const handOver = (request: Appointment) =>
    again.mutate(request, {
      onSuccess: () => notifySuccess(texts.sentAgain(request.id)),
      onError: notifyProblem,
      onSettled: () => setDialog(null),
    })
  return (
    <>
      <ListPage
        title={texts.counselingRequests}
        crumbs={[texts.laboratory, texts.counseling]}
        count={
          data &&
          (data.waiting.oldest === null
            ? texts.nonePending
            : texts.waitingCount(counted(data.waiting.count, 'request'), showAgo(data.waiting.oldest)))
        }
        sub={texts.requestsHint}
        filters={
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
        }
        query={requests}
        page={page}
        rows={data?.requests}
        total={data?.total}
        announce={(total) => counted(total, 'request')}
        empty={<NoRequests filtered={status !== undefined} onClear={() => search('')} q={q} />}
      >
        <RequestTable
          rows={data?.requests}
          onOpen={(request) => {
            setChosen(request)
            setDialog('show')
          }}
          onAgain={handOver}
          sending={sending}
        />
      </ListPage>
      <RequestDialog
        request={chosen}
        opened={dialog === 'show'}
        onClose={() => setDialog(null)}
        onAgain={handOver}
        isSending={sending !== null}
        onDelete={() => setDialog('delete')}
      />
      <DeleteDialog request={chosen} opened={dialog === 'delete'} onClose={() => setDialog(null)} />
    </>
  )
}

function NoRequests({ filtered, q, onClear }: { filtered: boolean; q: string; onClear: () => void }) {
  if (q) return <NothingFound title={texts.nothingFound(q)} text={texts.deletedHint} onClear={onClear} />
  return filtered ? (
    <EmptyState title={texts.noneInStatus} text={texts.chooseAnotherStatusAbove} />
  ) : (
    <EmptyState title={texts.noRequestsYet} text={texts.noRequestsHint} />
  )
}

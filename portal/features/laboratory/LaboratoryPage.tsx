import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { LaboratoryMessage } from '#contract/laboratory.ts'
import { MESSAGE_LISTS, type MessageList } from '#contract/lists.ts'
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
import { AgainDialog } from './AgainDialog.tsx'
import { MessageDialog } from './MessageDialog.tsx'
import { MessageTable } from './MessageTable.tsx'
import { messagesOptions } from './queries.ts'
import * as texts from './texts.ts'
import { LIST_WORDS } from './words.ts'

const route = getRouteApi('/signed-in/laboratory')

/** For the laboratory's Support: what goes to its system and comes from it, and what stands in the way. */
export default function LaboratoryPage() {
  return useSession().user.support ? <Messages /> : <NotFoundPage />
}

function Messages() {
  const { status, q = '', page } = route.useSearch()
  const search = useListSearch()
  const messages = useQuery(messagesOptions({ list: status, search: q || undefined, page, limit: PAGE_SIZE }))
  const [read, setRead] = useState<LaboratoryMessage | null>(null)
  const [again, setAgain] = useState<LaboratoryMessage | null>(null)
  const [isConfirming, setConfirming] = useState(false)
  const { data } = messages
  const counts: Partial<Record<MessageList, number>> = data?.counts ?? {}
  return (
    <>
      <ListPage
        title={texts.laboratoryMessages}
        crumbs={[texts.laboratory, texts.messages]}
        count={
          data &&
          (data.waitingSince === null ? texts.nonePending : texts.oldestPending(showAgo(data.waitingSince)))
        }
        sub={texts.messagesHint}
        filters={
          <ListFilters
            q={q}
            label={texts.searchMessages}
            placeholder={texts.searchPlaceholder}
            onSearch={search}
            status={status}
            withoutAll
            chips={MESSAGE_LISTS.map((one) => ({ status: one, label: LIST_WORDS[one], count: counts[one] }))}
          />
        }
        query={messages}
        page={page}
        rows={data?.data}
        total={data?.meta.total}
        announce={(total) => counted(total, 'message')}
        empty={<NoMessages status={status} q={q} onClear={() => search('')} />}
      >
        <MessageTable
          rows={data?.data}
          onRead={setRead}
          onAgain={(message) => {
            setAgain(message)
            setConfirming(true)
          }}
        />
      </ListPage>
      <MessageDialog message={read} onClose={() => setRead(null)} />
      <AgainDialog message={again} opened={isConfirming} onClose={() => setConfirming(false)} />
    </>
  )
}

const EMPTY = {
  waiting: [texts.nonePending, texts.allAnswered],
  refused: [texts.noneRejected, texts.allAccepted],
  'refused-here': [texts.noneRejected, texts.allProcessed],
  sent: [texts.noneSentYet, texts.noneSentHint],
  'taken-in': [texts.noneReceivedYet, texts.noneReceivedHint],
} as const satisfies Record<MessageList, readonly [title: string, text: string]>

function NoMessages({ status, q, onClear }: { status: MessageList; q: string; onClear: () => void }) {
  const [title, text] = EMPTY[status]
  if (!q) return <EmptyState title={title} text={text} />
  return (
    <NothingFound
      title={texts.nothingFound(q)}
      text={texts.searchScope(LIST_WORDS[status])}
      onClear={onClear}
    />
  )
}

import { Button, VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { LaboratoryMessage } from '#contract/laboratory.ts'
import { MESSAGE_LISTS, type MessageList } from '#contract/lists.ts'
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
import { PageHead } from '#ui/PageHead.tsx'
import { StaleNotice } from '#ui/StaleNotice.tsx'
import { AgainDialog } from './AgainDialog.tsx'
import { MessageCards } from './MessageCards.tsx'
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
  const navigate = route.useNavigate()
  const search = (text: string) =>
    navigate({
      search: (before) => ({ ...before, q: text || undefined, page: 1 }),
      ...{ replace: true, resetScroll: false },
    })
  const messages = useQuery(messagesOptions({ list: status, search: q || undefined, page, limit: PAGE_SIZE }))
  const [read, setRead] = useState<LaboratoryMessage | null>(null)
  const [again, setAgain] = useState<LaboratoryMessage | null>(null)
  const [isConfirming, setConfirming] = useState(false)
  const wide = useMediaQuery('(min-width: 56.25em)', true, { getInitialValueInEffect: false })
  const { data } = messages
  const counts: Partial<Record<MessageList, number>> = data?.counts ?? {}
  const Rows = wide ? MessageTable : MessageCards
  return (
    <>
      <PageHead
        title={texts.laboratoryMessages}
        crumbs={[texts.laboratory, texts.messages]}
        badge={
          data && (
            <span className={list.count}>
              {data.waitingSince === null
                ? texts.nonePending
                : texts.oldestPending(showAgo(data.waitingSince))}
            </span>
          )
        }
        sub={texts.messagesHint}
      />
      <ListFilters
        q={q}
        label={texts.searchMessages}
        placeholder={texts.searchPlaceholder}
        onSearch={search}
        status={status}
        withoutAll
        chips={MESSAGE_LISTS.map((one) => ({ status: one, label: LIST_WORDS[one], count: counts[one] }))}
      />
      <StaleNotice query={messages} />
      <div className={list.frame} data-waiting={messages.isPlaceholderData || undefined}>
        {data === undefined && messages.isError ? (
          <ErrorState problem={messages.error} retry={() => messages.refetch()} />
        ) : data?.meta.total === 0 ? (
          <NoMessages status={status} q={q} onClear={() => search('')} />
        ) : data?.data.length === 0 ? (
          <EmptyState
            title={texts.missingPage(page)}
            text={texts.noSuchPage}
            action={
              <ButtonLink from="/laboratory" to="/laboratory" search={(before) => ({ ...before, page: 1 })}>
                {texts.goToFirstPage}
              </ButtonLink>
            }
          />
        ) : (
          <>
            <Rows
              rows={data?.data}
              onRead={setRead}
              onAgain={(message) => {
                setAgain(message)
                setConfirming(true)
              }}
            />
            {data && <ListPages page={page} total={data.meta.total} />}
          </>
        )}
      </div>
      <VisuallyHidden role="status">
        {data && !messages.isPlaceholderData && counted(data.meta.total, 'message')}
      </VisuallyHidden>
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
    <EmptyState
      title={texts.nothingFound(q)}
      text={texts.searchScope(LIST_WORDS[status])}
      action={
        <Button variant="default" onClick={onClear}>
          {texts.clearSearch}
        </Button>
      }
    />
  )
}

import { Button, Skeleton, VisuallyHidden } from '@mantine/core'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ProblemError } from '#contract/errors.ts'
import type { Kit, kitsRoutes } from '#contract/kits.ts'
import type { ReplyOf } from '#contract/route.ts'
import { KIT_STATUS_WORDS, KIT_STATUSES } from '#domain/kits/kit.ts'
import { grouped } from '#domain/text/figures.ts'
import { NotFoundPage } from '#portal/frame/RouteProblems.tsx'
import { ButtonLink } from '#portal/links/ButtonLink.tsx'
import { ListFilters } from '#portal/list/ListFilters.tsx'
import { ListPages } from '#portal/list/ListPages.tsx'
import list from '#portal/list/list.module.css'
import { PAGE_SIZE } from '#portal/list/paging.ts'
import { useSession } from '#portal/session/session.ts'
import { Card } from '#ui/Card.tsx'
import { counted } from '#ui/counted.ts'
import { TrackingDialog } from '#ui/dialogs/TrackingDialog.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import { StaleNotice } from '#ui/StaleNotice.tsx'
import { KitsOffered } from './KitsOffered.tsx'
import { allKitsOptions } from './queries.ts'
import { ToSendCard } from './ToSendCard.tsx'
import * as texts from './texts.ts'
import classes from './to-send.module.css'
import { useKitChange } from './use-kit-change.ts'
import { kitsInWords, recipientName } from './words.ts'

const route = getRouteApi('/signed-in/kits-to-send')

/** For the laboratory's Support: the kits that wait to be sent, of all institutions, the longest first. */
export default function ToSendPage() {
  const { user } = useSession()
  return <KitsOffered>{user.support ? <ToSend /> : <NotFoundPage />}</KitsOffered>
}

function ToSend() {
  const { status, q = '', page } = route.useSearch()
  const navigate = route.useNavigate()
  const search = (text: string) =>
    navigate({
      search: (before) => ({ ...before, q: text || undefined, page: 1 }),
      ...{ replace: true, resetScroll: false },
    })
  const kits = useQuery(
    allKitsOptions({
      ...{ status, keyword: q || undefined, skip: (page - 1) * PAGE_SIZE, top: PAGE_SIZE },
      // What is done is looked for from its end.
      isAscending: status === 'ordered' ? 'true' : 'false',
    }),
  )
  const waiting = kits.data?.counts.ordered
  return (
    <>
      <PageHead
        title={texts.kitsToSend}
        crumbs={[
          <Link key="kits" to="/kits">
            {texts.kits}
          </Link>,
          texts.toSend,
        ]}
        badge={
          waiting !== undefined && <span className={list.count}>{texts.waitingCount(grouped(waiting))}</span>
        }
        sub={texts.toSendHint}
      />
      <ListFilters
        q={q}
        label={texts.searchKits}
        placeholder={texts.searchPlaceholder}
        onSearch={search}
        status={status}
        withoutAll
        chips={KIT_STATUSES.map((one) => ({
          ...{ status: one, label: KIT_STATUS_WORDS[one], count: kits.data?.counts[one] },
        }))}
      />
      <StaleNotice query={kits} />
      <SendingList kits={kits} q={q} page={page} onClear={() => search('')} />
      <VisuallyHidden role="status">
        {kits.data && !kits.isPlaceholderData && counted(kits.data.total, texts.kitOrderNoun)}
      </VisuallyHidden>
    </>
  )
}

interface SendingListProps {
  kits: UseQueryResult<ReplyOf<typeof kitsRoutes.all>>
  q: string
  page: number
  onClear: () => void
}

function SendingList({ kits, q, page, onClear }: SendingListProps) {
  // It stays while its dialog goes out of sight.
  const [sending, setSending] = useState<Kit | null>(null)
  const [isConfirming, setConfirming] = useState(false)
  const send = useKitChange('send', () => setConfirming(false))
  if (kits.data === undefined && kits.isError) {
    const problem = kits.error instanceof ProblemError ? kits.error.problem : null
    return (
      <Card>
        {problem?.code === 'invalid-page' ? (
          <EmptyState
            title={problem.title}
            text={texts.noSuchPage}
            action={
              <ButtonLink to="/kits-to-send" search={{ page: 1 }}>
                {texts.goToFirstPage}
              </ButtonLink>
            }
          />
        ) : (
          <ErrorState problem={kits.error} retry={() => kits.refetch()} />
        )}
      </Card>
    )
  }
  if (kits.data === undefined)
    return (
      <div className={classes.list} aria-hidden>
        {[1, 2, 3].map((card) => (
          <Skeleton key={card} height={150} radius="lg" />
        ))}
      </div>
    )
  return (
    <>
      {kits.data.total === 0 ? (
        <Card>
          <EmptyState
            title={q ? texts.nothingFound(q) : texts.noKitsHere}
            text={q ? texts.searchHint : texts.noneToSendHint}
            action={
              q && (
                <Button variant="default" onClick={onClear}>
                  {texts.clearSearch}
                </Button>
              )
            }
          />
        </Card>
      ) : (
        <>
          <ul className={classes.list} data-waiting={kits.isPlaceholderData || undefined}>
            {kits.data.kits.map((kit) => (
              <li key={kit.id}>
                <ToSendCard
                  kit={kit}
                  onSend={() => {
                    send.reset()
                    setSending(kit)
                    setConfirming(true)
                  }}
                />
              </li>
            ))}
          </ul>
          <ListPages page={page} total={kits.data.total} />
        </>
      )}
      <TrackingDialog
        opened={isConfirming}
        about={
          sending
            ? texts.kitsForRecipient(kitsInWords(sending), recipientName(sending) || sending.institutionName)
            : ''
        }
        busy={send.isPending}
        problem={send.error}
        onConfirm={({ carrier, trackingNumber }) =>
          sending && send.mutate({ kit: sending, parcel: { carrier, trackingNumber } })
        }
        onClose={() => setConfirming(false)}
      />
    </>
  )
}

import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Kit } from '#contract/kits.ts'
import { KIT_STATUS_WORDS, KIT_STATUSES } from '#domain/kits/kit.ts'
import { grouped } from '#domain/text/figures.ts'
import { NotFoundPage } from '#portal/frame/RouteProblems.tsx'
import { ListFilters } from '#portal/list/ListFilters.tsx'
import { ListPage } from '#portal/list/ListPage.tsx'
import { NothingFound } from '#portal/list/NothingFound.tsx'
import { PAGE_SIZE } from '#portal/list/paging.ts'
import { useListSearch } from '#portal/list/use-list-search.ts'
import { useSession } from '#portal/session/session.ts'
import { counted } from '#ui/counted.ts'
import { TrackingDialog } from '#ui/dialogs/TrackingDialog.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
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
  const search = useListSearch()
  const kits = useQuery(
    allKitsOptions({
      ...{ status, keyword: q || undefined, skip: (page - 1) * PAGE_SIZE, top: PAGE_SIZE },
      // What is done is looked for from its end.
      isAscending: status === 'ordered' ? 'true' : 'false',
    }),
  )
  const { data } = kits
  // It stays while its dialog goes out of sight.
  const [sending, setSending] = useState<Kit | null>(null)
  const [isConfirming, setConfirming] = useState(false)
  const send = useKitChange('send', () => setConfirming(false))
  return (
    <>
      <ListPage
        title={texts.kitsToSend}
        crumbs={[
          <Link key="kits" to="/kits">
            {texts.kits}
          </Link>,
          texts.toSend,
        ]}
        count={data && texts.waitingCount(grouped(data.counts.ordered))}
        sub={texts.toSendHint}
        filters={
          <ListFilters
            q={q}
            label={texts.searchKits}
            placeholder={texts.searchPlaceholder}
            onSearch={search}
            status={status}
            withoutAll
            chips={KIT_STATUSES.map((one) => ({
              ...{ status: one, label: KIT_STATUS_WORDS[one], count: data?.counts[one] },
            }))}
          />
        }
        query={kits}
        page={page}
        rows={data?.kits}
        total={data?.total}
        announce={(total) => counted(total, texts.kitOrderNoun)}
        empty={
          q ? (
            <NothingFound title={texts.nothingFound(q)} text={texts.searchHint} onClear={() => search('')} />
          ) : (
            <EmptyState title={texts.noKitsHere} text={texts.noneToSendHint} />
          )
        }
        unframed
      >
        {data === undefined ? (
          <div className={classes.list} aria-hidden>
            {[1, 2, 3].map((card) => (
              <Skeleton key={card} height={150} radius="lg" />
            ))}
          </div>
        ) : (
          <ul className={classes.list} data-waiting={kits.isPlaceholderData || undefined}>
            {data.kits.map((kit) => (
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
        )}
      </ListPage>
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

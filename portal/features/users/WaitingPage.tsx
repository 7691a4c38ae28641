import { Button, Skeleton, VisuallyHidden } from '@mantine/core'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { ReplyOf } from '#contract/route.ts'
import type { usersRoutes, WaitingUser } from '#contract/users.ts'
import { ButtonLink } from '#portal/links/ButtonLink.tsx'
import { ListPages } from '#portal/list/ListPages.tsx'
import list from '#portal/list/list.module.css'
import { SearchBox } from '#portal/list/SearchBox.tsx'
import { Card } from '#ui/Card.tsx'
import { counted } from '#ui/counted.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import { StaleNotice } from '#ui/StaleNotice.tsx'
import { waitingOptions } from './queries.ts'
import * as texts from './texts.ts'
import { WaitingCard } from './WaitingCard.tsx'
import classes from './waiting-page.module.css'

const route = getRouteApi('/signed-in/users/waiting')

/** Who waits for approval at the institutions that the reader manages, the longest first. */
export default function WaitingPage() {
  const { q = '', page } = route.useSearch()
  const navigate = route.useNavigate()
  const waiting = useQuery(waitingOptions({ search: q || undefined, page }))
  const total = waiting.data?.meta.total
  const search = (text: string) =>
    navigate({ search: { q: text || undefined, page: 1 }, replace: true, resetScroll: false })
  return (
    <>
      <PageHead
        title={texts.waitingForApproval}
        crumbs={[
          <Link key="users" to="/users">
            {texts.users}
          </Link>,
          texts.waitingForApproval,
        ]}
        badge={
          total !== undefined && <span className={list.count}>{counted(total, 'person', 'people')}</span>
        }
        sub={texts.waitingHint}
      />
      {(q !== '' || (total ?? 0) > 3) && (
        <search className={classes.search}>
          <SearchBox
            label={texts.searchRequests}
            placeholder={texts.nameEmailOrNpi}
            value={q}
            onSearch={search}
          />
        </search>
      )}
      <StaleNotice query={waiting} />
      <WaitingList waiting={waiting} q={q} page={page} onClear={() => search('')} />
      <VisuallyHidden role="status">
        {total !== undefined &&
          !waiting.isPlaceholderData &&
          texts.waitingCount(counted(total, 'person', 'people'))}
      </VisuallyHidden>
    </>
  )
}

interface WaitingListProps {
  waiting: UseQueryResult<ReplyOf<typeof usersRoutes.waiting>>
  q: string
  page: number
  onClear: () => void
}

const keyOf = (person: WaitingUser) => `${person.institution.code} ${person.id}`

function WaitingList({ waiting, q, page, onClear }: WaitingListProps) {
  const people = waiting.data?.data
  const { cards, decided } = useFocusOnNext(people)
  if (people === undefined && waiting.isError)
    return (
      <Card>
        <ErrorState problem={waiting.error} retry={() => waiting.refetch()} />
      </Card>
    )
  if (people === undefined)
    return (
      <div className={classes.people} aria-hidden>
        {[1, 2, 3].map((card) => (
          <Card key={card}>
            <Skeleton height={14} width="30%" />
            <Skeleton height={10} width="60%" mt={16} />
            <Skeleton height={10} width="50%" mt={12} />
            <Skeleton height={10} width="55%" mt={12} />
          </Card>
        ))}
      </div>
    )
  const total = waiting.data?.meta.total ?? 0
  if (people.length === 0)
    return (
      <Card>
        {q ? (
          <EmptyState
            title={texts.noRequestsFound(q)}
            text={texts.maybeDecided}
            action={
              <Button variant="default" onClick={onClear}>
                {texts.clearSearch}
              </Button>
            }
          />
        ) : total > 0 ? (
          <EmptyState
            title={texts.missingPage(page)}
            text={texts.noSuchPage}
            action={
              <ButtonLink to="/users/waiting" search={{ page: 1 }}>
                {texts.goToFirstPage}
              </ButtonLink>
            }
          />
        ) : (
          <EmptyState
            title={texts.noUsersAwaitingApproval}
            text={texts.noneWaitingHint}
            action={<ButtonLink to="/users">{texts.allUsers}</ButtonLink>}
          />
        )}
      </Card>
    )
  return (
    <>
      <ul className={classes.people} ref={cards} data-waiting={waiting.isPlaceholderData || undefined}>
        {people.map((person, index) => (
          <li key={keyOf(person)}>
            <WaitingCard person={person} onDecided={() => decided(keyOf(person), index)} />
          </li>
        ))}
      </ul>
      {total > people.length && <ListPages page={page} total={total} />}
    </>
  )
}

/** After a decision the focus goes to whoever stands in that place then; to the page's head when nobody is left. */
function useFocusOnNext(people: readonly WaitingUser[] | undefined) {
  const cards = useRef<HTMLUListElement>(null)
  const last = useRef<{ key: string; index: number } | null>(null)
  useEffect(() => {
    const gone = last.current
    if (!gone || !people || people.some((person) => keyOf(person) === gone.key)) return
    last.current = null
    const next = cards.current?.children[Math.min(gone.index, people.length - 1)]
    const target = next?.querySelector<HTMLElement>('[data-person]') ?? document.querySelector('h1')
    target?.focus()
  }, [people])
  return {
    cards,
    decided: (key: string, index: number) => {
      last.current = { key, index }
    },
  }
}

import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { WaitingUser } from '#contract/users.ts'
import { ButtonLink } from '#portal/links/ButtonLink.tsx'
import { ListPage } from '#portal/list/ListPage.tsx'
import { NothingFound } from '#portal/list/NothingFound.tsx'
import { SearchBox } from '#portal/list/SearchBox.tsx'
import { useListSearch } from '#portal/list/use-list-search.ts'
import { Card } from '#ui/Card.tsx'
import { counted } from '#ui/counted.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { waitingOptions } from './queries.ts'
import * as texts from './texts.ts'
import { WaitingCard } from './WaitingCard.tsx'
import classes from './waiting-page.module.css'

const route = getRouteApi('/signed-in/users/waiting')

/** Who waits for approval at the institutions that the reader manages, the longest first. */
export default function WaitingPage() {
  const { q = '', page } = route.useSearch()
  const search = useListSearch()
  const waiting = useQuery(waitingOptions({ search: q || undefined, page }))
  const people = waiting.data?.data
  const total = waiting.data?.meta.total
  const { cards, decided } = useFocusOnNext(people)
  return (
    <ListPage
      title={texts.waitingForApproval}
      crumbs={[
        <Link key="users" to="/users">
          {texts.users}
        </Link>,
        texts.waitingForApproval,
      ]}
      count={total === undefined ? undefined : counted(total, 'person', 'people')}
      sub={texts.waitingHint}
      filters={
        (q !== '' || (total ?? 0) > 3) && (
          <search className={classes.search}>
            <SearchBox
              label={texts.searchRequests}
              placeholder={texts.nameEmailOrNpi}
              value={q}
              onSearch={search}
            />
          </search>
        )
      }
      query={waiting}
      page={page}
      rows={people}
      total={total}
      announce={(count) => texts.waitingCount(counted(count, 'person', 'people'))}
      empty={
        q ? (
          <NothingFound
            title={texts.noRequestsFound(q)}
            text={texts.maybeDecided}
            onClear={() => search('')}
          />
        ) : (
          <EmptyState
            title={texts.noUsersAwaitingApproval}
            text={texts.noneWaitingHint}
            action={<ButtonLink to="/users">{texts.allUsers}</ButtonLink>}
          />
        )
      }
      unframed
      hidesSinglePage
    >
      {people === undefined ? (
        <WaitingSkeleton />
      ) : (
        <ul className={classes.people} ref={cards} data-waiting={waiting.isPlaceholderData || undefined}>
          {people.map((person, index) => (
            <li key={keyOf(person)}>
              <WaitingCard person={person} onDecided={() => decided(keyOf(person), index)} />
            </li>
          ))}
        </ul>
      )}
    </ListPage>
  )
}

const keyOf = (person: WaitingUser) => `${person.institution.code} ${person.id}`

function WaitingSkeleton() {
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

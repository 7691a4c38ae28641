import { Tabs, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { createLink } from '#domain/catalogue/create-link.ts'
import { vaMenu } from '#domain/va/va-menu.ts'
import { api } from '#portal/api.ts'
import { TextLink } from '#portal/links/TextLink.tsx'
import { useHere } from '#portal/links/use-here.ts'
import { addOnsOptions, linkWithAddOns, prepareLink } from '#portal/order/create-link.ts'
import { useSession } from '#portal/session/session.ts'
import { Card } from '#ui/Card.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { useFavoriteTests } from '../profile/public.ts'
import * as texts from './texts.ts'
import classes from './va-menu.module.css'

/** The order menu of VA users (specification §2): their favorites, and the tests of the VA panels. */
export function VaMenu() {
  return (
    <Card title={texts.orderMenu} sub={texts.orderMenuHint}>
      <Tabs defaultValue="tests" keepMounted={false}>
        <Tabs.List aria-label={texts.orderMenu}>
          <Tabs.Tab value="favorites">{texts.favorites}</Tabs.Tab>
          <Tabs.Tab value="tests">{texts.tests}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="favorites" pt="md">
          <Favorites />
        </Tabs.Panel>
        <Tabs.Panel value="tests" pt="md">
          <VaTests />
        </Tabs.Panel>
      </Tabs>
    </Card>
  )
}

function Favorites() {
  const { favorites, error, retry } = useFavoriteTests()
  if (!favorites && error) return <ErrorState problem={error} retry={retry} />
  if (!favorites) return <Text role="status">{texts.loadingFavorites}</Text>
  const orderable = favorites.filter((favorite) => favorite.orderable)
  if (orderable.length === 0) return <Text>{texts.noFavoriteTestsAvailable}</Text>
  return (
    <ul className={classes.tests}>
      {orderable.map(({ testCode, testName, displayCode }) => (
        <TestLink key={testCode} name={testName} testCode={testCode} displayCode={displayCode} />
      ))}
    </ul>
  )
}

function VaTests() {
  const { data, error, refetch } = useQuery({
    queryKey: ['catalogue', 'va'],
    queryFn: () => api.catalogue.va(),
    staleTime: 15 * 60_000,
  })
  if (error) return <ErrorState problem={error} retry={() => void refetch()} />
  if (!data) return <Text role="status">{texts.loadingTests}</Text>
  return (
    <ul className={classes.tests}>
      {vaMenu(data).map(({ test, displayCode }) => (
        <TestLink key={test.code} name={test.testName} testCode={test.code} displayCode={displayCode} />
      ))}
    </ul>
  )
}

interface TestLinkProps {
  name: string
  testCode: string
  displayCode?: string
}

/** A link that carries the clinic's add-on tests from when it is pointed at; a click before that waits for them. */
function TestLink({ name, testCode, displayCode = '' }: TestLinkProps) {
  const { institution } = useSession()
  const navigate = useNavigate()
  const here = useHere()
  const choice = { hospital: institution.code, testCode, displayCode }
  const { data: addOns } = useQuery({ ...addOnsOptions(choice), enabled: false })
  const prepare = () => prepareLink(choice)
  const follow = (event: MouseEvent) => {
    const opensNewTab = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
    if (addOns || opensNewTab) return
    event.preventDefault()
    const stillHere = here()
    void linkWithAddOns(choice).then((search) => {
      if (stillHere()) void navigate({ to: '/create', search })
    })
  }
  return (
    <li>
      <TextLink
        to="/create"
        search={createLink({ testCode, displayCode, addOns: addOns ?? [] })}
        onMouseEnter={prepare}
        onFocus={prepare}
        onClick={follow}
      >
        {name}
      </TextLink>{' '}
      <span className={classes.code}>{displayCode || testCode}</span>
    </li>
  )
}

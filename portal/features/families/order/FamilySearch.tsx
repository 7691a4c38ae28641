import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorState } from '#ui/ErrorState.tsx'
import { LoadingIndicator } from '#ui/LoadingIndicator.tsx'
import { familiesOptions } from '../queries.ts'
import classes from './order-family.module.css'
import * as texts from './texts.ts'

const MOST = 20

/** Finds one of the institution's families by its name or any member's. */
interface FamilySearchProps {
  hospital: string
  /** Shown first. */
  proposed?: readonly { id: number; name: string }[]
  onChoose: (id: number) => void
}

/** Finds one of the institution's families by its name or any member's. */
export function FamilySearch({ hospital, proposed = [], onChoose }: FamilySearchProps) {
  const [typed, type] = useState('')
  const [keyword, search] = useState('')
  const query = useQuery(familiesOptions(hospital, { ...(keyword ? { keyword } : {}), skip: 0, top: MOST }))
  return (
    <Stack gap="xs">
      {proposed.length > 0 && (
        <section aria-label={texts.proposedFamilies}>
          <p>{texts.proposedFamilies}</p>
          {proposed.map(({ id, name }) => (
            <Button key={id} variant="light" size="xs" mr="xs" onClick={() => onChoose(id)}>
              {name}
            </Button>
          ))}
        </section>
      )}
      <Group align="end" gap="xs">
        <TextInput
          label={texts.searchFamily}
          value={typed}
          maxLength={100}
          data-autofocus
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            search(typed.trim())
          }}
        />
        <Button variant="default" onClick={() => search(typed.trim())}>
          {texts.search}
        </Button>
      </Group>
      {query.isError && <ErrorState problem={query.error} retry={() => query.refetch()} />}
      {query.isPending && <LoadingIndicator />}
      <div role="status">{query.data?.families.length === 0 && texts.noFamilyFound}</div>
      <ul className={classes.found}>
        {query.data?.families.map(({ id, name, probands, peopleCount }) => (
          <li key={id}>
            <Button variant="subtle" onClick={() => onChoose(id)}>
              {[name, probands, texts.peopleIn(peopleCount)].filter((part) => part !== '').join(', ')}
            </Button>
          </li>
        ))}
      </ul>
    </Stack>
  )
}

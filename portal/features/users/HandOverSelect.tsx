import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { User, UserRow } from '#contract/users.ts'
import { rolesInWords } from '#domain/users/role-words.ts'
import { canTakeOver } from '#domain/users/roles.ts'
import { api } from '#portal/api.ts'
import { TypedSelect } from '#ui/fields/TypedSelect.tsx'
import { takenWhole } from '#ui/fields/typed-match.ts'
import { openWorkInWords } from './open-work.ts'
import * as texts from './texts.ts'
import { listName, personName } from './words.ts'

interface HandOverSelectProps {
  hospital: string
  user: Pick<User, 'id' | 'openWork'>
  value: number | null
  onChange: (id: number | null) => void
  error?: string | undefined
}

/** Whom open work goes to: the institution's active users who may prepare or submit orders, found by name. */
export function HandOverSelect({ hospital, user, value, onChange, error }: HandOverSelectProps) {
  const [words, setWords] = useState('')
  const [chosen, setChosen] = useState<UserRow | null>(null)
  const typed = words === (chosen && listName(chosen)) ? '' : words.trim()
  const [searchText] = useDebouncedValue(typed, 200)
  const found = useQuery({
    queryKey: ['users', hospital, 'hand-over', searchText],
    queryFn: () =>
      api.users.list({
        query: { hospitalCode: hospital, status: 'Active', search: searchText || undefined, limit: 100 },
      }),
    placeholderData: keepPreviousData,
  })
  const candidates = (found.data?.data ?? []).filter((row) => row.id !== user.id && canTakeOver(row.roles))
  const colleagues =
    chosen && !candidates.some((row) => row.id === chosen.id) ? [chosen, ...candidates] : candidates
  const options = colleagues.map((row) => ({
    value: String(row.id),
    label: listName(row),
    synonyms: [personName(row)],
  }))
  return (
    <TypedSelect
      label={texts.handOverTo(openWorkInWords(user.openWork))}
      description={texts.handOverHint}
      placeholder={texts.name}
      data-field="handOverTo"
      // The error beneath stays to be read.
      openOnFocus={false}
      clearable
      aria-required
      options={options}
      onSearch={setWords}
      // The answer to an earlier question may have one of two who are called so.
      take={(typed) =>
        searchText === typed && !found.isFetching ? takenWhole(options, typed) : { values: [], left: typed }
      }
      renderOption={({ option }) => {
        const row = colleagues.find((one) => String(one.id) === option.value)
        return row ? `${listName(row)} · ${rolesInWords(row.roles)}` : option.label
      }}
      nothingFoundMessage={found.isFetching ? texts.searching : texts.noneToHandOverTo}
      value={value === null ? '' : String(value)}
      onChange={(id) => {
        setChosen(colleagues.find((row) => String(row.id) === id) ?? null)
        onChange(id === '' ? null : Number(id))
      }}
      error={error}
    />
  )
}

import { MultiSelect, type MultiSelectProps } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type Taken, type TypedOption, takenOf, typedMatches } from './typed-match.ts'
import { pendingInWords } from './typed-words.ts'

type Owned =
  | 'value'
  | 'onChange'
  | 'data'
  | 'filter'
  | 'defaultValue'
  | 'searchable'
  | 'searchValue'
  | 'error'

export interface TypedMultiSelectProps extends Omit<MultiSelectProps, Owned | 'onSearchChange' | 'onInput'> {
  options: readonly TypedOption[]
  value: readonly string[]
  onChange: (value: string[]) => void
  error?: ReactNode
  /** What typed words stand for; left out, the one option that they may mean (`typedMatch`). */
  take?: (typed: string) => Taken
  /** Told of what was typed and stands for nothing or for several, once the field is left; null when that is over. */
  onPending?: (text: string | null) => void
}

/**
 * Several of a list, chosen or typed, as `TypedSelect` is for one: when the field is left, what was typed is taken, or
 * stays in it, and the field says so. Enter chooses what is marked, and never sends the form.
 */
export function TypedMultiSelect({
  options,
  value,
  onChange,
  take = (typed) => takenOf(options, typed),
  onPending,
  error,
  onBlur,
  onKeyDown,
  ...rest
}: TypedMultiSelectProps) {
  const [search, setSearch] = useState('')
  const [pending, setPending] = useState<string | null>(null)
  const told = useRef(onPending)
  told.current = onPending
  const pend = (text: string | null) => {
    setPending(text)
    told.current?.(text)
  }
  // What is not shown any more keeps nobody from going on.
  useEffect(() => () => told.current?.(null), [])
  const leave = () => {
    const { values, left } = search.trim() === '' ? { values: [], left: '' } : take(search)
    const added = values.filter((one) => !value.includes(one))
    if (added.length > 0) onChange([...value, ...added])
    setSearch(left)
    pend(left === '' ? null : left)
  }
  return (
    <MultiSelect
      {...rest}
      searchable
      hidePickedOptions
      // Without words none is marked, or a second Enter would choose the first of the list.
      selectFirstOptionOnChange={search.trim() !== ''}
      data={options.map((one) => ({ value: one.value, label: one.label }))}
      filter={({ search: words, limit }) =>
        typedMatches(
          options.filter((one) => !value.includes(one.value)),
          words,
        )
          .slice(0, limit)
          .map((one) => ({ value: one.value, label: one.label }))
      }
      value={[...value]}
      onChange={(next) => {
        setSearch('')
        pend(null)
        onChange(next)
      }}
      // The list's own change of the words is not listened to: it clears them whenever the field is left.
      searchValue={search}
      onInput={({ currentTarget }) => setSearch(currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.preventDefault()
        onKeyDown?.(event)
      }}
      onBlur={(event) => {
        leave()
        onBlur?.(event)
      }}
      error={pending === null ? error : pendingInWords(pending)}
    />
  )
}

import { Select, type SelectProps } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { SEARCHED_SELECT } from './searched-select.ts'
import { type Taken, type TypedOption, takenOf, typedMatches } from './typed-match.ts'
import { pendingInWords } from './typed-words.ts'

type Owned = 'value' | 'onChange' | 'data' | 'filter' | 'multiple' | 'defaultValue' | 'searchValue' | 'error'

export interface TypedSelectProps extends Omit<SelectProps<string>, Owned | 'onSearchChange'> {
  options: readonly TypedOption[]
  /** '' while none is chosen. */
  value: string
  onChange: (value: string) => void
  error?: ReactNode
  /** What typed words stand for; left out, the one option that they may mean (`typedMatch`). */
  take?: (typed: string) => Taken
  /** Told of what was typed and stands for nothing or for several, once the field is left; null when that is over. */
  onPending?: (text: string | null) => void
}

/**
 * One of a list, chosen or typed: what was typed and stands for one option is taken when the field is left; what stands for
 * none or several stays in it, and the field says so. Nothing that was typed vanishes.
 */
export function TypedSelect({
  options,
  value,
  onChange,
  take = (typed) => takenOf(options, typed),
  onPending,
  error,
  onBlur,
  ...rest
}: TypedSelectProps) {
  const chosen = options.find((one) => one.value === value)
  const [search, setSearch] = useState(chosen?.label ?? '')
  const [pending, setPending] = useState<string | null>(null)
  /** What was typed since something was chosen; the list itself puts the chosen one back when it is left. */
  const typed = useRef<string | null>(null)
  const told = useRef(onPending)
  told.current = onPending
  const pend = (text: string | null) => {
    setPending(text)
    told.current?.(text)
  }
  const choose = (next: string) => {
    typed.current = null
    pend(null)
    onChange(next)
    setSearch(options.find((one) => one.value === next)?.label ?? '')
  }
  // What is not shown any more keeps nobody from going on.
  useEffect(() => () => told.current?.(null), [])
  return (
    <Select
      placeholder="Choose"
      checkIconPosition="right"
      {...SEARCHED_SELECT}
      {...rest}
      data={options.map((one) => ({ value: one.value, label: one.label }))}
      filter={({ search: words, limit }) =>
        typedMatches(options, words)
          .slice(0, limit)
          .map((one) => ({ value: one.value, label: one.label }))
      }
      value={value === '' ? null : value}
      onChange={(next) => choose(next ?? '')}
      searchValue={search}
      onSearchChange={setSearch}
      onInput={({ currentTarget }) => {
        typed.current = currentTarget.value
      }}
      onBlur={(event) => {
        const text = typed.current?.trim() ?? null
        typed.current = null
        if (text === '') pend(null)
        const { values = [], left = '' } = text ? take(text) : {}
        const [found] = values
        if (found !== undefined && values.length === 1 && left === '') choose(found)
        else if (text) {
          pend(text)
          setSearch(text)
        } else if (pending !== null && text === null) setSearch(pending)
        onBlur?.(event)
      }}
      error={pending === null ? error : pendingInWords(pending)}
    />
  )
}

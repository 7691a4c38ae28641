import { MultiSelect, type MultiSelectProps } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { enterChooses } from './enter-chooses.ts'
import { type TypedOption, type TypedSelection, takenWhole, typedMatches } from './typed-match.ts'
import { pendingInWords } from './typed-words.ts'

type OwnProps =
  | 'value'
  | 'onChange'
  | 'data'
  | 'filter'
  | 'defaultValue'
  | 'searchable'
  | 'searchValue'
  | 'error'
  | 'onKeyDownCapture'
  | 'dropdownOpened'
  | 'onDropdownOpen'
  | 'onDropdownClose'

export interface TypedMultiSelectProps
  extends Omit<MultiSelectProps, OwnProps | 'onSearchChange' | 'onInput'> {
  options: readonly TypedOption[]
  value: readonly string[]
  onChange: (value: string[]) => void
  error?: ReactNode
  /** What typed words stand for; left out, the option that is called exactly so (`takenWhole`). */
  take?: (typed: string) => TypedSelection
  /** Told of what was typed and stands for nothing or for several, once the field is left; null when that is over. */
  onPending?: (text: string | null) => void
}

/**
 * Several of a list, chosen or typed, as `TypedSelect` is for one: with Enter, and when the field is left, what was
 * typed is taken, or stays in it, and the field says so.
 */
export function TypedMultiSelect({
  options,
  value,
  onChange,
  take = (typed) => takenWhole(options, typed),
  onPending,
  error,
  onBlur,
  ...rest
}: TypedMultiSelectProps) {
  const [search, setSearch] = useState('')
  const [pending, setPending] = useState<string | null>(null)
  const [opened, setOpened] = useState(false)
  const onPendingRef = useRef(onPending)
  onPendingRef.current = onPending
  const pend = (text: string | null) => {
    setPending(text)
    onPendingRef.current?.(text)
  }
  // What is not shown any more keeps nobody from going on.
  useEffect(() => () => onPendingRef.current?.(null), [])
  /** Reads what was typed: is all of it taken? */
  const settle = () => {
    const { values, left } = search.trim() === '' ? { values: [], left: '' } : take(search)
    const added = values.filter((one) => !value.includes(one))
    if (added.length > 0) onChange([...value, ...added])
    setSearch(left)
    pend(left === '' ? null : left)
    return left === ''
  }
  return (
    <MultiSelect
      {...rest}
      searchable
      hidePickedOptions
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
      dropdownOpened={opened}
      onDropdownOpen={() => setOpened(true)}
      onDropdownClose={() => setOpened(false)}
      // What the field says stands beneath it.
      onKeyDownCapture={(event) => enterChooses(event, () => settle() || setOpened(false))}
      onBlur={(event) => {
        settle()
        onBlur?.(event)
      }}
      error={pending === null ? error : pendingInWords(pending)}
    />
  )
}

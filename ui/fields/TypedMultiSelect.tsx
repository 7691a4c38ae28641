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
  /** Interprets typed text; by default, the option with exactly this name (`takenWhole`). */
  take?: (typed: string) => TypedSelection
  /** Called on blur with typed text that matches no option or several; with null when that is resolved. */
  onPending?: (text: string | null) => void
}

/**
 * Several options of a list, chosen or typed, like `TypedSelect` for one: with Enter, and on blur, typed text
 * is taken, or stays in the field with a message.
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
  // A removed field must not block the form.
  useEffect(() => () => onPendingRef.current?.(null), [])
  /** Interprets the typed text; returns whether all of it was taken. */
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
      // The list's own changes of the text are ignored: it clears the text on every blur.
      searchValue={search}
      onInput={({ currentTarget }) => setSearch(currentTarget.value)}
      dropdownOpened={opened}
      onDropdownOpen={() => setOpened(true)}
      onDropdownClose={() => setOpened(false)}
      // The field's message is shown below it.
      onKeyDownCapture={(event) => enterChooses(event, () => settle() || setOpened(false))}
      onBlur={(event) => {
        settle()
        onBlur?.(event)
      }}
      error={pending === null ? error : pendingInWords(pending)}
    />
  )
}

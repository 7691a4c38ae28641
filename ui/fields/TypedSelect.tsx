import { Select, type SelectProps } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { enterChooses } from './enter-chooses.ts'
import { SEARCHED_SELECT } from './searched-select.ts'
import { type TypedOption, type TypedSelection, takenWhole, typedMatches } from './typed-match.ts'
import { pendingInWords } from './typed-words.ts'

type OwnProps =
  | 'value'
  | 'onChange'
  | 'data'
  | 'filter'
  | 'multiple'
  | 'defaultValue'
  | 'searchValue'
  | 'onSearchChange'
  | 'onInput'
  | 'onKeyDownCapture'
  | 'error'
  | 'dropdownOpened'
  | 'onDropdownOpen'
  | 'onDropdownClose'

export interface TypedSelectProps extends Omit<SelectProps<string>, OwnProps> {
  options: readonly TypedOption[]
  /** '' if none is chosen. */
  value: string
  onChange: (value: string) => void
  error?: ReactNode
  /** Interprets typed text; by default, the option with exactly this name (`takenWhole`). */
  take?: (typed: string) => TypedSelection
  /** Called on blur with typed text that matches no option or several; with null when that is resolved. */
  onPending?: (text: string | null) => void
  /** Called with the typed text if `options` are a server's results for it: they are shown as they arrive. */
  onSearch?: (typed: string) => void
}

/**
 * One option of a list, chosen or typed. As soon as the text differs from the choice, nothing is chosen. With
 * Enter, and on blur, typed text is taken if it matches one option; otherwise it stays in the field with a
 * message. Typed text is never lost.
 */
export function TypedSelect({
  options,
  value,
  onChange,
  take = (typed) => takenWhole(options, typed),
  onPending,
  onSearch,
  error,
  onBlur,
  ...rest
}: TypedSelectProps) {
  const label = options.find((one) => one.value === value)?.label ?? ''
  const [search, setSearch] = useState(label)
  const [pending, setPending] = useState<string | null>(null)
  const [opened, setOpened] = useState(false)
  /** The text typed since the last choice. */
  const typed = useRef<string | null>(null)
  const onPendingRef = useRef(onPending)
  onPendingRef.current = onPending
  const write = (words: string) => {
    setSearch(words)
    onSearch?.(words)
  }
  const pend = (text: string | null) => {
    setPending(text)
    onPendingRef.current?.(text)
  }
  const choose = (next: string) => {
    typed.current = null
    pend(null)
    onChange(next)
    write(options.find((one) => one.value === next)?.label ?? '')
  }
  /** Interprets the typed text. */
  const settle = () => {
    const text = (typed.current ?? pending)?.trim() ?? null
    if (text === null) return
    typed.current = null
    const { values, left } = text === '' ? { values: [], left: '' } : take(text)
    const [found] = values
    if (found !== undefined && values.length === 1 && left === '') choose(found)
    else {
      pend(text === '' ? null : text)
      setSearch(text)
    }
  }
  // A removed field must not block the form.
  useEffect(() => () => onPendingRef.current?.(null), [])
  // Shows a choice made outside the field, or one that was not in the list yet; text being typed stays.
  useEffect(() => {
    if (value !== '') {
      typed.current = null
      if (pending !== null) pend(null)
      setSearch(label)
    } else if (typed.current === null && pending === null) setSearch('')
  }, [value, label])
  return (
    <Select
      placeholder="Choose"
      checkIconPosition="right"
      allowDeselect={false}
      {...SEARCHED_SELECT}
      {...rest}
      data={options.map((one) => ({ value: one.value, label: one.label }))}
      filter={({ search: words, limit }) =>
        (onSearch ? options : typedMatches(options, words))
          .slice(0, limit)
          .map((one) => ({ value: one.value, label: one.label }))
      }
      value={value === '' ? null : value}
      onChange={(next) => choose(next ?? '')}
      // The list's own changes of the text are ignored: it clears the text with the choice, and on every
      // blur.
      searchValue={search}
      onInput={({ currentTarget }) => {
        typed.current = currentTarget.value
        write(currentTarget.value)
        if (value !== '' && currentTarget.value !== label) onChange('')
      }}
      dropdownOpened={opened}
      onDropdownOpen={() => setOpened(true)}
      onDropdownClose={() => setOpened(false)}
      onKeyDownCapture={(event) =>
        enterChooses(event, () => {
          settle()
          // The field's message is shown below it.
          setOpened(false)
        })
      }
      onBlur={(event) => {
        settle()
        onBlur?.(event)
      }}
      error={pending === null ? error : pendingInWords(pending)}
    />
  )
}

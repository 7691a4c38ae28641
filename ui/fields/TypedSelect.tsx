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
  /** '' while none is chosen. */
  value: string
  onChange: (value: string) => void
  error?: ReactNode
  /** What typed words stand for; left out, the option that is called exactly so (`takenWhole`). */
  take?: (typed: string) => TypedSelection
  /** Told of what was typed and stands for nothing or for several, once the field is left; null when that is over. */
  onPending?: (text: string | null) => void
  /** Told of what is typed, where `options` are what a server finds for it: they are offered as they come. */
  onSearch?: (typed: string) => void
}

/**
 * One of a list, chosen or typed. As soon as the words differ from what is chosen, nothing is chosen. With Enter, and when
 * the field is left, what was typed is taken where it stands for one option; else it stays in the field, which says so.
 * Nothing that was typed vanishes.
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
  /** What was typed since something was chosen. */
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
  /** Reads what was typed. */
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
  // What is not shown any more keeps nobody from going on.
  useEffect(() => () => onPendingRef.current?.(null), [])
  // What is chosen elsewhere, or was not in the list yet, is shown; what is being typed stays.
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
      // The list's own change of the words is not listened to: it clears them with the choice, and whenever it is left.
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
          // What the field says stands beneath it.
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

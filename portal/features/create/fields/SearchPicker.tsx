import { Combobox, Loader, Text, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import classes from './search-picker.module.css'

export interface Choice {
  key: string
  content: ReactNode
  disabled?: boolean
  pick: () => void
}

interface SearchPickerProps<T> {
  path: string
  label: ReactNode
  description?: ReactNode
  placeholder: string
  error: string | null
  onBlur: () => void
  /** Where the answer is kept; the words are added to it. */
  queryKey: readonly unknown[]
  search: (words: string) => Promise<readonly T[]>
  choiceOf: (found: T, words: string) => Choice
  /** Offered while nothing is typed, before what is found. */
  suggested?: { title: string; choices: readonly Choice[] }
  /** A last choice made of the words themselves. */
  ownChoice?: (words: string) => Choice | null
  /** Nothing is looked for before this many characters. */
  from?: number
  autoFocus?: boolean
  /**
   * Told of words that are typed and not taken yet, null once there are none: in a form they are an open point. When the
   * field is left, the one thing that they find is taken.
   */
  onPending?: (words: string | null) => void
}

/** Search as you type: arrows and Enter choose, Escape closes, the words are cleared once something is chosen. */
export function SearchPicker<T>(props: SearchPickerProps<T>) {
  const { path, from = 0, search, choiceOf, ownChoice, onPending } = props
  const [words, setWords] = useState('')
  /** In the field, or what was typed is being looked for: nothing is wrong with it yet. */
  const [typing, setTyping] = useState(false)
  const queryClient = useQueryClient()
  const latest = useRef('')
  latest.current = words.trim()
  const told = useRef(onPending)
  told.current = onPending
  const write = (typed: string) => {
    setWords(typed)
    latest.current = typed.trim()
    onPending?.(typed.trim() || null)
  }
  // What is not shown any more keeps nobody from going on.
  useEffect(() => () => told.current?.(null), [])
  const [asked] = useDebouncedValue(words.trim(), 200)
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const wanted = combobox.dropdownOpened && asked.length >= from
  const suggested = words.trim() === '' ? (props.suggested?.choices ?? []) : []
  const { data, isFetching, isError, isPlaceholderData } = useQuery({
    queryKey: [...props.queryKey, asked],
    queryFn: () => search(asked),
    enabled: wanted,
    placeholderData: keepPreviousData,
  })
  const current = asked === words.trim() && !isFetching
  // Offered once the search has answered, so that nobody takes their own words for what would have been found.
  const own = ownChoice && words.trim() !== '' && (current || isError) ? ownChoice(words.trim()) : null
  const found = (wanted && data ? data : [])
    .map((one) => choiceOf(one, asked))
    .filter(({ key }) => suggested.every((choice) => choice.key !== key))
  const choices = [...suggested, ...found, ...(own ? [own] : [])]

  /** Takes the one thing that the words find; by its key, where several have them inside. */
  async function take(typed: string) {
    if (!onPending || typed.length < Math.max(from, 1)) return
    const queryKey = [...props.queryKey, typed]
    const answer = await queryClient
      .fetchQuery({ queryKey, queryFn: () => search(typed), staleTime: 30_000 })
      .catch(() => [])
    if (latest.current !== typed) return
    const choices = answer.map((one) => choiceOf(one, typed))
    const exact = choices.filter(({ key }) => key.toLowerCase() === typed.toLowerCase())
    const [only] = exact.length === 1 ? exact : choices.length === 1 ? choices : []
    if (!only) return
    if (!only.disabled) only.pick()
    write('')
  }

  // Enter must never choose from the answer to an earlier question.
  const answered = current && !isPlaceholderData && found.length > 0 && words !== ''
  const { selectFirstOption } = combobox
  useEffect(() => {
    if (answered) selectFirstOption()
  }, [answered, asked, selectFirstOption])

  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(key) => {
        choices.find((choice) => choice.key === key)?.pick()
        write('')
        combobox.closeDropdown()
      }}
    >
      <Combobox.Target>
        <TextInput
          label={props.label}
          description={props.description}
          placeholder={props.placeholder}
          error={typing && words !== '' ? null : props.error}
          data-path={path}
          autoComplete="off"
          maxLength={100}
          leftSection={<IconSearch size={16} aria-hidden />}
          rightSection={wanted && !current && !isError ? <Loader size="xs" /> : null}
          value={words}
          autoFocus={props.autoFocus ?? false}
          onChange={(event) => {
            write(event.currentTarget.value)
            combobox.openDropdown()
            combobox.resetSelectedOption()
          }}
          onClick={() => combobox.openDropdown()}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            // Enter chooses; it never sends the form around the search.
            event.preventDefault()
            // Before the search has answered nothing is marked: who types fast, or scans a code, means it all the same.
            if (combobox.getSelectedOptionIndex() === -1) void take(words.trim())
          }}
          onFocus={() => setTyping(true)}
          onBlur={() => {
            combobox.closeDropdown()
            void take(words.trim()).then(() => {
              setTyping(false)
              props.onBlur()
            })
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={!wanted && suggested.length === 0}>
        <Combobox.Options mah={320} className={classes.options} aria-label="Found">
          {suggested.length > 0 ? (
            <>
              <Combobox.Group label={props.suggested?.title}>{suggested.map(optionOf)}</Combobox.Group>
              {found.length > 0 && <Combobox.Group label="All">{found.map(optionOf)}</Combobox.Group>}
            </>
          ) : (
            choices.map(optionOf)
          )}
          {choices.length === 0 && (
            <Combobox.Empty>
              <Text size="sm" c="dimmed">
                {isError
                  ? 'The search cannot be reached. Try again in a moment.'
                  : current
                    ? 'Nothing found. Try another word or code.'
                    : 'Searching…'}
              </Text>
            </Combobox.Empty>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

function optionOf({ key, content, disabled = false }: Choice) {
  return (
    <Combobox.Option key={key} value={key} disabled={disabled}>
      {content}
    </Combobox.Option>
  )
}

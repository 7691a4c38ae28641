import { Combobox, Loader, Text, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { enterChooses } from '#ui/fields/enter-chooses.ts'
import { wholeMatch } from '#ui/fields/typed-match.ts'
import { pendingInWords } from '#ui/fields/typed-words.ts'
import classes from './search-picker.module.css'
import * as texts from './texts.ts'

export interface Choice {
  key: string
  /** Its code, its name: who types one of these whole means it. Left out, it is never taken by typing. */
  names?: readonly string[]
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
   * field is left, what is called exactly so is taken.
   */
  onPending?: (words: string | null) => void
}

/**
 * Search as you type: arrows and Enter choose, Escape closes, the words are cleared once something is chosen. Enter without
 * the arrows takes only what is called exactly as it was typed: of the codes that begin with G40.3, none is meant by it.
 */
export function SearchPicker<T>(props: SearchPickerProps<T>) {
  const { path, from = 0, search, choiceOf, ownChoice, onPending } = props
  const [words, setWords] = useState('')
  /** In the field, or what was typed is being looked for: nothing is wrong with it yet. */
  const [typing, setTyping] = useState(false)
  /** Words that Enter was pressed on and that name nothing. */
  const [refused, setRefused] = useState('')
  const queryClient = useQueryClient()
  const latest = useRef('')
  latest.current = words.trim()
  const onPendingRef = useRef(onPending)
  onPendingRef.current = onPending
  // What is chosen goes into the list as it is then, not as it was when the search began.
  const choiceOfRef = useRef(choiceOf)
  choiceOfRef.current = choiceOf
  const write = (typed: string) => {
    setWords(typed)
    setRefused('')
    latest.current = typed.trim()
    onPending?.(typed.trim() || null)
  }
  // What is not shown any more keeps nobody from going on, and takes nothing.
  useEffect(
    () => () => {
      latest.current = ''
      onPendingRef.current?.(null)
    },
    [],
  )
  const [searchText] = useDebouncedValue(words.trim(), 200)
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const isSearching = combobox.dropdownOpened && searchText.length >= from
  const suggested = words.trim() === '' ? (props.suggested?.choices ?? []) : []
  const { data, isError, isPlaceholderData } = useQuery({
    queryKey: [...props.queryKey, searchText],
    queryFn: () => search(searchText),
    enabled: isSearching,
    placeholderData: keepPreviousData,
  })
  // Asking the same again in the background changes nothing: what is being pressed must not move.
  const current = searchText === words.trim() && data !== undefined && !isPlaceholderData
  // Offered once the search has answered, so that nobody takes their own words for what would have been found.
  const own = ownChoice && words.trim() !== '' && (current || isError) ? ownChoice(words.trim()) : null
  // What an earlier question has found stays in its place until the answer comes: who presses one means what it says.
  const found = (isSearching && data ? data : [])
    .map((one) => choiceOf(one, searchText))
    .filter(({ key }) => suggested.every((choice) => choice.key !== key))
  const choices = [...suggested, ...found, ...(own ? [own] : [])]

  /** Takes the one thing that is called exactly as it was typed; says whether there is one. */
  async function take(typed: string): Promise<boolean> {
    if (typed.length < Math.max(from, 1)) return false
    const queryKey = [...props.queryKey, typed]
    const answer = await queryClient
      .fetchQuery({ queryKey, queryFn: () => search(typed), staleTime: 30_000 })
      .catch(() => [])
    if (latest.current !== typed) return true
    const meant = wholeChoice(
      answer.map((one) => choiceOfRef.current(one, typed)),
      typed,
    )
    if (!meant) return false
    if (!meant.disabled) meant.pick()
    write('')
    return true
  }

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
          error={refused !== '' ? pendingInWords(refused) : typing && words !== '' ? null : props.error}
          data-path={path}
          autoComplete="off"
          maxLength={100}
          leftSection={<IconSearch size={16} aria-hidden />}
          rightSection={isSearching && !current && !isError ? <Loader size="xs" /> : null}
          value={words}
          autoFocus={props.autoFocus ?? false}
          onChange={(event) => {
            write(event.currentTarget.value)
            combobox.openDropdown()
            combobox.resetSelectedOption()
          }}
          onClick={() => combobox.openDropdown()}
          // Before the search has answered, too: who types fast, or scans a code, means it all the same.
          onKeyDownCapture={(event) =>
            enterChooses(event, () => {
              const typed = words.trim()
              void take(typed).then((taken) => {
                if (!taken && latest.current === typed) setRefused(typed)
              })
            })
          }
          onFocus={() => {
            setTyping(true)
            // Who comes back to words that were not taken sees again what they may mean.
            if (words.trim() !== '') combobox.openDropdown()
          }}
          onBlur={() => {
            combobox.closeDropdown()
            const taking = onPending ? take(words.trim()) : Promise.resolve(false)
            void taking.then(() => {
              setTyping(false)
              props.onBlur()
            })
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={!isSearching && suggested.length === 0}>
        {refused !== '' && choices.length > 0 && (
          <Combobox.Header>
            <Text size="sm" c="red">
              {pendingInWords(refused)}
            </Text>
          </Combobox.Header>
        )}
        <Combobox.Options mah={320} className={classes.options} aria-label={texts.results}>
          {suggested.length > 0 ? (
            <>
              <Combobox.Group label={props.suggested?.title}>{suggested.map(optionOf)}</Combobox.Group>
              {found.length > 0 && <Combobox.Group label={texts.all}>{found.map(optionOf)}</Combobox.Group>}
            </>
          ) : (
            choices.map(optionOf)
          )}
          {choices.length === 0 && (
            <Combobox.Empty>
              <Text size="sm" c="dimmed">
                {isError ? texts.searchFailed : current ? texts.noResults : texts.searching}
              </Text>
            </Combobox.Empty>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

/** What is called exactly as it was typed. */
function wholeChoice(choices: readonly Choice[], typed: string): Choice | undefined {
  const options = choices.map(({ key, names = [] }) => ({ value: key, label: '', synonyms: names }))
  const found = wholeMatch(options, typed)
  return choices.find(({ key }) => key === found?.value)
}

function optionOf({ key, content, disabled = false }: Choice) {
  return (
    <Combobox.Option key={key} value={key} disabled={disabled}>
      {content}
    </Combobox.Option>
  )
}

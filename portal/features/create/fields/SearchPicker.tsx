import { Combobox, Loader, Text, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
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
}

/** Search as you type: arrows and Enter choose, Escape closes, the words are cleared once something is chosen. */
export function SearchPicker<T>(props: SearchPickerProps<T>) {
  const { path, from = 0, search, choiceOf, ownChoice } = props
  const [words, setWords] = useState('')
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
        setWords('')
        combobox.closeDropdown()
      }}
    >
      <Combobox.Target>
        <TextInput
          label={props.label}
          description={props.description}
          placeholder={props.placeholder}
          error={props.error}
          data-path={path}
          autoComplete="off"
          maxLength={100}
          leftSection={<IconSearch size={16} aria-hidden />}
          rightSection={wanted && !current && !isError ? <Loader size="xs" /> : null}
          value={words}
          autoFocus={props.autoFocus ?? false}
          onChange={(event) => {
            setWords(event.currentTarget.value)
            combobox.openDropdown()
            combobox.resetSelectedOption()
          }}
          onClick={() => combobox.openDropdown()}
          onKeyDown={(event) => {
            // Enter chooses; it never sends the form around the search.
            if (event.key === 'Enter') event.preventDefault()
          }}
          onBlur={() => {
            combobox.closeDropdown()
            props.onBlur()
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

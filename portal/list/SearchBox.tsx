import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useHere, useIsLeaving } from '../links/use-here.ts'
import * as texts from './texts.ts'

interface SearchBoxProps {
  label: string
  placeholder: string
  /** What is searched now, from the address bar. */
  value: string
  onSearch: (text: string) => void
}

/** Searches when typing pauses, at once with Enter or when cleared. */
export function SearchBox({ label, placeholder, value, onSearch }: SearchBoxProps) {
  const [text, setText] = useState(value)
  const lastSearch = useRef(value)
  const ask = (next: string) => {
    const trimmed = next.trim()
    if (trimmed === lastSearch.current) return
    lastSearch.current = trimmed
    onSearch(trimmed)
  }
  const here = useHere()
  const isLeaving = useIsLeaving()
  const askSoon = useDebouncedCallback((next: string, stillHere: () => boolean) => {
    // Who has followed a link, before typing or in the pause, is not called back.
    if (stillHere() && !isLeaving()) ask(next)
  }, 300)

  // The back button, or "Clear the search", changed it from outside: what this box asked for itself is skipped,
  // or a slow answer would take away the letters typed since.
  useEffect(() => {
    if (value === lastSearch.current) return
    lastSearch.current = value
    setText(value)
  }, [value])

  const type = (next: string) => {
    setText(next)
    askSoon(next, here())
  }
  const now = (next: string) => {
    askSoon.cancel()
    setText(next)
    ask(next)
  }

  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={placeholder}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        text === '' ? null : <CloseButton size="sm" aria-label={texts.clearSearch} onClick={() => now('')} />
      }
      maxLength={100}
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Enter' && now(text)}
    />
  )
}

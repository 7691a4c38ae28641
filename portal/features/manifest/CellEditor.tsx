import { Autocomplete } from '@mantine/core'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { Column } from '#domain/manifest/columns.ts'
import { markedOption } from '#ui/fields/enter-chooses.ts'
import classes from './grid.module.css'

/** Takes what was typed, or null for nothing, and where to go on from there. */
export type Finish = (value: string | null, next: 'down' | 'next' | 'back' | null) => void

interface CellEditorProps {
  column: Column
  label: string
  value: string
  onFinish: Finish
}

/**
 * A cell while it is edited: text, with the values that its column takes below it, filtered by what is typed. Only what
 * stands in the field counts: whoever types a word has that word, right or wrong, and never another one of the list.
 */
export function CellEditor({ column, label, value, onFinish }: CellEditorProps) {
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(value)
  // Enter and Escape take the field away, and a field that is taken away is left.
  const over = useRef(false)
  useEffect(() => {
    input.current?.focus({ preventScroll: true })
    if (value.length > 1) input.current?.select()
  }, [])
  function finish(...[text, next]: Parameters<Finish>) {
    if (over.current) return
    over.current = true
    onFinish(text === null ? null : spellAs(text, column.values), next)
  }
  function keyDown(event: KeyboardEvent<HTMLInputElement>) {
    event.stopPropagation()
    const text = event.currentTarget.value
    // A value of the list that the arrows have come to: the list takes it.
    const isInList = markedOption(event.currentTarget) !== null
    if (event.key === 'Enter' && isInList) return
    if (event.key === 'Enter') finish(text, 'down')
    else if (event.key === 'Escape') finish(null, null)
    else if (event.key === 'Tab') finish(text, event.shiftKey ? 'back' : 'next')
    else return
    event.preventDefault()
  }
  const common = {
    'aria-label': label,
    ref: input,
    onKeyDown: keyDown,
    onBlur: (event: { currentTarget: HTMLInputElement }) => finish(event.currentTarget.value, null),
    onClick: (event: { stopPropagation(): void }) => event.stopPropagation(),
    onDoubleClick: (event: { stopPropagation(): void }) => event.stopPropagation(),
  }
  if (column.values.length === 0 || column.several)
    return <input {...common} className={classes.editor} defaultValue={value} autoComplete="off" />
  return (
    <Autocomplete
      {...common}
      variant="unstyled"
      className={classes.choosing ?? ''}
      classNames={{ input: classes.editor ?? '' }}
      data={[...column.values]}
      // All of them while nothing was typed yet.
      filter={({ options, search }) =>
        search === value && value.length > 1
          ? options
          : options.filter(
              (one) => 'value' in one && one.value.toLowerCase().includes(search.trim().toLowerCase()),
            )
      }
      value={typed}
      onChange={setTyped}
      onOptionSubmit={(chosen) => finish(chosen, 'down')}
      comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
      defaultDropdownOpened
    />
  )
}

/** As the list spells it, where it is the same word in another case. */
function spellAs(typed: string, values: readonly string[]): string {
  const plain = typed.trim().toLowerCase()
  return values.find((one) => one.toLowerCase() === plain) ?? typed
}

import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { Column } from '#domain/manifest/columns.ts'
import classes from './grid.module.css'

/** Takes what was typed, or null for nothing, and where to go on from there. */
export type Finish = (value: string | null, next: 'down' | 'beside' | 'back' | null) => void

interface CellEditorProps {
  column: Column
  label: string
  value: string
  onFinish: Finish
}

type Input = HTMLInputElement | HTMLSelectElement

/** A cell while it is edited: text, or the values that its column takes. */
export function CellEditor({ column, label, value, onFinish }: CellEditorProps) {
  const input = useRef<Input | null>(null)
  // Enter and Escape take the field away, and a field that is taken away is left.
  const over = useRef(false)
  useEffect(() => {
    input.current?.focus({ preventScroll: true })
    if (input.current instanceof HTMLInputElement && value.length > 1) input.current.select()
  }, [])
  function finish(...[said, next]: Parameters<Finish>) {
    if (over.current) return
    over.current = true
    onFinish(said, next)
  }
  function keyDown(event: KeyboardEvent<Input>) {
    event.stopPropagation()
    const typed = event.currentTarget.value
    if (event.key === 'Enter') finish(typed, 'down')
    else if (event.key === 'Escape') finish(null, null)
    else if (event.key === 'Tab') finish(typed, event.shiftKey ? 'back' : 'beside')
    else return
    event.preventDefault()
  }
  const common = {
    className: classes.editor,
    'aria-label': label,
    defaultValue: value,
    onKeyDown: keyDown,
    onBlur: (event: { currentTarget: Input }) => finish(event.currentTarget.value, null),
    onClick: (event: { stopPropagation(): void }) => event.stopPropagation(),
    onDoubleClick: (event: { stopPropagation(): void }) => event.stopPropagation(),
  }
  if (column.values.length === 0 || column.several)
    return (
      <input
        {...common}
        ref={(element) => {
          input.current = element
        }}
        autoComplete="off"
      />
    )
  return (
    <select
      {...common}
      ref={(element) => {
        input.current = element
      }}
    >
      <option value="" />
      {value !== '' && !column.values.includes(value) && <option>{value}</option>}
      {column.values.map((one) => (
        <option key={one}>{one}</option>
      ))}
    </select>
  )
}

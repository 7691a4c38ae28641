import { ActionIcon, Button, Input, VisuallyHidden } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import classes from './row-list.module.css'
import { useFocusNext } from './use-focus-next.ts'

/** Marks the field of a row that is focused when the row is added. */
export const FIRST_FIELD = { 'data-first-field': true } as const

interface RowListProps<T> {
  /** The legend: 'Phone numbers'. */
  label: string
  /** The page shows it as a heading already: for screen readers only. */
  labelHidden?: boolean
  /** The singular, as used within a sentence: 'phone number'. */
  noun: string
  /**
   * The list's name in the form. It is in `data-field`, like the name of each field in its rows: a select's
   * `name` would belong to a hidden input, which cannot be focused.
   */
  name?: string | undefined
  value: readonly T[]
  onChange: (value: T[]) => void
  /** The entry's own key, if it has one: others may add and remove entries meanwhile. */
  keyOf?: (entry: T) => string
  /** The initial value of a new row; left out: none can be added. */
  fresh?: ((before: readonly T[]) => T) | undefined
  children: (entry: T, index: number, change: (entry: T) => void) => ReactNode
  /** The error of the list itself: 'Enter a phone number.' */
  error?: string | undefined
  most?: number
  disabled?: boolean
}

/**
 * A list of entries edited in rows, with add and remove. A new row is focused; after a removal the row that
 * moved up is, or the add button; both are announced.
 */
export function RowList<T>(props: RowListProps<T>) {
  const { label, noun, value, onChange, fresh, most = 10, disabled = false } = props
  const keys = useRowKeys(value)
  const list = useRef<HTMLUListElement>(null)
  const adder = useRef<HTMLButtonElement>(null)
  const focusNext = useFocusNext()
  const [announcement, setAnnouncement] = useState('')
  const errorId = useId()

  const find = (index: number, inRow: string) =>
    list.current?.children[index]?.querySelector<HTMLElement>(inRow) ?? null
  const add = (fresh: NonNullable<typeof props.fresh>) => {
    focusNext(() => find(value.length, '[data-first-field]')?.focus())
    keys.add()
    onChange([...value, fresh(value)])
    setAnnouncement(`${capital(noun)} ${value.length + 1} added`)
  }
  const remove = (index: number) => {
    focusNext(() => (find(Math.min(index, value.length - 2), '[data-remove]') ?? adder.current)?.focus())
    keys.remove(index)
    onChange(value.filter((_, other) => other !== index))
    setAnnouncement(`${capital(noun)} ${index + 1} removed`)
  }

  return (
    <fieldset
      data-field={props.name}
      className={classes.fieldset}
      aria-describedby={props.error ? errorId : undefined}
    >
      {props.labelHidden ? (
        <VisuallyHidden component="legend">{label}</VisuallyHidden>
      ) : (
        <legend className={classes.legend}>{label}</legend>
      )}
      {value.length > 0 && (
        <ul className={classes.rows} ref={list}>
          {value.map((entry, index) => (
            <li key={props.keyOf?.(entry) ?? keys.of(index)}>
              {/* biome-ignore lint/a11y/useSemanticElements: a fieldset needs a visible legend; the labels say it */}
              <div role="group" aria-label={`${capital(noun)} ${index + 1}`} className={classes.row}>
                <div className={classes.fields}>
                  {props.children(entry, index, (next) =>
                    onChange(value.map((old, other) => (other === index ? next : old))),
                  )}
                </div>
                <ActionIcon
                  className={classes.remove}
                  size={36}
                  variant="subtle"
                  color="gray"
                  data-remove
                  disabled={disabled}
                  aria-label={`Remove ${noun} ${index + 1}`}
                  onClick={() => remove(index)}
                >
                  <IconX size={16} aria-hidden />
                </ActionIcon>
              </div>
            </li>
          ))}
        </ul>
      )}
      {props.error && (
        <Input.Error id={errorId} className={classes.error} role="alert">
          {props.error}
        </Input.Error>
      )}
      {fresh && (
        <Button
          ref={adder}
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden />}
          disabled={disabled || value.length >= most}
          onClick={() => add(fresh)}
        >
          {value.length === 0 ? `Add ${noun}` : `Add another ${noun}`}
        </Button>
      )}
      {fresh && value.length >= most && <span className={classes.full}>At most {most}.</span>}
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
    </fieldset>
  )
}

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

/**
 * Keys that stay with their row while others are added and removed, here or by someone else: what is typed must not
 * go on in another row. Of entries that came from elsewhere those before and after the change keep their keys.
 */
function useRowKeys(value: readonly unknown[]) {
  const next = useRef(0)
  const keys = useRef<number[]>([])
  const before = useRef<readonly unknown[]>([])
  if (keys.current.length !== value.length) {
    const [was, is] = [before.current, value].map((list) => list.map((entry) => JSON.stringify(entry)))
    const head = sharedStart(was ?? [], is ?? [])
    const tail = sharedStart((was ?? []).slice(head).reverse(), (is ?? []).slice(head).reverse())
    const added = value.slice(head, value.length - tail).map(() => next.current++)
    const kept = keys.current.slice(keys.current.length - tail)
    keys.current = [...keys.current.slice(0, head), ...added, ...(tail === 0 ? [] : kept)]
  }
  before.current = value
  return {
    of: (index: number) => keys.current[index],
    add: () => keys.current.push(next.current++),
    remove: (index: number) => keys.current.splice(index, 1),
  }
}

/** How many entries are the same from the start. */
function sharedStart(one: readonly string[], other: readonly string[]): number {
  const differs = one.findIndex((entry, index) => entry !== other[index])
  return differs === -1 ? Math.min(one.length, other.length) : differs
}

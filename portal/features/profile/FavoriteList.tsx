import { ActionIcon, VisuallyHidden } from '@mantine/core'
import { IconArrowUp, IconX } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import { useFocusNext } from '#ui/fields/use-focus-next.ts'
import classes from './profile.module.css'
import * as texts from './texts.ts'

interface FavoriteListProps<T> {
  /** The list's name: 'Favorite tests'. */
  label: string
  value: readonly T[]
  onChange: (value: T[]) => void
  keyOf: (favorite: T) => string
  /** In words, for the buttons. */
  nameOf: (favorite: T) => string
  empty: string
  children: (favorite: T) => ReactNode
  /** The search that adds to it. */
  search: ReactNode
}

/** Favorites in the order in which they are offered: each can be moved up and removed. */
export function FavoriteList<T>(props: FavoriteListProps<T>) {
  const { value, onChange, keyOf, nameOf } = props
  const box = useRef<HTMLDivElement>(null)
  const focusNext = useFocusNext()
  const [announcement, setAnnouncement] = useState('')

  const moveUp = (index: number) => {
    const moved = value[index]
    const before = value[index - 1]
    if (moved === undefined || before === undefined) return
    onChange(value.with(index - 1, moved).with(index, before))
    setAnnouncement(texts.isNowNumber(nameOf(moved), index))
  }
  const remove = (index: number) => {
    focusNext(() => {
      const buttons = box.current?.querySelectorAll<HTMLElement>('[data-remove]') ?? []
      const next = buttons[Math.min(index, buttons.length - 1)] ?? box.current?.querySelector('input')
      next?.focus()
    })
    const removed = value[index]
    onChange(value.filter((_, other) => other !== index))
    if (removed !== undefined) setAnnouncement(texts.removed(nameOf(removed)))
  }
  return (
    <div ref={box}>
      {value.length === 0 ? (
        <p className={classes.empty}>{props.empty}</p>
      ) : (
        <ol className={classes.rows} aria-label={props.label}>
          {value.map((favorite, index) => (
            <li key={keyOf(favorite)} className={classes.row}>
              <div className={classes.grow}>{props.children(favorite)}</div>
              <ActionIcon
                variant="subtle"
                color="gray"
                size={36}
                aria-disabled={index === 0}
                {...(index === 0 ? { 'data-disabled': true, className: classes.first ?? '' } : {})}
                aria-label={texts.moveUp(nameOf(favorite))}
                onClick={() => moveUp(index)}
              >
                <IconArrowUp size={16} aria-hidden />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                color="gray"
                size={36}
                data-remove
                aria-label={texts.remove(nameOf(favorite))}
                onClick={() => remove(index)}
              >
                <IconX size={16} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ol>
      )}
      {props.search}
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
    </div>
  )
}

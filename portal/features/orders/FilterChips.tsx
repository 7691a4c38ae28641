import { IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import classes from './filter-chips.module.css'
import { type Chip, NO_FILTERS } from './list-filters.ts'
import * as texts from './texts.ts'

/** What narrows the list, each with a way to take it away. Every one is a link: an address of the list. */
export function FilterChips({ chips }: { chips: readonly Chip[] }) {
  if (chips.length === 0) return null
  return (
    <ul className={classes.chips} aria-label={texts.filters}>
      {chips.map(({ label, without }) => (
        <li key={label}>
          <Link
            from="/orders"
            to="."
            search={(before) => ({ ...before, ...without, page: 1 })}
            className={classes.chip}
            aria-label={texts.removeFilter(label)}
            resetScroll={false}
          >
            {label}
            <IconX size={14} aria-hidden />
          </Link>
        </li>
      ))}
      {chips.length > 1 && (
        <li>
          <Link
            from="/orders"
            to="."
            search={(before) => ({ ...before, ...NO_FILTERS, page: 1 })}
            className={classes.all}
            resetScroll={false}
          >
            {texts.removeAll}
          </Link>
        </li>
      )}
    </ul>
  )
}

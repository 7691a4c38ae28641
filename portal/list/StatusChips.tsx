import { Link } from '@tanstack/react-router'
import { grouped } from '#domain/text/figures.ts'
import classes from './list-filters.module.css'

interface StatusChipsProps<Status extends string> {
  /** What the chips choose, for a screen reader. */
  label: string
  /** The one in the address. */
  status: Status
  chips: readonly { status: Status; label: string; count?: number | undefined }[]
}

/** The parts of a list that is not searched, as links; one of them is always chosen. */
export function StatusChips<Status extends string>({ label, status, chips }: StatusChipsProps<Status>) {
  return (
    <nav aria-label={label} className={classes.bar}>
      <ul className={classes.chips}>
        {chips.map((chip) => (
          <li key={chip.status}>
            <Link
              to="."
              // biome-ignore lint/suspicious/noExplicitAny: the address of whichever list this is on
              search={(before: any) => ({ ...before, status: chip.status, page: 1 })}
              className={classes.chip}
              aria-current={chip.status === status ? 'page' : undefined}
              resetScroll={false}
            >
              {chip.label}
              {chip.count !== undefined && <span className={classes.count}>{grouped(chip.count)}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

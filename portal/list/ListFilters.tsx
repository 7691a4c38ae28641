import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import type { MessageList } from '#contract/lists.ts'
import type { AppointmentState } from '#domain/counseling/states.ts'
import type { KitStatus } from '#domain/kits/kit.ts'
import type { UserStatus } from '#domain/lookups.ts'
import { grouped } from '#domain/text/figures.ts'
import type { ListFilter } from '../order/search-params.ts'
import classes from './list-filters.module.css'
import { SearchBox } from './SearchBox.tsx'
import * as texts from './texts.ts'

interface ListFiltersProps<Status> {
  /** What is searched for, from the address bar; '' for nothing. */
  q: string
  label: string
  placeholder: string
  onSearch: (text: string) => void
  /** The status chosen in the address; undefined for all. */
  status: Status | undefined
  /** Every chip but "All"; `count` is left out while it is not known. */
  chips: readonly { status: Status; label: string; count?: number | undefined }[]
  /** Counts are on their way: their room is kept, so that nothing moves when they come. */
  counting?: boolean
  /** One status is always chosen. */
  withoutAll?: boolean
  /** Further filters, beside the search. */
  children?: ReactNode
}

/** The search box of a list and its status chips. The chips are links: each is an address of the list. */
export function ListFilters<
  Status extends ListFilter | UserStatus | KitStatus | MessageList | AppointmentState,
>(props: ListFiltersProps<Status>) {
  const { q, label, placeholder, onSearch, status, chips, withoutAll = false, counting = false } = props
  const row = useRef<HTMLElement>(null)
  // On a phone the chips are pushed sideways: the chosen one is in sight.
  useEffect(() => {
    const chosen = row.current?.querySelector<HTMLElement>('[aria-current]')
    if (row.current && chosen)
      row.current.scrollLeft = chosen.offsetLeft - (row.current.clientWidth - chosen.offsetWidth) / 2
  }, [status, counting])
  const all = withoutAll ? [] : [{ status: undefined, label: texts.all, count: undefined }]
  return (
    <search className={classes.bar}>
      <div className={classes.box}>
        <SearchBox label={label} placeholder={placeholder} value={q} onSearch={onSearch} />
      </div>
      {props.children}
      <nav aria-label={texts.status} ref={row}>
        <ul className={classes.chips}>
          {[...all, ...chips].map((chip) => (
            <li key={chip.label}>
              <Link
                to="."
                search={(before) => ({ ...before, status: chip.status, page: 1 })}
                activeOptions={{ exact: true, includeSearch: true, explicitUndefined: true }}
                className={classes.chip}
                aria-current={chip.status === status ? 'page' : undefined}
                resetScroll={false}
              >
                {chip.label}
                {chip.count !== undefined ? (
                  <span className={classes.count}>{grouped(chip.count)}</span>
                ) : (
                  counting && chip.status !== undefined && <span className={classes.coming} aria-hidden />
                )}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </search>
  )
}

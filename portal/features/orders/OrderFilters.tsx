import { Link } from '@tanstack/react-router'
import { ORDER_STATE_FACTS, ORDER_STATES, SEARCH_STATUSES, type SearchStatus } from '#domain/orders/status.ts'
import classes from './order-filters.module.css'
import { SearchBox } from './SearchBox.tsx'

interface OrderFiltersProps {
  status: SearchStatus | undefined
  q: string
  /** How many orders stand where; undefined while that is not known. */
  counts: Record<SearchStatus, number> | undefined
  onSearch: (text: string) => void
}

/** The words of a search status: those of the first state that it finds. */
export function statusWords(status: SearchStatus): string {
  const state = ORDER_STATES.find((one) => ORDER_STATE_FACTS[one].search === status)
  return state ? ORDER_STATE_FACTS[state].display : status
}

/** The chips are links: each is an address of the list. */
export function OrderFilters({ status, q, counts, onSearch }: OrderFiltersProps) {
  const chip = (value: SearchStatus | undefined, label: string) => (
    <li key={label}>
      <Link
        from="/orders"
        to="/orders"
        search={(before) => ({ ...before, status: value, page: 1 })}
        activeOptions={{ exact: true, includeSearch: true, explicitUndefined: true }}
        className={classes.chip}
        aria-current={value === status ? 'page' : undefined}
        resetScroll={false}
      >
        {label}
        {value && counts && <span className={classes.count}>{counts[value].toLocaleString('en-US')}</span>}
      </Link>
    </li>
  )
  return (
    <search className={classes.bar}>
      <div className={classes.box}>
        <SearchBox value={q} onSearch={onSearch} />
      </div>
      <nav aria-label="Status">
        <ul className={classes.chips}>
          {chip(undefined, 'All')}
          {SEARCH_STATUSES.map((one) => chip(one, statusWords(one)))}
        </ul>
      </nav>
    </search>
  )
}

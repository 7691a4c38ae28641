import { ORDER_STATE_FACTS, ORDER_STATES, SEARCH_STATUSES, type SearchStatus } from '#domain/orders/status.ts'
import { ListFilters } from '#portal/list/ListFilters.tsx'

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

export function OrderFilters({ status, q, counts, onSearch }: OrderFiltersProps) {
  return (
    <ListFilters
      q={q}
      label="Search orders"
      placeholder="Patient, lab number, test or gene"
      onSearch={onSearch}
      status={status}
      chips={SEARCH_STATUSES.map((one) => ({ status: one, label: statusWords(one), count: counts?.[one] }))}
    />
  )
}

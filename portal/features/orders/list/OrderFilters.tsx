import { Button } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { ORDER_STATE_META, ORDER_STATES, type SearchStatus } from '#domain/orders/status.ts'
import { ListFilters } from '#portal/list/ListFilters.tsx'
import { LIST_FILTERS, type ListFilter } from './search-params.ts'

interface OrderFiltersProps {
  status: ListFilter | undefined
  q: string
  /** How many orders stand where; undefined while that is not known. */
  counts: Record<SearchStatus, number> | undefined
  /** How many drafts the reader is asked to submit; null for who may not submit. */
  submissionRequests: number | undefined | null
  /** How many filters narrow the list besides. */
  filters: number
  onSearch: (text: string) => void
  onFilters: () => void
}

/** The words of a filter: those of the first state that it finds. */
export function statusWords(status: ListFilter): string {
  if (status === 'asked-of-me') return 'Asked of me'
  const state = ORDER_STATES.find((one) => ORDER_STATE_META[one].search === status)
  return state ? ORDER_STATE_META[state].display : status
}

export function OrderFilters(props: OrderFiltersProps) {
  const { status, q, counts, submissionRequests, filters, onSearch, onFilters } = props
  return (
    <ListFilters
      q={q}
      label="Search orders"
      placeholder="Patient, lab number, order, test or gene"
      onSearch={onSearch}
      status={status}
      counting={counts === undefined}
      chips={LIST_FILTERS.filter((one) => one !== 'asked-of-me' || submissionRequests !== null).map(
        (one) => ({
          status: one,
          label: statusWords(one),
          count: one === 'asked-of-me' ? (submissionRequests ?? undefined) : counts?.[one],
        }),
      )}
    >
      <Button
        variant="default"
        leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
        onClick={onFilters}
        aria-haspopup="dialog"
      >
        Filters{filters > 0 && ` (${filters})`}
      </Button>
    </ListFilters>
  )
}

import { Button } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import type { SearchStatus } from '#domain/orders/status.ts'
import { ListFilters } from '#portal/list/ListFilters.tsx'
import { LIST_FILTERS, type ListFilter } from '#portal/order/search-params.ts'
import { statusWords } from '#portal/order/words.ts'
import * as texts from './texts.ts'

interface OrderFiltersProps {
  status: ListFilter | undefined
  q: string
  /** How many orders stand where; undefined while that is not known. */
  counts: Record<SearchStatus, number> | undefined
  /** How many drafts wait for the reader; null for who may not prepare any. */
  assigned: number | undefined | null
  /** How many filters narrow the list besides. */
  filters: number
  onSearch: (text: string) => void
  onFilters: () => void
}

export function OrderFilters(props: OrderFiltersProps) {
  const { status, q, counts, assigned, filters, onSearch, onFilters } = props
  return (
    <ListFilters
      q={q}
      label={texts.searchOrders}
      placeholder={texts.searchPlaceholder}
      onSearch={onSearch}
      status={status}
      counting={counts === undefined}
      chips={LIST_FILTERS.filter((one) => one !== 'asked-of-me' || assigned !== null).map((one) => ({
        status: one,
        label: statusWords(one),
        count: one === 'asked-of-me' ? (assigned ?? undefined) : counts?.[one],
      }))}
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

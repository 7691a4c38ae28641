import { Button } from '@mantine/core'
import { ButtonLink } from '#portal/links/ButtonLink.tsx'
import type { ListFilter } from '#portal/order/search-params.ts'
import { statusWords } from '#portal/order/words.ts'
import { useSession } from '#portal/session/session.ts'
import { counted } from '#ui/counted.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { NO_FILTERS } from './list-filters.ts'

interface EmptyOrdersProps {
  status: ListFilter | undefined
  q: string
  /** How many filters narrow the list besides. */
  filters: number
  onClear: () => void
}

/** Why the list is empty, and what to do next. */
export function EmptyOrders({ status, q, filters, onClear }: EmptyOrdersProps) {
  const { institution, can } = useSession()
  const create = can('CreateOrder') && <ButtonLink to="/create">Create Order</ButtonLink>
  const all = (label: string) => (
    <ButtonLink
      from="/orders"
      to="/orders"
      search={(before) => ({ ...before, status: undefined, page: 1 })}
      variant="default"
    >
      {label}
    </ButtonLink>
  )
  if (q || filters > 0)
    return (
      <EmptyState
        title={q ? `Nothing found for “${q}”` : 'No order matches'}
        text={searchScopeInWords(status, filters)}
        action={
          <>
            {status && all('Search all orders')}
            {filters > 0 && (
              <ButtonLink
                from="/orders"
                to="/orders"
                search={(before) => ({ ...before, ...NO_FILTERS, page: 1 })}
                variant="default"
              >
                Remove the {filters === 1 ? 'filter' : 'filters'}
              </ButtonLink>
            )}
            {q && (
              <Button variant="default" onClick={onClear}>
                Clear the search
              </Button>
            )}
          </>
        }
      />
    )
  if (status)
    return (
      <EmptyState
        {...(status === 'asked-of-me'
          ? {
              title: 'Nobody asks you to submit an order',
              text: `Drafts that a colleague at ${institution.name} sends to you stand here until you submit them or send them back.`,
            }
          : {
              title: `No order is in “${statusWords(status)}”`,
              text: `None of the orders of ${institution.name} has this status now.`,
            })}
        action={
          <>
            {all('All orders')}
            {create}
          </>
        }
      />
    )
  return (
    <EmptyState
      title="No orders yet"
      text={`The orders of ${institution.name} will stand here, with their status and what they need.`}
      action={create}
    />
  )
}

function searchScopeInWords(status: ListFilter | undefined, filters: number): string {
  const among = status ? `in “${statusWords(status)}” only` : ''
  const narrowed = filters > 0 ? `narrowed by ${counted(filters, 'filter')}` : ''
  if (!among && !narrowed)
    return 'Search by a patient’s name, a lab or order number, or a test’s name, code or gene.'
  return `Searched among the orders ${[among, narrowed].filter(Boolean).join(', ')}.`
}

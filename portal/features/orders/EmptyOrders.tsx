import { Button } from '@mantine/core'
import { ButtonLink } from '#portal/links/ButtonLink.tsx'
import { useSession } from '#portal/session/session.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import type { ListFilter } from './list-address.ts'
import { statusWords } from './OrderFilters.tsx'

interface EmptyOrdersProps {
  status: ListFilter | undefined
  q: string
  onClear: () => void
}

/** Why the list is empty, and what to do next. */
export function EmptyOrders({ status, q, onClear }: EmptyOrdersProps) {
  const { institution, can } = useSession()
  const create = can('CreateOrder') && <ButtonLink to="/create">Create Order</ButtonLink>
  if (q)
    return (
      <EmptyState
        title={`Nothing found for “${q}”`}
        text={
          status
            ? `Searched among the orders in “${statusWords(status)}” only.`
            : 'Search by a patient’s name, a lab or order number, or a test’s name, code or gene.'
        }
        action={
          <>
            {status && (
              <ButtonLink
                from="/orders"
                to="/orders"
                search={(before) => ({ ...before, status: undefined, page: 1 })}
                variant="default"
              >
                Search all orders
              </ButtonLink>
            )}
            <Button variant="default" onClick={onClear}>
              Clear the search
            </Button>
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
            <ButtonLink
              from="/orders"
              to="/orders"
              search={(before) => ({ ...before, status: undefined, page: 1 })}
              variant="default"
            >
              All orders
            </ButtonLink>
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

import { Button } from '@mantine/core'
import { takesOnlineOrders } from '#portal/frame/entries.ts'
import { ButtonLink } from '#portal/links/ButtonLink.tsx'
import type { ListFilter } from '#portal/order/search-params.ts'
import { statusWords } from '#portal/order/words.ts'
import { useSession } from '#portal/session/session.ts'
import { counted } from '#ui/counted.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { NO_FILTERS } from './list-filters.ts'
import * as texts from './texts.ts'

interface EmptyOrdersProps {
  status: ListFilter | undefined
  q: string
  /** How many filters narrow the list besides. */
  filters: number
  onClear: () => void
}

/** Why the list is empty, and what to do next. */
export function EmptyOrders({ status, q, filters, onClear }: EmptyOrdersProps) {
  const session = useSession()
  const { institution, can } = session
  const create = can('CreateOrder') && takesOnlineOrders(session) && (
    <ButtonLink to="/create">{texts.createOrder}</ButtonLink>
  )
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
        title={q ? texts.nothingFound(q) : texts.noMatchingOrders}
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
                {texts.removeFilters(filters === 1 ? 'filter' : 'filters')}
              </ButtonLink>
            )}
            {q && (
              <Button variant="default" onClick={onClear}>
                {texts.clearSearch}
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
              title: texts.noneAssigned,
              text: texts.assignedHint(institution.name),
            }
          : {
              title: texts.noneInStatus(statusWords(status)),
              text: texts.noneInStatusNow(institution.name),
            })}
        action={
          <>
            {all('All orders')}
            {create}
          </>
        }
      />
    )
  return <EmptyState title={texts.noOrdersYet} text={texts.noOrdersHint(institution.name)} action={create} />
}

function searchScopeInWords(status: ListFilter | undefined, filters: number): string {
  const among = status ? texts.inStatusOnly(statusWords(status)) : ''
  const narrowed = filters > 0 ? texts.narrowedBy(counted(filters, 'filter')) : ''
  if (!among && !narrowed) return texts.searchHint
  return texts.searchScope([among, narrowed].filter(Boolean).join(', '))
}

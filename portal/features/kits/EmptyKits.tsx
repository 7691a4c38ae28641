import { Button } from '@mantine/core'
import { KIT_STATUS_WORDS, type KitStatus } from '#domain/kits/kit.ts'
import { ButtonLink } from '#portal/links/ButtonLink.tsx'
import { useSession } from '#portal/session/session.ts'
import { EmptyState } from '#ui/EmptyState.tsx'

interface EmptyKitsProps {
  status: KitStatus | undefined
  q: string
  kit: string | undefined
  /** Shows everything again. */
  onClear: () => void
}

/** Why the list is empty, and what to do next. */
export function EmptyKits({ status, q, kit, onClear }: EmptyKitsProps) {
  const { institution, can } = useSession()
  const clear = (
    <Button variant="default" onClick={onClear}>
      Show all kit orders
    </Button>
  )
  if (q)
    return (
      <EmptyState
        title={`Nothing found for “${q}”`}
        text={
          status || kit
            ? `Searched among the kit orders that are chosen only: ${[status && KIT_STATUS_WORDS[status], kit].filter(Boolean).join(', ')}.`
            : 'Search by a recipient, the number of a kit order or of an order, or a tracking number.'
        }
        action={clear}
      />
    )
  if (status || kit)
    return (
      <EmptyState
        title="No kit order is like this"
        text={`None of the kit orders of ${institution.name} is ${[status && `“${KIT_STATUS_WORDS[status]}”`, kit && `of kit “${kit}”`].filter(Boolean).join(' and ')} now.`}
        action={clear}
      />
    )
  return (
    <EmptyState
      title="No kits ordered yet"
      text={`Collection kits that ${institution.name} orders from the laboratory stand here, from the order to the parcel.`}
      action={can('CreateOrder') && <ButtonLink to="/kit-order">Order kits</ButtonLink>}
    />
  )
}

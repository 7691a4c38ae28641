import { Alert } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useOrderForm, useSaveStatus } from './draft/form-context.ts'

/** The order is no draft any more: what happened, and where to go. */
export function ClosedNotice() {
  const status = useSaveStatus()
  const { autosave } = useOrderForm()
  const id = autosave.saved()?.id
  if (status.kind !== 'closed' || status.why === 'finished') return null
  if (status.why === 'submitted')
    return (
      <Alert color="yellow" role="alert" title="This order was submitted in the meantime">
        It cannot be changed here any more, and what was not saved before is not part of it.{' '}
        {id !== undefined && (
          <Link to="/order/details/$id" params={{ id: String(id) }}>
            Open the order
          </Link>
        )}
      </Alert>
    )
  return (
    <Alert color="yellow" role="alert" title="This draft was discarded">
      It cannot be saved any more. Copy what you still need into a new order.
    </Alert>
  )
}

import { Alert } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useOrderForm, useSaveStatus } from './draft/form-context.ts'
import * as texts from './texts.ts'

/** The order is no draft any more: what happened, and where to go. */
export function ClosedNotice() {
  const status = useSaveStatus()
  const { autosave } = useOrderForm()
  const id = autosave.saved()?.id
  if (status.kind !== 'closed' || status.why === 'finished') return null
  if (status.why === 'submitted')
    return (
      <Alert color="yellow" role="alert" title={texts.alreadySubmitted}>
        {texts.submittedHint}{' '}
        {id !== undefined && (
          <Link to="/order/details/$id" params={{ id: String(id) }}>
            {texts.openOrder}
          </Link>
        )}
      </Alert>
    )
  return (
    <Alert color="yellow" role="alert" title={texts.draftDiscarded}>
      {texts.discardedHint}
    </Alert>
  )
}

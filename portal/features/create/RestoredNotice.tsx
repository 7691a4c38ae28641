import { Alert } from '@mantine/core'
import { useState } from 'react'
import { useClosed, useOrderForm } from './draft/form-context.ts'

/** Edits of an earlier visit were put back. */
export function RestoredNotice() {
  const form = useOrderForm()
  const closed = useClosed()
  const [isVisible, setVisible] = useState(form.restored)
  if (!isVisible || closed) return null
  return (
    <Alert
      color="brand"
      title="What you typed before is here again"
      withCloseButton
      closeButtonLabel="Close"
      onClose={() => setVisible(false)}
    >
      It had not reached the laboratory’s portal when this page was closed. To begin another order, discard
      this draft.
    </Alert>
  )
}

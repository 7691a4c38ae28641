import { Alert } from '@mantine/core'
import { useState } from 'react'
import { useClosed, useOrderForm } from './draft/form-context.ts'
import * as texts from './texts.ts'

/** Edits of an earlier visit were put back. */
export function RestoredNotice() {
  const form = useOrderForm()
  const closed = useClosed()
  const [isVisible, setVisible] = useState(form.restored)
  if (!isVisible || closed) return null
  return (
    <Alert
      color="brand"
      title={texts.restoredTitle}
      withCloseButton
      closeButtonLabel={texts.close}
      onClose={() => setVisible(false)}
    >
      {texts.restoredHint}
    </Alert>
  )
}

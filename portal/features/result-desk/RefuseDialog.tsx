import { useState } from 'react'
import { api } from '#portal/api.ts'
import { FormDialog } from '#ui/dialogs/FormDialog.tsx'
import { ReasonField } from './ReasonField.tsx'
import * as texts from './texts.ts'
import { type DecisionProps, useDecision } from './use-decision.ts'
import { REJECTION_FOLLOW_UP } from './words.ts'

/** Rejects the result: it reaches no order. The laboratory has to send it again under the right patient. */
export function RefuseDialog({ result, opened, onClose }: DecisionProps) {
  const [reason, setReason] = useState('')
  const takesBack = result.status === 'withdrawn' || result.status === 'cancelled'
  const refuse = useDecision(
    () => api.resultDesk.refuse({ params: { id: result.id }, body: { reason: reason.trim() } }),
    { onClose, done: texts.resultRejected },
  )
  return (
    <FormDialog
      opened={opened}
      title={texts.rejectThisResult}
      confirm={texts.rejectResult}
      danger
      ready={reason.trim() !== ''}
      dirty={reason !== ''}
      busy={refuse.isPending}
      problem={refuse.error}
      onConfirm={() => refuse.mutate(undefined)}
      onClose={onClose}
      onClosed={() => {
        setReason('')
        refuse.reset()
      }}
    >
      {texts.rejectWarning(
        takesBack ? 'No report is changed by it' : 'It will not reach any order',
        REJECTION_FOLLOW_UP,
      )}
      <ReasonField value={reason} onChange={setReason} />
    </FormDialog>
  )
}

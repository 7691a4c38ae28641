import { Checkbox, Textarea } from '@mantine/core'
import { useState } from 'react'
import { DialogDetails } from './DialogDetails.tsx'
import { FormDialog } from './FormDialog.tsx'
import { MOST_REASON, mayCancel, NO_CANCELLATION } from './rules.ts'

interface CancelOrderDialogProps {
  opened: boolean
  /** All of the order's tests, in one line. */
  testName: string
  patientName: string
  /** For display; '' if unknown. */
  dateOfBirth: string
  busy: boolean
  /** The server's error, or null. */
  problem?: unknown
  /** Receives the trimmed reason. */
  onConfirm: (reason: string) => void
  onClose: () => void
}

/** Asks the laboratory to cancel an order (specification §2, §5, Cancel dialog). */
export function CancelOrderDialog(props: CancelOrderDialogProps) {
  const [formState, setFormState] = useState(NO_CANCELLATION)
  return (
    <FormDialog
      opened={props.opened}
      title="Cancel this order?"
      confirm="Yes, cancel order"
      danger
      ready={mayCancel(formState)}
      dirty={formState.reason !== ''}
      busy={props.busy}
      problem={props.problem}
      onConfirm={() => props.onConfirm(formState.reason.trim())}
      onClose={props.onClose}
      onClosed={() => setFormState(NO_CANCELLATION)}
    >
      <DialogDetails
        details={{
          Test: props.testName,
          Patient: props.patientName,
          'Date of birth': props.dateOfBirth || 'Not given',
        }}
      />
      <Textarea
        label="Reason"
        aria-required
        autosize
        minRows={3}
        maxRows={8}
        maxLength={MOST_REASON}
        data-autofocus
        value={formState.reason}
        onChange={(event) => setFormState({ ...formState, reason: event.currentTarget.value })}
      />
      <Checkbox
        label="I am authorized to cancel this order."
        checked={formState.authorized}
        onChange={(event) => setFormState({ ...formState, authorized: event.currentTarget.checked })}
      />
    </FormDialog>
  )
}

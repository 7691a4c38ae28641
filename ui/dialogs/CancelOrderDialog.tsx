import { Checkbox, Textarea } from '@mantine/core'
import { useState } from 'react'
import { Facts } from './Facts.tsx'
import { FormDialog } from './FormDialog.tsx'
import { MOST_REASON, mayCancel, NO_CANCELLATION } from './rules.ts'

interface CancelOrderDialogProps {
  opened: boolean
  /** All of the order's, in one line. */
  testName: string
  patientName: string
  /** In words; '' where it is not known. */
  dateOfBirth: string
  busy: boolean
  /** What the server threw; null while there is none. */
  problem?: unknown
  /** With the reason, without spaces around. */
  onConfirm: (reason: string) => void
  onClose: () => void
}

/** Asks the laboratory to cancel an order (specification §2, §5, Cancel dialog). */
export function CancelOrderDialog(props: CancelOrderDialogProps) {
  const [asked, setAsked] = useState(NO_CANCELLATION)
  return (
    <FormDialog
      opened={props.opened}
      title="Cancel this order?"
      confirm="Yes, cancel order"
      danger
      ready={mayCancel(asked)}
      dirty={asked.reason !== ''}
      busy={props.busy}
      problem={props.problem}
      onConfirm={() => props.onConfirm(asked.reason.trim())}
      onClose={props.onClose}
      onClosed={() => setAsked(NO_CANCELLATION)}
    >
      <Facts
        facts={{
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
        value={asked.reason}
        onChange={(event) => setAsked({ ...asked, reason: event.currentTarget.value })}
      />
      <Checkbox
        label="I am authorized to cancel this order."
        checked={asked.authorized}
        onChange={(event) => setAsked({ ...asked, authorized: event.currentTarget.checked })}
      />
    </FormDialog>
  )
}

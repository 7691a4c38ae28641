import { Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { CARRIERS, type Carrier } from '#domain/lookups.ts'
import { FormDialog } from './FormDialog.tsx'
import { maySaveTracking, type Tracking } from './rules.ts'

interface TrackingDialogProps {
  opened: boolean
  /** What is known already; '' where nothing is. */
  saved: Tracking
  busy: boolean
  /** What the server threw; null while there is none. */
  problem?: unknown
  /** With the number without spaces around. */
  onConfirm: (tracking: { carrier: Carrier; trackingNumber: string }) => void
  onClose: () => void
}

/** How a specimen travels: carrier and tracking number (specification §2, §5). */
export function TrackingDialog(props: TrackingDialogProps) {
  const { saved } = props
  const [typed, setTyped] = useState<Tracking | null>(null)
  const { carrier, trackingNumber } = typed ?? saved
  return (
    <FormDialog
      opened={props.opened}
      title="Tracking number"
      confirm="Save tracking number"
      ready={maySaveTracking({ carrier, trackingNumber })}
      dirty={carrier !== saved.carrier || trackingNumber !== saved.trackingNumber}
      busy={props.busy}
      problem={props.problem}
      onConfirm={() => carrier !== '' && props.onConfirm({ carrier, trackingNumber: trackingNumber.trim() })}
      onClose={props.onClose}
      onClosed={() => setTyped(null)}
    >
      <Select
        label="Carrier"
        placeholder="Choose"
        aria-required
        allowDeselect={false}
        withCheckIcon={false}
        data={CARRIERS}
        data-autofocus
        value={carrier === '' ? null : carrier}
        onChange={(chosen) => chosen && setTyped({ carrier: chosen, trackingNumber })}
      />
      <TextInput
        label="Tracking number"
        aria-required
        autoComplete="off"
        maxLength={40}
        value={trackingNumber}
        onChange={(event) => setTyped({ carrier, trackingNumber: event.currentTarget.value })}
      />
    </FormDialog>
  )
}

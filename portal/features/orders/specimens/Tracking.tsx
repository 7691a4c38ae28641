import { Button } from '@mantine/core'
import type { Order } from '#contract/order.ts'
import { CARRIERS, type Carrier } from '#domain/lookups.ts'
import { api } from '#portal/api.ts'
import { TrackingDialog } from '#ui/dialogs/TrackingDialog.tsx'
import { useChangeDialog } from '../change-dialog.ts'

interface TrackingProps {
  sample: Order['samples'][number]
  hospitalCode: string
  /** It may be said now. */
  offered: boolean
}

/** Carrier and tracking number of a specimen, and the way to say or change them (specification §2). */
export function Tracking({ sample, hospitalCode, offered }: TrackingProps) {
  const { id, shipCarrierToBG, shipTrackingNoToBG } = sample
  const { open, dialog } = useChangeDialog({
    hospitalCode,
    change: ({ carrier, trackingNumber }: { carrier: Carrier; trackingNumber: string }) =>
      api.samples.put({
        params: { h: hospitalCode, id },
        body: { shipCarrierToBG: carrier, shipTrackingNoToBG: trackingNumber },
      }),
    said: 'Tracking number saved.',
  })
  const said = [shipCarrierToBG, shipTrackingNoToBG].filter(Boolean).join(' ')
  return (
    <>
      {said || (!offered && '–')}
      {offered && (
        <div>
          <Button
            variant={said ? 'subtle' : 'default'}
            size="compact-sm"
            {...(said ? { px: 0 } : {})}
            onClick={open}
            aria-label={`${said ? 'Change' : 'Add'} tracking number: ${sample.specimenType} of ${sample.patientName}`}
          >
            {said ? 'Change' : 'Add tracking number'}
          </Button>
        </div>
      )}
      <TrackingDialog
        {...dialog}
        saved={{
          carrier: CARRIERS.find((one) => one === shipCarrierToBG) ?? '',
          trackingNumber: shipTrackingNoToBG ?? '',
        }}
      />
    </>
  )
}

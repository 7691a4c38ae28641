import { api } from '#portal/api.ts'
import { useSession } from '#portal/session/session.ts'
import { counted } from '#ui/counted.ts'
import { TrackingDialog } from '#ui/dialogs/TrackingDialog.tsx'
import { useChangeDialog } from './change-dialog.ts'
import type { Doable } from './selected.ts'

type Tracking = Parameters<Parameters<typeof TrackingDialog>[0]['onConfirm']>[0]

/** One tracking number for the samples of several orders. */
export function useShipTogether(samples: Doable<number>, onDone: () => void) {
  const { institution } = useSession()
  const of = 'with' in samples ? samples : { hospital: institution.code, with: [] }
  const { open, dialog } = useChangeDialog({
    hospitalCode: of.hospital,
    change: ({ carrier, trackingNumber, sameParcel }: Tracking) =>
      api.samples.ship({
        params: { h: of.hospital },
        body: {
          sampleIds: of.with,
          shipCarrierToBG: carrier,
          shipTrackingNoToBG: trackingNumber,
          sameParcel,
        },
      }),
    said: `The way of ${counted(of.with.length, 'sample')} is noted.`,
    onDone,
  })
  return {
    open,
    dialog: <TrackingDialog {...dialog} about={`${counted(of.with.length, 'sample')} in one parcel`} />,
  }
}

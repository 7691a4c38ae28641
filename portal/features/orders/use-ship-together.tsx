import { api } from '#portal/api.ts'
import { useChangeDialog } from '#portal/dialogs/change-dialog.ts'
import { useSession } from '#portal/session/session.ts'
import { counted } from '#ui/counted.ts'
import { TrackingDialog } from '#ui/dialogs/TrackingDialog.tsx'
import { type BatchTarget, type UnsentSample, unsentInWords } from './batch-targets.ts'
import * as texts from './texts.ts'

type Tracking = Parameters<Parameters<typeof TrackingDialog>[0]['onConfirm']>[0]

/** One tracking number for the samples of several orders: each is named, and can be left out. */
export function useShipTogether(samples: BatchTarget<UnsentSample>, onDone: () => void) {
  const { institution } = useSession()
  const of = 'with' in samples ? samples : { hospital: institution.code, with: [] }
  const { open, dialog } = useChangeDialog({
    hospitalCode: of.hospital,
    change: ({ carrier, trackingNumber, companions, sameParcel }: Tracking) =>
      api.samples.ship({
        params: { h: of.hospital },
        body: {
          sampleIds: companions,
          shipCarrierToBG: carrier,
          shipTrackingNoToBG: trackingNumber,
          sameParcel,
        },
      }),
    successMessage: (_, { companions }) => texts.trackingSaved(counted(companions.length, 'sample')),
    onDone,
  })
  return {
    open,
    dialog: (
      <TrackingDialog
        {...dialog}
        companionsOnly
        companions={of.with.map((sample) => ({
          id: sample.id,
          words: unsentInWords(sample),
          chosen: true,
        }))}
      />
    ),
  }
}

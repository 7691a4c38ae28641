import { api } from '#portal/api.ts'
import { useChangeDialog } from '#portal/dialogs/change-dialog.ts'
import { useAsOpened } from '#portal/dialogs/use-as-opened.ts'
import { useSession } from '#portal/session/session.ts'
import { counted } from '#ui/counted.ts'
import { TrackingDialog } from '#ui/dialogs/TrackingDialog.tsx'
import { type BatchTarget, type UnsentSample, unsentInWords } from './batch-targets.ts'
import * as texts from './texts.ts'

interface Samples {
  hospital: string
  with: readonly UnsentSample[]
}
interface Input {
  parcel: Parameters<Parameters<typeof TrackingDialog>[0]['onConfirm']>[0]
  /** As the dialog was opened with them. */
  seen: Samples
}

/** One tracking number for the samples of several orders: each is named, and can be left out. */
export function useShipTogether(samples: BatchTarget<UnsentSample>, onDone: () => void) {
  const { institution } = useSession()
  const of: Samples = 'with' in samples ? samples : { hospital: institution.code, with: [] }
  const { open, dialog } = useChangeDialog({
    hospitalCode: of.hospital,
    change: ({ parcel: { carrier, trackingNumber, companions, sameParcel }, seen }: Input) =>
      api.samples.ship({
        params: { h: seen.hospital },
        body: {
          sampleIds: companions,
          shipCarrierToBG: carrier,
          shipTrackingNoToBG: trackingNumber,
          sameParcel,
          seenIn: seen.with
            .filter(({ id }) => companions.includes(id))
            .map(({ id, shipmentId }) => ({ sampleId: id, shipmentId })),
        },
      }),
    successMessage: (_, { parcel }) => texts.trackingSaved(counted(parcel.companions.length, 'sample')),
    onDone,
  })
  const seen = useAsOpened(dialog.opened, of)
  return {
    open,
    dialog: (
      <TrackingDialog
        {...dialog}
        companionsOnly
        onConfirm={(parcel) => dialog.onConfirm({ parcel, seen })}
        companions={seen.with.map((sample) => ({
          id: sample.id,
          words: unsentInWords(sample),
          chosen: true,
        }))}
      />
    ),
  }
}

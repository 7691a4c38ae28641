import { Button, Checkbox, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Carrier } from '#domain/lookups.ts'
import { plainTrackingNumber } from '#domain/tracking-number/tracking-number.ts'
import { refusedBy } from '../problem-words.ts'
import classes from './dialogs.module.css'
import { FormDialog } from './FormDialog.tsx'
import { carrierOf, maySaveTracking, NO_TRACKING, type Tracking } from './rules.ts'
import { SameParcel, TrackingFields } from './TrackingFields.tsx'

/** What else may travel in the same parcel. */
export interface Companion {
  id: number
  /** Whose it is. */
  words: string
  /** It goes along unless somebody says otherwise. */
  chosen: boolean
}

interface TrackingDialogProps {
  opened: boolean
  /** What travels under the number: `Blood of Testa Fernlight`. */
  about?: string
  /** What is known already. */
  saved?: Tracking
  companions?: readonly Companion[]
  /** Nothing travels but what is chosen of them: one at least. */
  companionsOnly?: boolean
  busy: boolean
  /** What the server threw; null while there is none. */
  problem?: unknown
  /** With the number as it is kept, what goes along, and whether it is a parcel that is known already. */
  onConfirm: (parcel: {
    carrier: Carrier
    trackingNumber: string
    companions: number[]
    sameParcel: boolean
  }) => void
  /** Takes the saved number away; left out where it stays. */
  onRemove?: () => void
  onClose: () => void
}

interface TrackingForm {
  tracking: Tracking
  companions: number[]
  /** The number of which it was said that it is the same parcel. */
  sameAs: string
}

/** How specimens travel: carrier and tracking number (specification §2, §5). */
export function TrackingDialog(props: TrackingDialogProps) {
  const { saved = NO_TRACKING, companions = [], companionsOnly = false } = props
  const [typed, setTyped] = useState<TrackingForm | null>(null)
  const offered = companions.filter(({ chosen }) => chosen).map(({ id }) => id)
  const now = typed ?? { tracking: saved, companions: offered, sameAs: '' }
  const carrier = carrierOf(now.tracking)
  const trackingNumber = plainTrackingNumber(now.tracking.trackingNumber)
  const needsParcelConfirmation = useParcelConfirmation(
    refusedBy('same-parcel', props.problem),
    trackingNumber,
  )
  const change = (part: Partial<TrackingForm>) => setTyped({ ...now, ...part })
  return (
    <FormDialog
      opened={props.opened}
      title="Tracking number"
      confirm="Save tracking number"
      ready={
        (typed !== null || saved.trackingNumber === '') &&
        maySaveTracking(now.tracking) &&
        (!companionsOnly || now.companions.length > 0) &&
        (!needsParcelConfirmation || now.sameAs === trackingNumber)
      }
      dirty={typed !== null}
      busy={props.busy}
      problem={props.problem}
      onConfirm={() =>
        carrier !== '' &&
        props.onConfirm({
          ...{ carrier, trackingNumber, companions: now.companions },
          sameParcel: now.sameAs === trackingNumber,
        })
      }
      onClose={props.onClose}
      onClosed={() => setTyped(null)}
    >
      {props.about && <Text size="sm">{props.about}</Text>}
      <TrackingFields required autoFocus value={now.tracking} onChange={(tracking) => change({ tracking })} />
      {companions.length > 0 && (
        <Checkbox.Group
          label={
            companionsOnly
              ? `Samples in this parcel: ${now.companions.length} of ${companions.length}`
              : 'Also in this parcel'
          }
          error={companionsOnly && now.companions.length === 0 && 'Choose at least one sample.'}
          value={now.companions.map(String)}
          onChange={(chosen) => change({ companions: chosen.map(Number) })}
        >
          <Stack gap={6} mt={6} className={classes.companions}>
            {companions.map(({ id, words }) => (
              <Checkbox key={id} value={String(id)} label={words} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
      {needsParcelConfirmation && (
        <SameParcel
          trackingNumber={trackingNumber}
          sameAs={now.sameAs}
          onChange={(sameAs) => change({ sameAs })}
        />
      )}
      {props.onRemove && (
        <div>
          <Button variant="subtle" color="red" px={0} onClick={props.onRemove}>
            Remove the tracking number
          </Button>
        </div>
      )}
    </FormDialog>
  )
}

/** Whether it was asked about this very number if it is the same parcel: another number asks anew. */
function useParcelConfirmation(isParcelRefused: boolean, trackingNumber: string): boolean {
  const [about, setAbout] = useState<string | null>(null)
  if (isParcelRefused && about === null) setAbout(trackingNumber)
  if (!isParcelRefused && about !== null) setAbout(null)
  return isParcelRefused && (about === null || about === trackingNumber)
}

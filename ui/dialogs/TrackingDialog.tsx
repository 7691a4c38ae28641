import { Button, Checkbox, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Carrier } from '#domain/lookups.ts'
import { plainTrackingNumber } from '#domain/tracking-number/tracking-number.ts'
import { refusedBy } from '../problem-words.ts'
import classes from './dialogs.module.css'
import { FormDialog } from './FormDialog.tsx'
import { carrierOf, maySaveTracking, NO_TRACKING, type Tracking } from './rules.ts'
import { SameParcel, TrackingFields } from './TrackingFields.tsx'

/** Another sample that may be in the same parcel. */
export interface Companion {
  id: number
  /** Its description. */
  words: string
  /** Selected by default. */
  chosen: boolean
}

interface TrackingDialogProps {
  opened: boolean
  /** What is shipped under the number: `Blood of Testa Fernlight`. */
  about?: string
  /** The saved tracking. */
  saved?: Tracking
  companions?: readonly Companion[]
  /** Only the selected samples are shipped: at least one. */
  companionsOnly?: boolean
  busy: boolean
  /** The server's error, or null. */
  problem?: unknown
  /**
   * Receives the normalized number, the selected samples, and whether the user confirmed that it is a known
   * parcel.
   */
  onConfirm: (parcel: {
    carrier: Carrier
    trackingNumber: string
    companions: number[]
    sameParcel: boolean
  }) => void
  /** Removes the saved number; left out if that is not possible. */
  onRemove?: () => void
  onClose: () => void
}

interface TrackingForm {
  tracking: Tracking
  companions: number[]
  /** The number that the user confirmed as the same parcel. */
  sameAs: string
}

/** How specimens are shipped: carrier and tracking number (specification §2, §5). */
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

/** Whether the user must confirm that this number is the same parcel: asked again for another number. */
function useParcelConfirmation(isParcelRefused: boolean, trackingNumber: string): boolean {
  const [about, setAbout] = useState<string | null>(null)
  if (isParcelRefused && about === null) setAbout(trackingNumber)
  if (!isParcelRefused && about !== null) setAbout(null)
  return isParcelRefused && (about === null || about === trackingNumber)
}

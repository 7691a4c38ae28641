import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Order, OrderSample } from '#contract/order.ts'
import { isIsoDate, todayAtLaboratory } from '#domain/dates/dates.ts'
import { beforeRejection, needsRecollection } from '#domain/samples/sample.ts'
import { plainTrackingNumber } from '#domain/tracking-number/tracking-number.ts'
import { api } from '#portal/api.ts'
import { useChangeDialog } from '#portal/dialogs/change-dialog.ts'
import { sampleAndBirth } from '#portal/order/words.ts'
import { useSession } from '#portal/session/session.ts'
import { FormDialog } from '#ui/dialogs/FormDialog.tsx'
import { carrierOf, maySaveTracking, NO_TRACKING } from '#ui/dialogs/rules.ts'
import { SameParcel, TrackingFields } from '#ui/dialogs/TrackingFields.tsx'
import { DateEntry } from '#ui/fields/DateEntry.tsx'
import { refusedBy } from '#ui/problem-words.ts'
import * as texts from './texts.ts'

interface RecollectionProps {
  sample: OrderSample
  /** That it is of. */
  order: Pick<Order, 'hospitalCode' | 'document'>
  /** It may be said now, as far as the order allows it. */
  offered: boolean
  /** It is the thing to do where it stands, and not one of several. */
  isPrimary?: boolean
}

interface RecollectionForm {
  day: string
  tracking: typeof NO_TRACKING
  /** The number of which it was said that it is the same parcel. */
  sameAs: string
}
const NOTHING: RecollectionForm = { day: '', tracking: NO_TRACKING, sameAs: '' }

/** Says that a sample in the place of a rejected one was taken, and how it travels if that is known. */
export function Recollection({ sample, order, offered, isPrimary = false }: RecollectionProps) {
  const { hospitalCode } = order
  const [formState, setFormState] = useState(NOTHING)
  const { calendarDates } = useSession().configuration.features
  const { open, dialog } = useChangeDialog({
    hospitalCode,
    change: ({ day, tracking, sameAs }: RecollectionForm) => {
      const number = plainTrackingNumber(tracking.trackingNumber)
      return api.samples.collectedAgain({
        params: { h: hospitalCode, id: sample.id },
        body: {
          dateOfCollection: day,
          shipCarrierToBG: number === '' ? null : carrierOf(tracking) || null,
          shipTrackingNoToBG: number || null,
          sameParcel: number !== '' && sameAs === number,
        },
      })
    },
    successMessage: texts.recollectionSaved,
  })
  const { day, tracking, sameAs } = formState
  const number = plainTrackingNumber(tracking.trackingNumber)
  const shipped = number === '' ? tracking.carrier === '' : maySaveTracking(tracking)
  const needsParcelConfirmation = refusedBy('same-parcel', dialog.problem)
  const from = sample.recollectFrom
  const earliest = from === null ? {} : { earliest: { day: from, message: beforeRejection(from) } }
  const mayBe = isIsoDate(day) && day <= todayAtLaboratory(new Date()) && (from === null || day >= from)
  const specimenLabel = `${sample.specimenType}, ${sample.patientName}`
  return (
    <>
      {offered && needsRecollection(sample) && (
        <Button
          {...(isPrimary ? {} : { variant: 'default', size: 'compact-sm' })}
          onClick={open}
          aria-label={texts.recordRecollectionOf(specimenLabel)}
        >
          {texts.recordRecollection}
        </Button>
      )}
      <FormDialog
        {...dialog}
        title={texts.recordRecollection}
        confirm={texts.saveRecollection}
        ready={mayBe && shipped}
        dirty={formState !== NOTHING}
        onConfirm={() => dialog.onConfirm(formState)}
        onClosed={() => setFormState(NOTHING)}
      >
        <div>{sampleAndBirth(sample, order)}</div>
        <DateEntry
          variant={calendarDates ? 'calendar' : 'selects'}
          label={texts.dateOfCollection}
          required
          preventFuture
          offersToday
          {...earliest}
          value={day}
          onChange={(value) => setFormState({ ...formState, day: value })}
        />
        <div>{texts.trackingLater}</div>
        <TrackingFields
          value={tracking}
          onChange={(value) => setFormState({ ...formState, tracking: value })}
        />
        {needsParcelConfirmation && number !== '' && (
          <SameParcel
            trackingNumber={number}
            sameAs={sameAs}
            onChange={(value) => setFormState({ ...formState, sameAs: value })}
          />
        )}
      </FormDialog>
    </>
  )
}

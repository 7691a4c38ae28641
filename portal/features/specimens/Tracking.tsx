import { Badge, Button } from '@mantine/core'
import { Fragment } from 'react'
import type { Order, OrderSample } from '#contract/order.ts'
import { needsRecollection, whyNotShipped } from '#domain/samples/sample.ts'
import { parcelOnItsWay } from '#domain/shipments/parcel.ts'
import { api } from '#portal/api.ts'
import { useChangeDialog } from '#portal/dialogs/change-dialog.ts'
import { useAsOpened } from '#portal/dialogs/use-as-opened.ts'
import { sampleAndBirth } from '#portal/order/words.ts'
import { showDate } from '#ui/dates.ts'
import { TrackingDialog } from '#ui/dialogs/TrackingDialog.tsx'
import { OutsideLink } from '#ui/OutsideLink.tsx'
import classes from './specimens.module.css'
import * as texts from './texts.ts'

type Parcel = Parameters<Parameters<typeof TrackingDialog>[0]['onConfirm']>[0]

interface TrackingProps {
  sample: OrderSample
  /** That it is of: its other samples may travel in the same parcel. */
  order: Pick<Order, 'hospitalCode' | 'document' | 'samples'>
  /** It may be said now, as far as the order allows it. */
  offered: boolean
  /** To say it is the thing to do where it stands, and not one of several. */
  isPrimary?: boolean
}

/** Carrier and tracking number of a specimen, and the way to say or change them (specification §2). */
export function Tracking({ sample, order, offered, isPrimary = false }: TrackingProps) {
  const { id } = sample
  const shipment = parcelOnItsWay(sample.shipment)
  const { hospitalCode } = order
  const params = { h: hospitalCode, id }
  const { open, dialog } = useChangeDialog({
    hospitalCode,
    change: async ({ parcel, seen }: { parcel: Parcel | null; seen: readonly OrderSample[] }) => {
      const sampleIds = [id, ...(parcel?.companions ?? [])]
      const seenIn = seen
        .filter((one) => sampleIds.includes(one.id))
        .map((one) => ({ sampleId: one.id, shipmentId: one.shipment?.id ?? null }))
      if (parcel === null)
        return api.samples.put({ params, body: { shipCarrierToBG: null, shipTrackingNoToBG: null, seenIn } })
      const { carrier, trackingNumber, sameParcel } = parcel
      return api.samples.ship({
        params: { h: hospitalCode },
        body: {
          ...{ sampleIds, seenIn },
          ...{ shipCarrierToBG: carrier, shipTrackingNoToBG: trackingNumber, sameParcel },
        },
      })
    },
    successMessage: shipment ? texts.trackingNumberChanged : texts.trackingNumberSaved,
  })
  const seen = useAsOpened(dialog.opened, order.samples)
  const saved = parcelOnItsWay(seen.find((one) => one.id === id)?.shipment ?? null)
  const may = offered && whyNotShipped(sample) === null
  const specimenLabel = `${sample.specimenType}, ${sample.patientName}`
  const companions = seen
    .filter((other) => other.id !== id && whyNotShipped(other) === null)
    .map((other) => ({
      id: other.id,
      words: sampleAndBirth(other, order),
      chosen: !parcelOnItsWay(other.shipment) || other.shipment?.id === saved?.id,
    }))
  return (
    <>
      <Parcel shipment={sample.shipment} arrived={sample.isAccessioned} />
      {!sample.shipment && !may && !needsRecollection(sample) && '–'}
      {may && (
        <div>
          <Button
            {...(isPrimary
              ? {}
              : shipment
                ? { variant: 'subtle', size: 'compact-sm', px: 0 }
                : { variant: 'default', size: 'compact-sm' })}
            onClick={open}
            aria-label={texts.trackingNumberOf(shipment ? 'Change' : 'Add', specimenLabel)}
          >
            {shipment ? texts.change : texts.addTrackingNumber}
          </Button>
        </div>
      )}
      <TrackingDialog
        {...dialog}
        about={sampleAndBirth(sample, order)}
        saved={{ carrier: saved?.carrier ?? '', trackingNumber: saved?.trackingNumber ?? '' }}
        companions={companions}
        onConfirm={(parcel) => dialog.onConfirm({ parcel, seen })}
        {...(saved ? { onRemove: () => dialog.onConfirm({ parcel: null, seen }) } : {})}
      />
    </>
  )
}

/** The parcel with a link to where its carrier says how far it is, and whether it should be there by now. */
function Parcel({ shipment, arrived }: { shipment: OrderSample['shipment']; arrived: boolean }) {
  if (!shipment) return null
  return (
    <div>
      <OutsideLink href={shipment.link}>
        {shipment.carrier}{' '}
        <span className={classes.number}>
          <BreakableNumber digits={shipment.trackingNumber} />
        </span>
      </OutsideLink>
      {shipment.isLate || shipment.arrivedWithoutIt ? (
        <div>
          <Badge color="red" variant="light" tt="none">
            {shipment.isLate ? texts.lateSince(showDate(shipment.dueOn)) : texts.arrivedWithoutIt}
          </Badge>
        </div>
      ) : (
        !arrived && <div className={classes.facts}>{texts.expectedBy(showDate(shipment.dueOn))}</div>
      )}
    </div>
  )
}

/** A long number that breaks, where it must, after four digits: a label prints it so. */
function BreakableNumber({ digits }: { digits: string }) {
  return digits.match(/.{1,4}/g)?.map((group, index) => (
    <Fragment key={index}>
      {group}
      <wbr />
    </Fragment>
  ))
}

import type { FullSample, SampleRecord } from '#contract/sample.ts'
import type { OrderState } from '#domain/orders/status.ts'
import { isRecollectionDue } from '#domain/samples/sample.ts'
import { TextLink } from '#portal/links/TextLink.tsx'
import { laboratoryDay } from '#portal/order/words.ts'
import { Banner } from '#ui/Banner.tsx'
import { showDate, unbroken } from '#ui/dates.ts'
import * as texts from './texts.ts'

/** What should be known first: that it was rejected, is to be taken again, was not in its parcel, or its parcel is late. */
export function SampleBanner({ details: { sample, order, siblings } }: { details: FullSample }) {
  const before = siblings.find(({ id }) => id === sample.recollectionOf)
  const after = siblings.find(({ recollectionOf }) => recollectionOf === sample.id)
  if (sample.rejected)
    return (
      <Banner tone="bad" title={texts.rejectedTitle}>
        <div>
          {ended(sample.rejected.reason)} {after && <Replacement sample={after} state={order.state} />}
        </div>
      </Banner>
    )
  if (isRecollectionDue(sample, order.state))
    return (
      <Banner tone="bad" title={texts.recollectionNeeded}>
        <div>
          {before?.rejected &&
            texts.previousRejected(
              unbroken(laboratoryDay(before.rejected.at)),
              ended(before.rejected.reason),
            )}
          {before && (
            <TextLink underline="always" to="/sample/$sampleId" params={{ sampleId: String(before.id) }}>
              {texts.viewRejectedSample}
            </TextLink>
          )}
        </div>
      </Banner>
    )
  if (sample.shipment?.arrivedWithoutIt)
    return (
      <Banner tone="bad" title={texts.notInItsParcel}>
        <div>{texts.arrivedWithoutIt(sample.shipment.trackingNumber)}</div>
      </Banner>
    )
  if (sample.shipment?.isLate)
    return (
      <Banner tone="bad" title={texts.theParcelIsLate}>
        <div>{texts.parcelLateHint(unbroken(showDate(sample.shipment.dueOn)), sample.shipment.carrier)}</div>
      </Banner>
    )
  return null
}

/** The laboratory's words, with the full stop that they may lack: something follows. */
function ended(words: string): string {
  return /[.!?]$/.test(words) ? words : `${words}.`
}

/** The way to the sample that replaces it: to the request for it only while that stands. */
function Replacement({ sample, state }: { sample: SampleRecord; state: OrderState }) {
  const isThere = sample.collectedAgainAt !== null || sample.isAccessioned || sample.rejected !== null
  if (!isThere && !isRecollectionDue(sample, state)) return null
  return (
    <TextLink underline="always" to="/sample/$sampleId" params={{ sampleId: String(sample.id) }}>
      {isThere ? texts.viewTheRecollectedSample : texts.viewTheRecollectionNeeded}
    </TextLink>
  )
}

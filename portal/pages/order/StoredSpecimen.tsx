import { useQuery } from '@tanstack/react-query'
import type { Order } from '#contract/order.ts'
import type { AddOn } from '#domain/orders/document.ts'
import { specimenNumber } from '#domain/samples/sample.ts'
import { orderOptions } from '#portal/order/queries.ts'
import { showDate } from '#ui/dates.ts'
import * as texts from './texts.ts'

interface StoredSpecimenProps extends Pick<Order, 'hospitalCode'> {
  addOn: AddOn
}

/** The specimen of an added test: its order knows which it is. Nothing while that is loaded, or if it is there no longer. */
export function StoredSpecimen({ hospitalCode, addOn: { orderId, sampleId } }: StoredSpecimenProps) {
  const { data } = useQuery(orderOptions(hospitalCode, orderId))
  const sample = data?.samples.find(({ id }) => id === sampleId)
  if (!sample) return null
  const { key, specimenType, dateOfCollection } = sample
  return (
    <div>
      {texts.storedSpecimen(specimenNumber(orderId, key), specimenType)}
      {dateOfCollection && texts.collectedOn(showDate(dateOfCollection))}
    </div>
  )
}

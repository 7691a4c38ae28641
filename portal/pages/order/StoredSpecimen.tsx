import type { Order } from '#contract/order.ts'
import { specimenNumber } from '#domain/samples/sample.ts'
import { showDate } from '#ui/dates.ts'
import * as texts from './texts.ts'

interface StoredSpecimenProps {
  /** The order that it came with. */
  orderId: number
  specimen: Order['storedSpecimen']
}

/** The specimen of an added test. Nothing if it is there no longer. */
export function StoredSpecimen({ orderId, specimen }: StoredSpecimenProps) {
  if (!specimen) return null
  const { key, specimenType, dateOfCollection } = specimen
  return (
    <div>
      {texts.storedSpecimen(specimenNumber(orderId, key), specimenType)}
      {dateOfCollection && texts.collectedOn(showDate(dateOfCollection))}
    </div>
  )
}

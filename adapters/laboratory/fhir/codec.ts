import type { LaboratoryCodec } from '../port.ts'
import { writeAnswer } from './answer.ts'
import { ordersNamed, readBundle } from './read-bundle.ts'
import { cancellationBundle, changeBundle, orderBundle } from './write-bundle.ts'

/** The portal's FHIR R4: sends transaction Bundles; receives Bundles of laboratory updates. */
export const fhirCodec: LaboratoryCodec = {
  writeOrder: (order) => JSON.stringify(orderBundle(order)),
  writeCancellation: (cancellation) => JSON.stringify(cancellationBundle(cancellation)),
  writeChange: (change) => JSON.stringify(changeBundle(change)),
  read: (raw) => readBundle(raw),
  ordersNamed,
  writeAcknowledgement: writeAnswer,
}

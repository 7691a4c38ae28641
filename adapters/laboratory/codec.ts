import type { Hl7Segment } from '@medplum/core'
import { writeSegments } from '../hl7/message.ts'
import { writeAcknowledgement } from './acknowledgement.ts'
import type { Addresses } from './order-segments.ts'
import { asOrm } from './orm.ts'
import type { Dialect, LaboratoryCodec } from './port.ts'
import { ordersNamed, readLabUpdates } from './read-lab-updates.ts'
import { writeCancellation } from './write-cancellation.ts'
import { writeChange } from './write-change.ts'
import { writeOrder } from './write-order.ts'

/**
 * The portal's HL7: sends orders, changes and cancellations; receives laboratory updates (ORU^R01, ORL^O22).
 */
export function hl7Codec(addresses: Addresses, dialect: Dialect = 'oml'): LaboratoryCodec {
  const written = (segments: Hl7Segment[]) => writeSegments(dialect === 'orm' ? asOrm(segments) : segments)
  return {
    writeOrder: (order) => written(writeOrder(addresses, order)),
    writeCancellation: (cancellation) => written(writeCancellation(addresses, cancellation)),
    writeChange: (change) => written(writeChange(addresses, change)),
    read: (raw) => readLabUpdates(raw, addresses.sendingApplication),
    ordersNamed,
    writeAcknowledgement: (message, code, text, about) =>
      writeAcknowledgement(addresses, message, code, text, about),
  }
}

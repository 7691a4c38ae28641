import { writeAcknowledgement } from './acknowledgement.ts'
import type { Addresses } from './order-segments.ts'
import type { LaboratoryCodec } from './port.ts'
import { readNews } from './read-news.ts'
import { writeCancellation } from './write-cancellation.ts'
import { writeOrder } from './write-order.ts'

/** HL7 v2.5.1 as the portal speaks it: orders and cancellations out (OML^O21), news in (ORU^R01, ORL^O22). */
export function hl7Codec(addresses: Addresses): LaboratoryCodec {
  return {
    writeOrder: (order) => writeOrder(addresses, order),
    writeCancellation: (cancellation) => writeCancellation(addresses, cancellation),
    read: readNews,
    writeAcknowledgement: (message, code, text) => writeAcknowledgement(addresses, message, code, text),
  }
}

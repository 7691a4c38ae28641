import type { Hl7Segment } from '@medplum/core'
import { segment } from '../hl7/message.ts'
import { writeTime } from '../hl7/times.ts'
import {
  type Addresses,
  institutionName,
  orderedTests,
  orderHeader,
  providerName,
  serviceCode,
} from './order-segments.ts'
import { patientSegment } from './patient-segments.ts'
import type { LaboratoryCancellation } from './port.ts'

/** The request to cancel an order: OML^O21 with ORC-1 CA and the reason in ORC-16, for each of its tests. */
export function writeCancellation(addresses: Addresses, cancellation: LaboratoryCancellation): Hl7Segment[] {
  const { orderId, document, laboratoryNumber, askedAt } = cancellation
  const [proband] = document.patients
  const placer = [String(orderId), addresses.sendingApplication]
  const filler = laboratoryNumber ? [laboratoryNumber, addresses.receivingApplication] : ''
  const groups = orderedTests(document).flatMap((test, index) => [
    segment('ORC', {
      1: 'CA',
      2: placer,
      3: filler,
      9: writeTime(askedAt),
      10: providerName(cancellation.askedBy),
      12: providerName(document.orderingProvider),
      16: [cancellation.type, cancellation.reason, 'L'],
      21: institutionName(addresses, cancellation.institution),
    }),
    segment('OBR', { 1: String(index + 1), 2: placer, 3: filler, 4: serviceCode(test) }),
  ])
  return [
    orderHeader(addresses, cancellation.controlId, askedAt),
    ...(proband ? [patientSegment(cancellation, proband, addresses.sendingApplication)] : []),
    ...groups,
  ]
}

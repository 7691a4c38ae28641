import type { Hl7Segment } from '@medplum/core'
import { carrierOf, type KnownVariant } from '#domain/orders/known-variants.ts'
import { segment } from '../hl7/message.ts'
import { writeDate } from '../hl7/times.ts'
import { answerSegments } from './answers.ts'
import { personNumber } from './patient-segments.ts'
import type { LaboratoryOrder } from './port.ts'
import { findings } from './variant-answers.ts'

/**
 * The group PRIOR_RESULT of OML^O21 for each known variant: PID of the person in whom it was found, who is
 * rarely the patient, then the earlier result. Laboratories that skip the group have the same in OBX.
 */
export function priorResults(order: LaboratoryOrder, application: string): Hl7Segment[] {
  return (order.document.knownVariants ?? []).flatMap((variant) => [
    priorPatient(order, variant, application),
    segment('OBR', {
      1: '1',
      3: variant.laboratoryNumber ? [variant.laboratoryNumber, variant.laboratory] : '',
      4: ['KNOWN-VARIANT', 'Known variant', 'L'],
      7: writeDate(variant.reportDate),
      22: writeDate(variant.reportDate),
      25: 'F',
    }),
    ...answerSegments(findings(variant), 'F'),
  ])
}

function priorPatient({ orderId, document }: LaboratoryOrder, variant: KnownVariant, application: string) {
  const { firstName, lastName, dateOfBirth } = carrierOf(variant, document)
  const { relation, patient } = variant.carrier
  const ofOrder = relation === 'Self' ? document.patients[0]?.key : patient
  const isOfOrder = document.patients.some(({ key }) => key === ofOrder)
  return segment('PID', {
    1: '1',
    3: [[personNumber(orderId, isOfOrder && ofOrder ? ofOrder : variant.key), '', '', application, 'PI']],
    5: [lastName, firstName],
    7: writeDate(dateOfBirth),
  })
}

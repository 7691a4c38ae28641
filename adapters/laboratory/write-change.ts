import type { Hl7Segment } from '@medplum/core'
import { specimenKey, specimenNumber } from '#domain/samples/sample.ts'
import { recollected } from '#domain/specimens/recollected.ts'
import { segment } from '../hl7/message.ts'
import { writeDate, writeTime } from '../hl7/times.ts'
import { answerSegments, line } from './answers.ts'
import { HOLD_CODES } from './hold-codes.ts'
import {
  type Addresses,
  institutionName,
  orderedTests,
  orderHeader,
  providerName,
  serviceCode,
} from './order-segments.ts'
import { patientSegment, personNumber } from './patient-segments.ts'
import type { HoldAnswer, LaboratoryChange, RecollectedSpecimen } from './port.ts'
import { typeField } from './specimen-fields.ts'
import { describedFields, sampledPerson } from './specimen-segments.ts'
import { withdrawalSegments } from './withdrawn-consent.ts'

/**
 * An addition to an order: OML^O21 with ORC-1 XO, in one group for its first test, as it concerns the order
 * as a whole. An answer's text is NTE-3, each attachment an OBX of type ED; a recollected specimen is an SPM;
 * a withdrawn consent is OBX.
 */
export function writeChange(addresses: Addresses, change: LaboratoryChange): Hl7Segment[] {
  const { orderId, document, laboratoryNumber, answer, specimen } = change
  const [proband] = document.patients
  const [test] = orderedTests(document)
  const placer = [String(orderId), addresses.sendingApplication]
  const filler = laboratoryNumber ? [laboratoryNumber, addresses.receivingApplication] : ''
  return [
    orderHeader(addresses, change.controlId, change.at),
    ...(proband ? [patientSegment(change, proband, addresses.sendingApplication)] : []),
    segment('ORC', {
      1: 'XO',
      2: placer,
      3: filler,
      9: writeTime(change.at),
      10: providerName(change.by),
      12: providerName(document.orderingProvider),
      16: answer ? answeredHold(answer) : '',
      21: institutionName(addresses, change.institution),
    }),
    segment('OBR', { 1: '1', 2: placer, 3: filler, 4: test ? serviceCode(test) : '' }),
    ...(answer ? answerOf(answer) : []),
    ...(specimen ? specimenOf(change, specimen) : []),
    ...(change.withdrawal ? withdrawalSegments(orderId, change.withdrawal) : []),
  ]
}

/** ORC-16 as the laboratory sent it: code and number. A hold without a number is identified by its code. */
function answeredHold({ hold: { kind, key } }: HoldAnswer<unknown>): string[] {
  const code = HOLD_CODES[kind]
  return [code, '', 'L', key === code ? '' : key]
}

function answerOf({ text, documents }: HoldAnswer<{ content: Uint8Array }>): Hl7Segment[] {
  return [
    ...(text.trim() === '' ? [] : [segment('NTE', { 1: '1', 3: text })]),
    ...documents.map(({ filename, mediaType, content }, index) => {
      const [type = '', subtype = ''] = mediaType.split('/')
      return segment('OBX', {
        1: String(index + 1),
        2: 'ED',
        3: ['DOCUMENT', filename, 'L'],
        4: String(index + 1),
        5: ['', type, subtype, 'Base64', Buffer.from(content).toString('base64')],
        11: 'O',
      })
    }),
  ]
}

function specimenOf(change: LaboratoryChange, specimen: RecollectedSpecimen): Hl7Segment[] {
  const { key, type, dateOfCollection, patientKey, shipment } = specimen
  const before = change.document.samples.find((sample) => sample.key === specimenKey(key))
  const same = recollected(before, type)
  const parcel = shipment ? `${shipment.carrier} ${shipment.trackingNumber}` : ''
  return [
    segment('SPM', {
      1: '1',
      2: specimenNumber(change.orderId, key),
      4: typeField(type, change.specimenCodes, same ?? undefined),
      ...(same ? describedFields(same) : {}),
      14: sampledPerson(change.document, patientKey),
      17: writeDate(dateOfCollection),
    }),
    ...answerSegments([
      ...line(['SPECIMEN-OF', 'Whose specimen it is'], personNumber(change.orderId, patientKey)),
      ...line(['SHIPMENT', 'Carrier and tracking number'], parcel),
    ]),
  ]
}

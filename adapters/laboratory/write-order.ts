import type { Hl7Segment } from '@medplum/core'
import type { Sample } from '#domain/orders/document.ts'
import { segment, writeSegments } from './message.ts'
import { insuranceSegment, patientSegment, relativeSegment, visitSegment } from './patient-segments.ts'
import type { LaboratoryOrder } from './port.ts'
import { writeDate, writeTime } from './times.ts'

/** The values of MSH-3 to MSH-6 and MSH-11 of what we send. */
export interface Addresses {
  sendingApplication: string
  sendingFacility: string
  receivingApplication: string
  receivingFacility: string
  processingId: string
}

/**
 * An order as OML^O21^OML_O21. Every test has its own ORC and OBR group, and each group its own diagnoses,
 * answers and specimens, as the message structure asks. All times come from the order, so that writing it again
 * gives the same message.
 */
export function writeOrder(addresses: Addresses, order: LaboratoryOrder): string {
  const { document } = order
  const [proband, ...relatives] = document.patients
  const people = [
    ...(proband ? [patientSegment(order, proband, addresses.sendingApplication)] : []),
    ...relatives.map((relative, index) => relativeSegment(order, relative, index + 1)),
    ...visitSegment(document.payment),
    ...insuranceSegment(order),
  ]
  const groups = wantedTests(order).flatMap((test, index) => [
    common(addresses, order),
    segment('TQ1', { 1: '1', 9: ['R', 'Routine', 'HL70485'] }),
    request(addresses, order, test, index + 1),
    ...diagnoses(order),
    ...answers(order),
    ...specimens(order),
  ])
  return writeSegments([header(addresses, order), ...people, ...groups])
}

function header(addresses: Addresses, order: LaboratoryOrder): Hl7Segment {
  return segment('MSH', {
    3: addresses.sendingApplication,
    4: addresses.sendingFacility,
    5: addresses.receivingApplication,
    6: addresses.receivingFacility,
    7: writeTime(order.submittedAt),
    9: ['OML', 'O21', 'OML_O21'],
    10: order.controlId,
    11: addresses.processingId,
    12: '2.5.1',
    18: 'UNICODE UTF-8',
  })
}

/** The ordered tests, then the add-ons, each code once. */
function wantedTests(order: LaboratoryOrder): { code: string; name: string }[] {
  const addOns = order.document.addOnTests.map(({ testCode, testName }) => ({
    code: testCode,
    name: testName,
  }))
  const byCode = new Map([...addOns.reverse(), ...order.tests.toReversed()].map((test) => [test.code, test]))
  return [...byCode.values()].filter((test) => test.code !== '').reverse()
}

function common(addresses: Addresses, order: LaboratoryOrder): Hl7Segment {
  const { name, code } = order.institution
  return segment('ORC', {
    1: 'NW',
    2: [String(order.orderId), addresses.sendingApplication],
    9: writeTime(order.submittedAt),
    12: orderingProvider(order),
    21: [name, '', '', '', '', addresses.sendingApplication, 'XX', '', '', code],
  })
}

function request(
  addresses: Addresses,
  order: LaboratoryOrder,
  test: { code: string; name: string },
  setId: number,
): Hl7Segment {
  const collected = order.document.samples.find((sample) => sample.patient === 0)?.dateOfCollection ?? ''
  return segment('OBR', {
    1: String(setId),
    2: [String(order.orderId), addresses.sendingApplication],
    4: [test.code, test.name, 'L'],
    7: writeDate(collected),
    16: orderingProvider(order),
    28: order.document.recipients.map((recipient) => ['', recipient.name]),
  })
}

/** XCN: the NPI, and what kind of number it is in components 9 and 13. */
function orderingProvider(order: LaboratoryOrder): string[] {
  const { npi, lastName, firstName } = order.document.orderingProvider
  return [npi, lastName, firstName, '', '', '', '', '', ...(npi ? ['NPI', 'L', '', '', 'NPI'] : ['', 'L'])]
}

function diagnoses(order: LaboratoryOrder): Hl7Segment[] {
  const given = order.document.indicationsForTesting.filter((reason) => reason.code || reason.description)
  return given.map((reason, index) =>
    segment('DG1', {
      1: String(index + 1),
      3: [reason.code, reason.description, reason.code ? 'I10C' : ''],
      6: 'W',
    }),
  )
}

/** Answers asked at order: OBX-11 is O, "order detail description only" (table 0085). */
function answers(order: LaboratoryOrder): Hl7Segment[] {
  const { consents, clinicalNotes, recipients } = order.document
  const content: { type: string; question: string[]; value: string | string[] }[] = []
  for (const consent of consents) {
    if (consent.answer === null) continue
    const value = consent.answer ? ['Y', 'Yes', 'HL70136'] : ['N', 'No', 'HL70136']
    content.push({ type: 'CE', question: [consent.consentId, 'Consent', 'L'], value })
  }
  for (const { name, fax, email } of recipients) {
    const value = [name, fax && `fax ${fax}`, email && `e-mail ${email}`].filter(Boolean).join(', ')
    if (value)
      content.push({ type: 'ST', question: ['REPORT-COPY', 'Send a copy of the report to', 'L'], value })
  }
  if (clinicalNotes.trim())
    content.push({ type: 'FT', question: ['CLINICAL-NOTES', 'Clinical notes', 'L'], value: clinicalNotes })
  return content.map(({ type, question, value }, index) =>
    segment('OBX', { 1: String(index + 1), 2: type, 3: question, 5: value, 11: 'O' }),
  )
}

function specimens(order: LaboratoryOrder): Hl7Segment[] {
  const known = order.document.samples.filter((sample) => sample.specimenType || sample.dateOfCollection)
  return known.map((sample, index) =>
    segment('SPM', {
      1: String(index + 1),
      2: `${order.orderId}-${index + 1}`,
      4: sample.specimenType ? [sample.specimenType, sample.specimenType, 'L'] : ['', 'Not given'],
      14: sampledPerson(order, sample),
      17: writeDate(sample.dateOfCollection),
    }),
  )
}

/** SPM names no person, and NK1 none to point at: a relative's specimen says whose it is in words. */
function sampledPerson(order: LaboratoryOrder, sample: Sample): string {
  const person = sample.patient > 0 ? order.document.patients[sample.patient] : undefined
  return person ? `${person.relationship}: ${person.firstName} ${person.lastName}` : ''
}

import type { Hl7Segment } from '@medplum/core'
import { type OrderedTest, type PatientKey, PROBAND } from '#domain/orders/document.ts'
import type { Priority } from '#domain/orders/priority.ts'
import { fetusesOf } from '#domain/orders/subject.ts'
import { segment, setComposed } from '../hl7/message.ts'
import { writeDate, writeTime } from '../hl7/times.ts'
import { type Answer, answerSegments } from './answers.ts'
import { orderAnswers } from './order-answers.ts'
import {
  type Addresses,
  institutionName,
  orderedTests,
  orderHeader,
  providerName,
  serviceCode,
} from './order-segments.ts'
import {
  insuranceSegment,
  patientSegment,
  personNumber,
  relativeSegment,
  visitSegment,
} from './patient-segments.ts'
import { sexAndGenderAnswers } from './people-answers.ts'
import { phenotypeAnswers } from './phenotype-answers.ts'
import type { LaboratoryOrder } from './port.ts'
import { priorResults } from './prior-results.ts'
import { withQuestions } from './question-segments.ts'
import { collectedAt } from './specimen-fields.ts'
import { specimenSegments } from './specimen-segments.ts'
import { variantFiles, variantFindings } from './variant-answers.ts'

/**
 * An order as OML^O21^OML_O21. Every test has its own ORC and OBR group, for each fetus if fetuses are tested,
 * and each group its own diagnoses, answers and specimens, as the message structure requires. All times come from the order, so that writing it
 * again gives the same message.
 */
export function writeOrder(addresses: Addresses, order: LaboratoryOrder): Hl7Segment[] {
  const { document } = order
  const [proband, ...relatives] = document.patients
  const people = [
    ...(proband ? [patientSegment(order, proband, addresses.sendingApplication)] : []),
    ...relatives.map((relative, index) =>
      relativeSegment(order, relative, index + 1, addresses.sendingApplication),
    ),
    ...visitSegment(document.payment),
    ...insuranceSegment(order),
  ]
  const fetuses = fetusesOf(document)
  // Each fetus has a request of its own, and so a result.
  const requests = orderedTests(document).flatMap((test) =>
    (fetuses.length > 0 ? fetuses : [null]).map((fetus) => ({ test, fetus })),
  )
  const groups = requests.flatMap(({ test, fetus }, index) => [
    common(addresses, order),
    timing(document),
    request(addresses, order, test, index + 1, fetus?.key),
    ...diagnoses(order),
    ...withQuestions(
      answerSegments([
        ...orderAnswers(order, test, index === 0, fetus ? [fetus] : []),
        ...identityAnswers(order),
        ...variantFindings(document),
        ...phenotypeAnswers(order),
        // Files go with the first test only.
        ...(index === 0 ? variantFiles(order) : []),
      ]),
      order,
      test,
    ),
    ...specimenSegments(order, fetus?.key),
    ...priorResults(order, addresses.sendingApplication),
  ])
  return [orderHeader(addresses, order.controlId, order.submittedAt), ...people, ...groups]
}

/** What FHIR has in extensions of Patient, and version 2.5.1 in no field. */
function identityAnswers({ orderId, document }: LaboratoryOrder): Answer[] {
  return document.patients.flatMap((patient) =>
    sexAndGenderAnswers(patient, { about: personNumber(orderId, patient.key) }),
  )
}

function common(addresses: Addresses, order: LaboratoryOrder): Hl7Segment {
  const { addOn, orderingProvider } = order.document
  const orc = segment('ORC', {
    1: 'NW',
    2: [String(order.orderId), addresses.sendingApplication],
    3: fillerNumber(addresses, order),
    9: writeTime(order.submittedAt),
    12: providerName(orderingProvider),
    21: institutionName(addresses, order.institution),
  })
  // EIP: the order whose specimen is used, by our number and the laboratory's.
  if (addOn)
    setComposed(orc, 8, [
      [String(addOn.orderId), addresses.sendingApplication],
      [addOn.labNumber, addresses.receivingApplication],
    ])
  return orc
}

function request(
  addresses: Addresses,
  order: LaboratoryOrder,
  test: OrderedTest,
  setId: number,
  subject: PatientKey = PROBAND,
): Hl7Segment {
  const { samples, orderingProvider, recipients } = order.document
  const collected = samples.find((sample) => sample.patient === subject)
  return segment('OBR', {
    1: String(setId),
    2: [String(order.orderId), addresses.sendingApplication],
    3: fillerNumber(addresses, order),
    4: serviceCode(test),
    7: collected ? collectedAt(collected) : writeDate(order.existing?.dateOfCollection ?? ''),
    // XCN of which only a name is known.
    10: collected?.collector ? ['', collected.collector] : '',
    // Table 0065: add the test to an existing specimen.
    11: order.existing ? 'A' : '',
    16: providerName(orderingProvider),
    28: recipients.map((recipient) => ['', recipient.name]),
  })
}

const PRIORITY: Record<Priority | '', string[]> = {
  '': ['R', 'Routine', 'HL70485'],
  ASAP: ['A', 'ASAP', 'HL70485'],
  STAT: ['S', 'Stat', 'HL70485'],
}

/** Table 0485, and the day by which the result is needed as the end of the service (TQ1-8). */
function timing({ priority }: LaboratoryOrder['document']): Hl7Segment {
  return segment('TQ1', {
    1: '1',
    8: writeDate(priority?.neededBy ?? ''),
    9: PRIORITY[priority?.level ?? ''],
  })
}

/** The laboratory assigns an order's number; an add-on may request to be reported under the existing one. */
function fillerNumber(addresses: Addresses, { document, existing }: LaboratoryOrder): string[] {
  const existingNumber = existing && !existing.newLaboratoryNumber ? document.addOn?.labNumber : undefined
  return existingNumber ? [existingNumber, addresses.receivingApplication] : []
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

import type { LaboratoryCancellation, LaboratoryChange, LaboratoryOrder } from '#adapters/laboratory/port.ts'
import {
  blankPatient,
  blankPayment,
  blankSample,
  blankTest,
  newOrder,
  PROBAND,
} from '#domain/orders/document.ts'

/** A name that does not survive a wrong character set. */
export const LAST_NAME = 'Nguyễn-Östberg'
export const SPECIMEN = 's1'
const PROVIDER = { firstName: 'Maren', lastName: 'Oduya', npi: '1234567893' }
const INSTITUTION = { code: 'CONFORM', name: 'Conformance kit' }

/** An order of invented people: a child with its mother, insured, with the tests that were named. */
export function inventedOrder(orderId: number, tests: readonly string[], at: Date): LaboratoryOrder {
  const today = at.toISOString().slice(0, 10)
  const [home] = blankPatient('Proband', PROBAND).addresses
  return {
    ...{ orderId, controlId: `NW${orderId}`, submittedAt: at, institution: INSTITUTION, existing: null },
    document: {
      ...newOrder({ physicianId: null, ...PROVIDER }),
      tests: tests.map((code) => blankTest(code, `Test ${code}`)),
      patients: [
        {
          ...blankPatient('Proband', PROBAND),
          ...{ firstName: 'Linh', lastName: LAST_NAME, dateOfBirth: '2019-03-14', sex: 'Female' as const },
          recordNumber: `CONFORM-${orderId}`,
          addresses: home
            ? [{ ...home, addressLine1: '1 Quay St', city: 'Larkfield', state: 'ME', postalCode: '04001' }]
            : [],
        },
        {
          ...blankPatient('Mother', 'relative-1'),
          ...{ firstName: 'Mai', lastName: LAST_NAME, dateOfBirth: '1990-07-01', sex: 'Female' as const },
        },
      ],
      samples: [
        { ...blankSample(PROBAND, SPECIMEN), specimenType: 'Blood', dateOfCollection: today },
        { ...blankSample('relative-1', 's2'), specimenType: 'Blood', dateOfCollection: today },
      ],
      indicationsForTesting: [{ code: 'G40.909', description: 'Epilepsy, unspecified' }],
      clinicalNotes: 'A message of the conformance kit: invented people, to be deleted.',
      payment: {
        ...blankPayment(),
        billingType: 'Insurance',
        insurance: { ...blankPayment().insurance, company: 'Tidewater Mutual', memberId: 'TM-100200' },
      },
    },
  }
}

/** One more test on the specimen of an order that the laboratory has. */
export function additionalTest(
  orderId: number,
  of: LaboratoryOrder,
  laboratoryNumber: string,
  at: Date,
): LaboratoryOrder {
  const order = inventedOrder(
    orderId,
    of.document.tests.slice(0, 1).map(({ testCode }) => testCode),
    at,
  )
  const addOn = { orderId: of.orderId, sampleId: 1, labNumber: laboratoryNumber, kind: 'reflex' as const }
  return {
    ...order,
    document: { ...order.document, patients: of.document.patients, addOn, samples: [] },
    existing: {
      ...{ orderId: of.orderId, sampleKey: SPECIMEN, type: 'Blood', newLaboratoryNumber: false },
      dateOfCollection: of.document.samples[0]?.dateOfCollection ?? '',
    },
  }
}

export function cancellationOf(
  order: LaboratoryOrder,
  nth: number,
  laboratoryNumber: string | null,
  at: Date,
): LaboratoryCancellation {
  const { orderId, institution, document } = order
  return {
    ...{ orderId, institution, document, controlId: `CA${orderId}-${nth}`, askedAt: at, laboratoryNumber },
    ...{ askedBy: PROVIDER, type: laboratoryNumber ? 'Sample' : 'Order', reason: 'Conformance kit' },
  }
}

/** An addition without content. */
export function additionTo(
  order: LaboratoryOrder,
  nth: number,
  laboratoryNumber: string | null,
  at: Date,
): LaboratoryChange {
  const { orderId, institution, document } = order
  return {
    ...{ orderId, institution, document, controlId: `XO${orderId}-${nth}`, at, by: PROVIDER },
    ...{ laboratoryNumber, answer: null, specimen: null },
  }
}

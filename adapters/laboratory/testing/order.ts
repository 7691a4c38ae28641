import { blankPatient, blankPayment, blankSample, blankTest, newOrder } from '#domain/orders/document.ts'
import type { LaboratoryCancellation, LaboratoryChange, LaboratoryOrder } from '../port.ts'

/** An order from the portal, with invented people. Each call returns its own copy. */
export function sampleOrder(orderId = 4711): LaboratoryOrder {
  const document = newOrder({ physicianId: 7, firstName: 'Maren', lastName: 'Oduya', npi: '1234567893' })
  const proband = blankPatient('Proband', 'proband')
  return {
    orderId,
    controlId: `K${orderId}-1`,
    submittedAt: new Date('2026-03-12T14:05:07Z'),
    institution: { code: 'HRB', name: 'Harbor & Vale Clinic' },
    existing: null,
    document: {
      ...document,
      tests: [blankTest('WES01', 'Exome, whole', '1300')],
      addOnTests: [blankTest('MIT02', 'Mitochondrial genome')],
      patients: [
        {
          ...proband,
          firstName: 'Linh',
          lastName: 'Nguyễn',
          dateOfBirth: '2019-03-14',
          sex: 'Female',
          ethnicities: ['East Asian'],
          recordNumber: 'MRN^88',
          contacts: [
            { type: 'Phone', reference: 'Home', value: '+1 555 010 0199' },
            { type: 'Email', reference: 'Home', value: 'family@example.test' },
          ],
          addresses: [
            {
              type: 'Primary',
              addressLine1: '1 Quay St',
              addressLine2: '',
              city: 'Larkfield',
              state: 'ME',
              postalCode: '04001',
              country: 'USA',
            },
          ],
        },
        {
          ...blankPatient('Mother', 'relative-1'),
          firstName: 'Mai',
          lastName: 'Nguyễn',
          dateOfBirth: '1990-07-01',
          sex: 'Female',
        },
      ],
      samples: [
        { ...blankSample('proband', 's1'), specimenType: 'Blood', dateOfCollection: '2026-03-11' },
        { ...blankSample('relative-1', 's2'), specimenType: 'Buccal Swab' },
      ],
      indicationsForTesting: [{ code: 'G40.909', description: 'Epilepsy | unspecified' }],
      clinicalNotes: 'Seizures since 2 months\nMother & aunt ~ affected \\ untested',
      consents: [
        { patient: 'proband', consentId: 'incidental-findings', answer: true },
        { patient: 'proband', consentId: 'research', answer: false },
        { patient: 'relative-1', consentId: 'research', answer: true },
        { patient: 'relative-1', consentId: 'new-york', answer: null },
      ],
      payment: {
        ...blankPayment(),
        billingType: 'Insurance',
        insurance: {
          ...blankPayment().insurance,
          company: 'Tidewater Mutual',
          kind: 'Commercial',
          memberId: 'TM-100200',
          groupNumber: 'G-9',
          holderRelationship: 'Self',
        },
      },
      recipients: [{ name: 'Dr. Tomas Quill', fax: '+1 555 010 0111', email: '' }],
    },
  }
}

/** An add-on test on the specimen of order 4700, under its existing laboratory number. */
export function sampleAddOn(orderId = 4712): LaboratoryOrder {
  const order = sampleOrder(orderId)
  const addOn = { orderId: 4700, sampleId: 500_001, labNumber: '26-104417', kind: 'reflex' as const }
  return {
    ...order,
    document: { ...order.document, addOn, samples: [] },
    existing: {
      orderId: 4700,
      sampleKey: 's1',
      type: 'Blood',
      dateOfCollection: '2026-02-20',
      newLaboratoryNumber: false,
    },
  }
}

/** The request to cancel that order. */
export function sampleCancellation(orderId = 4711, controlId = `CA${orderId}-1`): LaboratoryCancellation {
  const { institution, document } = sampleOrder(orderId)
  return {
    ...{ orderId, controlId, institution, document },
    askedAt: new Date('2026-03-13T08:00:00Z'),
    askedBy: { npi: '1234567893', firstName: 'Maren', lastName: 'Oduya' },
    laboratoryNumber: null,
    type: 'Order',
    reason: 'Ordered twice | by mistake',
  }
}

/** An addition to that order, still empty. */
export function sampleChange(orderId = 4711, controlId = `XO${orderId}-1`): LaboratoryChange {
  const { institution, document } = sampleOrder(orderId)
  return {
    ...{ orderId, controlId, institution, document, answer: null, specimen: null },
    at: new Date('2026-03-14T09:00:00Z'),
    by: { npi: '1234567893', firstName: 'Maren', lastName: 'Oduya' },
    laboratoryNumber: '26-1',
  }
}

import { blankPatient, newOrder } from '#domain/orders/document.ts'
import type { LaboratoryOrder } from '../port.ts'

/** An order as it comes from the portal, of invented people. Each call gives its own copy. */
export function sampleOrder(orderId = 4711): LaboratoryOrder {
  const document = newOrder({ physicianId: 7, firstName: 'Maren', lastName: 'Oduya', npi: '1234567893' })
  return {
    orderId,
    controlId: `K${orderId}-1`,
    submittedAt: new Date('2026-03-12T14:05:07Z'),
    institution: { code: 'HRB', name: 'Harbor & Vale Clinic' },
    tests: [{ code: 'WES01', name: 'Exome, whole' }],
    document: {
      ...document,
      tests: [{ testCode: 'WES01', testName: 'Exome, whole' }],
      addOnTests: [{ testCode: 'MIT02', testName: 'Mitochondrial genome' }],
      patients: [
        {
          ...blankPatient('Proband'),
          firstName: 'Linh',
          lastName: 'Nguyễn',
          dateOfBirth: '2019-03-14',
          sex: 'Female',
          ethnicities: ['Asian'],
          recordNumber: 'MRN^88',
          phone: '+1 555 010 0199',
          email: 'family@example.test',
          address: {
            addressLine1: '1 Quay St',
            addressLine2: '',
            city: 'Larkfield',
            state: 'ME',
            postalCode: '04001',
          },
        },
        {
          ...blankPatient('Mother'),
          firstName: 'Mai',
          lastName: 'Nguyễn',
          dateOfBirth: '1990-07-01',
          sex: 'Female',
        },
      ],
      samples: [
        { patient: 0, specimenType: 'Blood', dateOfCollection: '2026-03-11' },
        { patient: 1, specimenType: 'Buccal Swab', dateOfCollection: '' },
      ],
      indicationsForTesting: [{ code: 'G40.909', description: 'Epilepsy | unspecified' }],
      clinicalNotes: 'Seizures since 2 months\nMother & aunt ~ affected \\ untested',
      consents: [
        { consentId: 'incidental-findings', answer: true },
        { consentId: 'research', answer: false },
        { consentId: 'new-york', answer: null },
      ],
      payment: {
        billingType: 'Insurance',
        paymentMethod: 'None',
        insurance: {
          company: 'Tidewater Mutual',
          memberId: 'TM-100200',
          groupNumber: 'G-9',
          holderRelationship: 'Self',
          holderFirstName: '',
          holderLastName: '',
          holderDateOfBirth: '',
        },
      },
      recipients: [{ name: 'Dr. Tomas Quill', fax: '+1 555 010 0111', email: '' }],
    },
  }
}

import { blankPatient, newOrder, type OrderDocument, type Patient } from '../document.ts'
import type { OrderableTest } from '../readiness.ts'

/** A Friday. */
export const TODAY = '2026-11-20'

const none = { sex: '', consents: [] } as const

/** Invented tests: an exome, a microarray, one for girls, one for boys. */
export const CATALOGUE: readonly OrderableTest[] = [
  {
    code: '1600',
    testName: 'Exome',
    specimens: ['Blood', 'Saliva', 'Extracted DNA', 'Amniotic Fluid', 'CVS', 'Fetal Blood'],
    sex: '',
    consents: [
      { id: 'testing', title: 'Consent for genetic testing', required: true },
      { id: 'secondary-findings', title: 'Secondary findings', required: true },
      { id: 'new-york', title: 'Samples from New York State', required: false },
    ],
  },
  { ...none, code: '1700', testName: 'Microarray', specimens: ['Blood', 'CVS'] },
  { ...none, code: '2008', testName: 'Fragile X carrier', specimens: ['Blood'], sex: 'Female' },
  { ...none, code: '2009', testName: 'Fragile X of boys', specimens: ['Blood'], sex: 'Male' },
]

/** An order of invented people that needs nothing more. Each call gives its own copy. */
export function completeOrder(): OrderDocument {
  return {
    ...newOrder({ physicianId: 7, firstName: 'Maren', lastName: 'Oduya', npi: '1234567893' }),
    tests: [{ testCode: '1600', testName: 'Exome' }],
    patients: [
      {
        ...blankPatient('Proband'),
        firstName: 'Linh',
        lastName: 'Nguyễn',
        dateOfBirth: '2019-03-14',
        sex: 'Female',
        address: { ...blankPatient('Proband').address, state: 'Ohio', postalCode: '43215' },
      },
    ],
    samples: [{ patient: 0, specimenType: 'Blood', dateOfCollection: '2026-11-18' }],
    indicationsForTesting: [{ code: 'G40.309', description: 'Generalized epilepsy' }],
    consents: [
      { consentId: 'testing', answer: true },
      { consentId: 'secondary-findings', answer: false },
    ],
    payment: { ...newOrder().payment, billingType: 'Intitutional' },
  }
}

export const MOTHER: Patient = {
  ...blankPatient('Mother'),
  firstName: 'Mai',
  lastName: 'Nguyễn',
  dateOfBirth: '1990-07-01',
  sex: 'Female',
}

/** A copy with the value at each JSON pointer put in. The caller answers for the shape. */
export function withChanges(document: OrderDocument, changes: Record<string, unknown>): OrderDocument {
  const copy = structuredClone(document)
  for (const [pointer, value] of Object.entries(changes)) {
    const keys = pointer.split('/').slice(1)
    const last = keys.pop() ?? ''
    const place = keys.reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], copy)
    ;(place as Record<string, unknown>)[last] = structuredClone(value)
  }
  return copy
}

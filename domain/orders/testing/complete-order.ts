import type { StateRule } from '../../consent/law.ts'
import { PREGNANCY, TRANSPLANT } from '../../questions/testing/questionnaires.ts'
import {
  blankPatient,
  blankSample,
  blankTest,
  newOrder,
  type OrderDocument,
  type Patient,
  PROBAND,
  type Sample,
} from '../document.ts'
import type { EarlierOrder, OrderableTest, RuleContext } from '../rule-context.ts'

/** A Friday. */
export const TODAY = '2026-11-20'

const none: Omit<OrderableTest, 'code' | 'testName' | 'specimens'> = {
  ...{ sex: '', genes: [], geneChoice: 'all', relatives: 0, consents: [], needs: [] },
}

/** Invented tests; their names say what each is for. */
export const CATALOGUE: readonly OrderableTest[] = [
  {
    ...none,
    ...{ code: '1600', testName: 'Exome' },
    specimens: ['Blood', 'Saliva', 'Extracted DNA', 'Amniotic Fluid', 'CVS', 'Fetal Blood', 'Fresh Tissue'],
    genes: ['SCN1A', 'MECP2', 'CFTR'],
    consents: [
      { id: 'testing', title: 'Consent for genetic testing', required: true },
      { id: 'secondary-findings', title: 'Secondary findings', required: true },
      { id: 'new-york', title: 'Samples from New York State', required: false },
    ],
  },
  { ...none, code: '1700', testName: 'Microarray', specimens: ['Blood', 'CVS'] },
  { ...none, code: '2008', testName: 'Fragile X carrier', specimens: ['Blood'], sex: 'Female' },
  { ...none, code: '2009', testName: 'Fragile X of boys', specimens: ['Blood'], sex: 'Male' },
  { ...none, code: '1603', testName: 'Exome trio', specimens: ['Blood', 'Saliva'], relatives: 2 },
  { ...none, code: '1602', testName: 'Exome duo', specimens: ['Blood', 'Saliva'], relatives: 1 },
  {
    ...none,
    ...{ code: '3001', testName: 'Single gene', specimens: ['Blood'], geneChoice: 'one' },
    genes: ['SCN1A', 'KCNQ2'],
  },
  {
    ...none,
    ...{ code: '3002', testName: 'Custom panel', specimens: ['Blood'], geneChoice: 'some' },
    genes: ['SCN1A', 'KCNQ2', 'BRCA1', 'BRCA2'],
  },
  { ...none, code: '3003', testName: 'Any gene', specimens: ['Blood'], geneChoice: 'one' },
  { ...none, code: '4001', testName: 'Epilepsy', specimens: ['Blood'], genes: ['SCN1A', 'KCNQ2', 'CDKL5'] },
  { ...none, code: '4002', testName: 'Seizures', specimens: ['Blood'], genes: ['SCN1A', 'KCNQ2', 'X', 'Y'] },
  { ...none, code: '4003', testName: 'SCN1A alone', specimens: ['Blood'], genes: ['SCN1A'] },
  {
    ...none,
    ...{ code: '5001', testName: 'Known variant', specimens: ['Blood'] },
    needs: ['priorTesting', 'imaging', 'familyHistory', 'familyTesting', 'notes'],
  },
  {
    ...none,
    ...{ code: '6001', testName: 'Prenatal microarray', specimens: ['CVS', 'Amniotic Fluid', 'Blood'] },
    questionnaires: [PREGNANCY, TRANSPLANT],
  },
]

/** A state's rule of the invented laboratory, in force for long. */
export const stateRuleOf = (
  state: string,
  rule: StateRule['rule'],
  more: Partial<StateRule> = {},
): StateRule => ({
  ...{ state, rule, value: '', consent: '', validFrom: '2000-01-01', validTo: null },
  ...more,
})

/** No earlier orders, and no objection to the provider. */
export const CONTEXT: RuleContext = {
  tests: CATALOGUE,
  today: TODAY,
  institutionState: 'OH',
  consentLaw: { states: [stateRuleOf('NY', 'consent', { consent: 'new-york' })], conflicts: [] },
  history: [],
  provider: { npi: '1234567893', nameRefusal: null, geneticCounselor: false },
  submitter: null,
}

export const earlier = (more: Partial<EarlierOrder> = {}): EarlierOrder => ({
  ...{ id: 41, patient: PROBAND, tests: [{ code: '1600', testName: 'Exome', genes: [] }] },
  ...{ displayStatus: 'En Route', reported: false, orderedOn: '2026-03-03' },
  ...more,
})

/** A complete order of invented people. Each call returns its own copy. */
export function completeOrder(): OrderDocument {
  const patient = blankPatient('Proband', PROBAND)
  return {
    ...newOrder({ physicianId: 7, firstName: 'Maren', lastName: 'Oduya', npi: '1234567893' }),
    tests: [blankTest('1600', 'Exome')],
    patients: [
      {
        ...patient,
        ...{ firstName: 'Linh', lastName: 'Nguyễn', dateOfBirth: '2019-03-14', sex: 'Female' as const },
        addresses: patient.addresses.map((one) => ({ ...one, state: 'Ohio', postalCode: '43215' })),
      },
    ],
    samples: [sampleOf(PROBAND, 's1', { dateOfCollection: '2026-11-18' })],
    indicationsForTesting: [{ code: 'G40.309', description: 'Generalized epilepsy' }],
    consents: [
      { patient: PROBAND, consentId: 'testing', answer: true, reviewed: true },
      { patient: PROBAND, consentId: 'secondary-findings', answer: false, reviewed: true },
    ],
    payment: { ...newOrder().payment, billingType: 'Intitutional' },
  }
}

/** Blood by default. */
export function sampleOf(patient: string, key: string, more: Partial<Sample> = {}): Sample {
  return { ...blankSample(patient, key), specimenType: 'Blood', ...more }
}

const MOM = 'relative-1'
export const MOTHER: Patient = {
  ...blankPatient('Mother', MOM),
  ...{
    firstName: 'Mai',
    lastName: 'Nguyễn',
    dateOfBirth: '1990-07-01',
    sex: 'Female',
    affected: 'Unaffected',
  },
}
export const FATHER: Patient = {
  ...blankPatient('Father', 'relative-2'),
  ...{ firstName: 'Bao', lastName: 'Nguyễn', dateOfBirth: '1988-02-29', sex: 'Male', affected: 'Unknown' },
}

/** Changes that add a mother with a specimen and consents. */
export const TESTED_MOTHER: Record<string, unknown> = {
  '/patients/1': MOTHER,
  '/samples/1': sampleOf(MOM, 's2'),
  '/consents/2': { patient: MOM, consentId: 'testing', answer: true, reviewed: true },
  '/consents/3': { patient: MOM, consentId: 'secondary-findings', answer: true, reviewed: true },
}

/** A copy with the value set at each JSON pointer. The test must keep the shape valid. */
export function withChanges(document: OrderDocument, changes: Record<string, unknown>): OrderDocument {
  const copy = structuredClone(document)
  for (const [pointer, value] of Object.entries(changes)) {
    const keys = pointer.split('/').slice(1)
    const last = keys.pop() ?? ''
    const parent = keys.reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], copy)
    ;(parent as Record<string, unknown>)[last] = structuredClone(value)
  }
  return copy
}

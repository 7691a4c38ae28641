import { todayAtLaboratory } from '../../dates/dates.ts'
import type { NpiRecord } from '../../npi/npi-record.ts'
import { registeredNameRefusal } from '../../npi/registered-name.ts'
import { HISTORY } from '../../questions/testing/questionnaires.ts'
import {
  blankPatient,
  blankPayment,
  blankSample,
  blankTest,
  newOrder,
  type OrderDocument,
  PROBAND,
} from '../document.ts'
import type { OrderableTest, RuleContext } from '../rule-context.ts'

/** An order without open points. Each call returns its own copy. */
export function goodOrder(): OrderDocument {
  const patient = blankPatient('Proband', PROBAND)
  const home = { addressLine1: '7 Willow Lane', city: 'Springvale', state: 'IL', postalCode: '60601' }
  return {
    ...newOrder({ physicianId: null, firstName: 'Ada', lastName: 'Okafor', npi: '1234567893' }),
    tests: [blankTest('WES1', 'Whole Exome')],
    patients: [
      {
        ...patient,
        ...{ firstName: 'Linh', lastName: 'Nguyễn', dateOfBirth: '2019-03-14', sex: 'Female' as const },
        recordNumber: 'MRN-1001',
        addresses: patient.addresses.map((address) => ({ ...address, ...home })),
      },
    ],
    samples: [{ ...blankSample(PROBAND, 's1'), specimenType: 'Blood' }],
    indicationsForTesting: [{ code: 'G40.309', description: 'Generalized idiopathic epilepsy' }],
    consents: answersOf(PROBAND),
    payment: { ...blankPayment(), billingType: 'Intitutional' },
  }
}

/** A person's answers to the consent questions of its test. */
export function answersOf(patient: string) {
  return [
    { patient, consentId: 'testing', answer: true, reviewed: true },
    { patient, consentId: 'research', answer: false, reviewed: true },
  ]
}

const WHOLE_EXOME: OrderableTest = {
  ...{ code: 'WES1', testName: 'Whole Exome', specimens: ['Blood', 'Saliva'], sex: '', relatives: 0 },
  ...{ genes: ['SCN1A', 'MECP2', 'CFTR'], geneChoice: 'all', needs: [] },
  consents: [
    { id: 'testing', title: 'Consent for genetic testing', required: true },
    { id: 'research', title: 'Research', required: false },
  ],
  questionnaires: [HISTORY],
}

const EPILEPSY: OrderableTest = {
  ...WHOLE_EXOME,
  ...{ code: 'EPI2', testName: 'Epilepsy Panel', genes: ['SCN1A', 'KCNQ2'], questionnaires: [] },
}

const registered: NpiRecord = {
  ...{ npi: '1234567893', kind: 'person', firstName: 'Ada', middleName: '', lastName: 'Okafor' },
  ...{ otherNames: [], credential: 'MD', active: true, taxonomies: [], city: '', state: '' },
}
const REGISTRY: readonly NpiRecord[] = [
  registered,
  { ...registered, npi: '1000000012', firstName: 'Zoë', middleName: 'Marit', lastName: 'Ramnefjell' },
  { ...registered, npi: '1000000020', active: false },
  { ...registered, npi: '1000000038', kind: 'organization' },
]

/** The rule context that the server of that world gives for a document without earlier orders. */
export function testContext(document: OrderDocument): RuleContext {
  const { npi } = document.orderingProvider
  const record = REGISTRY.find((one) => one.npi === npi)
  return {
    tests: [WHOLE_EXOME, EPILEPSY],
    today: todayAtLaboratory(new Date()),
    institutionState: 'IL',
    history: [],
    provider: record
      ? {
          npi,
          nameRefusal: registeredNameRefusal(document.orderingProvider, record),
          geneticCounselor: false,
        }
      : null,
    submitter: { npi: '1234567893', delegated: false },
  }
}

import type { BillingType, PaymentMethod, Relationship, Sex, SpecimenType } from '../lookups.ts'

/** One test wanted in an order. `testCode` is the laboratory's catalogue code; '' while none is chosen. */
export interface OrderedTest {
  testCode: string
  testName: string
}

/** A person of the order. The first of `patients` is the proband (specification §3, Patient). */
export interface Patient {
  relationship: Relationship
  firstName: string
  lastName: string
  /** ISO date, `2019-03-14`, or '' while unknown. What was typed is kept even when it is no date yet. */
  dateOfBirth: string
  sex: Sex | ''
  ethnicities: string[]
  /** The clinic's own record number (MRN). */
  recordNumber: string
  email: string
  phone: string
  address: PostalAddress
}

export interface PostalAddress {
  addressLine1: string
  addressLine2: string
  city: string
  state: string
  postalCode: string
}

/** A specimen of one person: `patient` is the index in `patients`. */
export interface Sample {
  patient: number
  specimenType: SpecimenType | ''
  /** ISO date or ''. */
  dateOfCollection: string
}

/** Why the test is done: ICD-10-CM code and words. */
export interface Indication {
  code: string
  description: string
}

/** The answer to one consent question of the catalogue; null is unanswered. */
export interface ConsentAnswer {
  consentId: string
  answer: boolean | null
}

export interface Insurance {
  company: string
  memberId: string
  groupNumber: string
  /** Who holds the policy, as seen from the patient. */
  holderRelationship: 'Self' | 'Spouse' | 'Child' | 'Other' | ''
  holderFirstName: string
  holderLastName: string
  holderDateOfBirth: string
}

export interface Payment {
  billingType: BillingType | ''
  paymentMethod: PaymentMethod
  insurance: Insurance
}

/** The clinician who orders, responsible for the order; `physicianId` is null while none is chosen. */
export interface OrderingProvider {
  physicianId: number | null
  firstName: string
  lastName: string
  npi: string
}

/** Somebody besides the ordering provider who is sent the report. */
export interface Recipient {
  name: string
  fax: string
  email: string
}

/** A collection kit wanted with the order. */
export interface KitWish {
  kitType: string
  quantity: number
}

/**
 * The content of an order form: one JSON document with a version (design §5). Names follow the
 * specification's §3 "New order defaults".
 */
export interface OrderDocument {
  tests: OrderedTest[]
  addOnTests: OrderedTest[]
  patients: Patient[]
  samples: Sample[]
  indicationsForTesting: Indication[]
  clinicalNotes: string
  consents: ConsentAnswer[]
  payment: Payment
  orderingProvider: OrderingProvider
  recipients: Recipient[]
  kits: KitWish[]
  isVOB: boolean
}

export function blankPatient(relationship: Relationship): Patient {
  return {
    relationship,
    firstName: '',
    lastName: '',
    dateOfBirth: '',
    sex: '',
    ethnicities: [],
    recordNumber: '',
    email: '',
    phone: '',
    address: { addressLine1: '', addressLine2: '', city: '', state: '', postalCode: '' },
  }
}

/** A new order: one blank test, one blank patient, one blank sample (specification §3, ENT-04). */
export function newOrder(provider?: OrderingProvider): OrderDocument {
  return {
    tests: [{ testCode: '', testName: '' }],
    addOnTests: [],
    patients: [blankPatient('Proband')],
    samples: [{ patient: 0, specimenType: '', dateOfCollection: '' }],
    indicationsForTesting: [],
    clinicalNotes: '',
    consents: [],
    payment: {
      billingType: '',
      paymentMethod: 'None',
      insurance: {
        company: '',
        memberId: '',
        groupNumber: '',
        holderRelationship: '',
        holderFirstName: '',
        holderLastName: '',
        holderDateOfBirth: '',
      },
    },
    orderingProvider: provider ?? { physicianId: null, firstName: '', lastName: '', npi: '' },
    recipients: [],
    kits: [],
    isVOB: false,
  }
}

import type { ConsentRecord } from '../consent/record.ts'
import type {
  AddressType,
  BillingType,
  ContactReference,
  ContactType,
  Country,
  InsuranceKind,
  KitType,
  PaymentMethod,
  PreferredContact,
  Relationship,
  Sex,
  YesNo,
} from '../lookups.ts'
import type { BloodHistory, SpecimenDetails } from '../specimens/details.ts'
import type { Answer } from './answers.ts'
import type { FamilyHistory, FamilyTestingRequest, Imaging, PriorTesting } from './clinical-history.ts'
import type { Deceased } from './deceased.ts'
import type { Guardian } from './guardian.ts'
import type { Kinship, Parentage } from './kinship.ts'
import type { KnownVariant } from './known-variants.ts'
import type { Feature } from './phenotype.ts'
import type { ContaminationCheck, Pregnancy } from './pregnancy.ts'
import type { OrderPriority } from './priority.ts'
import type { Ancestry, RaceAndEthnicity } from './race-and-ancestry.ts'
import type { SexAndGender } from './sex-and-gender.ts'
import type { UrgentContact } from './urgent-contact.ts'

/**
 * Refers to a person: the `key` of a patient or of a fetus of the order. Keys never change, whoever is added
 * or removed.
 */
export type PatientKey = string
export const PROBAND: PatientKey = 'proband'

/** One ordered test. `testCode` is the laboratory's catalogue code; '' until one is chosen. */
export interface OrderedTest {
  testCode: string
  testName: string
  /** The code by which it was chosen, if different: a display code or a client's own code; otherwise ''. */
  displayCode: string
  /**
   * The genes chosen for a single-gene test or a custom panel; empty if all of the test's genes are meant.
   */
  genes: string[]
  /** The saved custom panel whose genes these are; null for none. */
  customPanelId: number | null
}

/** Specification §3, Address. The one of type Primary is the patient's home. */
export interface PatientAddress {
  type: AddressType
  addressLine1: string
  addressLine2: string
  city: string
  state: string
  postalCode: string
  country: Country
  /** ISO 3166-1, two letters, if `country` is Other. Left out if not known. */
  otherCountry?: string | undefined
}

/** Specification §3, Patient: a contact. A patient has at least one Phone and one Email contact. */
export interface Contact {
  type: ContactType
  reference: ContactReference
  value: string
}

/**
 * A person of the order. The first of `patients` is the proband (specification §3, Patient); if a fetus or a
 * loss is tested, its mother (subject.ts).
 */
export interface Patient {
  key: PatientKey
  relationship: Relationship
  /** Whether a relative has the condition the proband is tested for. */
  affected: 'Affected' | 'Unaffected' | 'Unknown' | ''
  firstName: string
  lastName: string
  /** ISO date, `2019-03-14`, or '' if unknown. Text that is not a valid date yet is kept as typed. */
  dateOfBirth: string
  /** As recorded by the insurer or the registry. */
  sex: Sex | ''
  /** Left out, like the next two parts, until one of its fields is answered. */
  sexAndGender?: SexAndGender
  raceAndEthnicity?: RaceAndEthnicity
  ancestry?: Ancestry
  ethnicities: string[]
  /** The clinic's own record number (MRN). */
  recordNumber: string
  addresses: PatientAddress[]
  contacts: Contact[]
  preferredContact: PreferredContact | ''
  /** A relative's own payer; null: billed with the order, as the proband always is. */
  payment: Payment | null
  /** Left out for a living person. */
  deceased?: Deceased
  /** Left out: a biological relative, as far as the clinic knows. */
  kinship?: Kinship
  /** Who signs for them; left out if they sign themselves. */
  guardian?: Guardian
  /** Transfusion, transplant, blood cancer; left out until something is answered. */
  bloodHistory?: BloodHistory
}

/** A specimen of one person, with its collection details (specification §3, Collection details). */
export interface Sample extends SpecimenDetails {
  key: string
  patient: PatientKey
  /** One of ours, or of the laboratory's own; '' if it is not chosen yet. */
  specimenType: string
  /** The kind of fresh tissue: products of conception, or villi. */
  tissue: 'POC' | 'Villi' | ''
  /** How chorionic villi were collected: transabdominal or transcervical. */
  approach: 'TA' | 'TC' | ''
  /** ISO date or ''. */
  dateOfCollection: string
  /** Who counseled the patient, or collected the specimen. */
  counselor: string
  /** Whether an additional culture is to be kept. */
  additionalCulture: YesNo
  /** The laboratory that forwards it, if it does not come from the clinic. */
  labFrom: string
  /** Whether the person or the specimen was tested here before. */
  priorTestPerformed: YesNo
  /** The laboratory's own number of the family, if it has one. */
  bgFamilyNumber: string
  /** Of a fetal specimen: the check for its mother's cells. Left out until it is planned. */
  contamination?: ContaminationCheck
}

/** The reason for the test: ICD-10-CM code and description. */
export interface Indication {
  code: string
  description: string
}

/** One person's answer to one of the catalogue's consent questions; null is unanswered. */
export interface ConsentAnswer {
  patient: PatientKey
  consentId: string
  answer: boolean | null
  /** False: the form pre-filled this answer, and nobody has reviewed it. Left out: the sender gave it. */
  reviewed?: boolean
  /** The version of the text that was signed. Left out: the one in use on the day of the signature. */
  version?: string
}

export interface Insurance {
  company: string
  kind: InsuranceKind | ''
  memberId: string
  groupNumber: string
  /**
   * The patient's relationship to the policy holder: the holder's child, for example. Other if the holder is
   * the patient's child.
   */
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

/** The clinician responsible for the order; `physicianId` is null until one is chosen. */
export interface OrderingProvider {
  physicianId: number | null
  firstName: string
  lastName: string
  npi: string
}

/** A recipient of the report in addition to the ordering provider. */
export interface Recipient {
  name: string
  fax: string
  email: string
}

/** A collection kit requested with the order. */
export interface KitWish {
  kitType: KitType
  quantity: number
}

/** An additional test on a specimen that the laboratory already has. */
export interface AddOn {
  orderId: number
  sampleId: number
  /** The laboratory number it is added to. */
  labNumber: string
  kind: 'add-on' | 'reflex' | 'reanalysis'
}

/** The reason for overriding a warning; `key` is the warning's (points.ts). */
export interface Override {
  key: string
  reason: string
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
  priorTesting: PriorTesting
  imaging: Imaging[]
  familyHistory: FamilyHistory
  familyTestingRequest: FamilyTestingRequest
  consents: ConsentAnswer[]
  /** How people's consents were given. Left out, or without a person: the submitter attests the consent. */
  consentRecords?: ConsentRecord[]
  payment: Payment
  orderingProvider: OrderingProvider
  recipients: Recipient[]
  /** Left out: the institution's own number. */
  urgentContact?: UrgentContact
  /** Left out: routine. */
  priority?: OrderPriority
  kits: KitWish[]
  isVOB: boolean
  /**
   * For an order of a VA hospital: the number of the VA station it is ordered for, such as 636A6. Left out
   * otherwise.
   */
  vaStation?: string | undefined
  /** The pregnancy of the first patient, with the fetuses or losses that are tested. */
  pregnancy?: Pregnancy
  /** The genetic parents of those who are tested, if given. */
  parentage?: Parentage
  /** Answers to the laboratory's own questions. Left out if there are none. */
  answers?: Answer[] | undefined
  /** The variants known in the family, or found in the patient before. Left out if there are none. */
  knownVariants?: KnownVariant[]
  /** What was found in those tested and their relatives, as HPO terms. Left out if there is nothing. */
  phenotype?: Feature[]
  addOn: AddOn | null
  /**
   * For an add-on: reported under a laboratory number of its own. Beside `addOn`, and not in it: which specimen it is on
   * cannot be patched (KARYO_INVALID_PATCH_PATHS), this can. Left out: reported under the number it is added to.
   */
  assignNewLabNumber?: boolean
  overrides: Override[]
}

export function blankTest(testCode = '', testName = '', displayCode = ''): OrderedTest {
  return { testCode, testName, displayCode, genes: [], customPanelId: null }
}

/** With one Primary address, a Phone and an Email contact, with reference Home by default (§3, Patient). */
export function blankPatient(relationship: Relationship, key: PatientKey): Patient {
  return {
    key,
    relationship,
    affected: '',
    firstName: '',
    lastName: '',
    dateOfBirth: '',
    sex: '',
    ethnicities: [],
    recordNumber: '',
    addresses: [
      {
        type: 'Primary',
        addressLine1: '',
        addressLine2: '',
        city: '',
        state: '',
        postalCode: '',
        country: 'USA',
      },
    ],
    contacts: [
      { type: 'Phone', reference: 'Home', value: '' },
      { type: 'Email', reference: 'Home', value: '' },
    ],
    preferredContact: '',
    payment: null,
  }
}

export function blankSample(patient: PatientKey, key: string): Sample {
  return {
    key,
    patient,
    specimenType: '',
    tissue: '',
    approach: '',
    dateOfCollection: '',
    counselor: '',
    additionalCulture: '',
    labFrom: '',
    priorTestPerformed: '',
    bgFamilyNumber: '',
  }
}

export function blankPayment(): Payment {
  return {
    billingType: '',
    paymentMethod: 'None',
    insurance: {
      company: '',
      kind: '',
      memberId: '',
      groupNumber: '',
      holderRelationship: '',
      holderFirstName: '',
      holderLastName: '',
      holderDateOfBirth: '',
    },
  }
}

/** A new order: one blank test, one blank patient, one blank sample (specification §3, ENT-04). */
export function newOrder(provider?: OrderingProvider): OrderDocument {
  return {
    tests: [blankTest()],
    addOnTests: [],
    patients: [blankPatient('Proband', PROBAND)],
    samples: [blankSample(PROBAND, 's1')],
    indicationsForTesting: [],
    clinicalNotes: '',
    priorTesting: {
      performed: '',
      performingLab: '',
      laboratoryName: '',
      aneuploidyFish: '',
      chromosomalMicroarrayAnalysis: '',
      chromosomsAndKaryotype: '',
      maternalSerumScreening: '',
      nonInvasivePrenatalScreening: '',
      other: '',
      detailForAbnormalResult: '',
    },
    imaging: [],
    familyHistory: { familyHistoryOfDiseaseBeingTested: '', diagnoses: [] },
    familyTestingRequest: {
      targetSequencing: false,
      targetSequencingData: {
        testCode: '',
        gene: '',
        variant: '',
        probandLastName: '',
        probandFirstName: '',
        relationshipToProband: '',
        dateOfBirth: '',
        testingLocation: { name: '' },
        labNumber: '',
        familyNumber: '',
      },
      fullGeneSequencing: false,
      deletionDuplicationAnalysis: false,
    },
    consents: [],
    payment: blankPayment(),
    orderingProvider: provider ?? { physicianId: null, firstName: '', lastName: '', npi: '' },
    recipients: [],
    kits: [],
    isVOB: false,
    addOn: null,
    overrides: [],
  }
}

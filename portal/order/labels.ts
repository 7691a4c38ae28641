import type { TestSummary } from '#contract/catalogue.ts'
import type { BillingType, PaymentMethod } from '#domain/lookups.ts'
import { grouped } from '#domain/text/figures.ts'
import { testTimeInWords } from '#domain/turnaround/words.ts'
import { showDate } from '#ui/dates.ts'
import { VARIANT_LABELS } from './variant-labels.ts'

export const BILLING_LABELS: Record<BillingType, string> = {
  SelfPay: 'Self-pay',
  Intitutional: 'Institution',
  Insurance: 'Insurance',
  DoNotBill: 'Do not bill',
}

export const PAYMENT_METHOD_LABELS: Record<Exclude<PaymentMethod, 'None'>, string> = {
  PayWithSample: 'Payment sent with the specimen',
  BillToPatient: 'Laboratory bills the patient',
}

/** What each member of the document is called on the screen. */
const FIELD_LABELS: Record<string, string> = {
  tests: 'Tests',
  addOnTests: 'Add-on tests',
  overrides: 'Override reasons',
  genes: 'Genes',
  customPanelId: 'Saved panel',
  payment: 'Payment',
  patients: 'Patients',
  firstName: 'First name',
  lastName: 'Last name',
  dateOfBirth: 'Date of birth',
  sex: 'Sex',
  urgentContact: 'Urgent results',
  priority: 'Priority',
  level: 'Priority',
  neededBy: 'Needed by',
  explanation: 'Explanation',
  sexAndGender: 'Sex and gender',
  assignedAtBirth: 'Sex assigned at birth',
  genderIdentity: 'Gender identity',
  genderInOwnWords: 'Gender in the patient’s own words',
  pronouns: 'Pronouns',
  nameToUse: 'Name to use',
  clinicalSex: 'Sex for clinical use in this order',
  clinicalSexComment: 'Context of the sex for clinical use',
  karyotype: 'Known karyotype',
  karyotypeSource: 'Source of the karyotype',
  raceAndEthnicity: 'Race and ethnicity',
  races: 'Race',
  hispanic: 'Hispanic or Latino origin',
  ancestry: 'Ancestry',
  maternal: 'Ancestry, mother’s side',
  paternal: 'Ancestry, father’s side',
  ethnicities: 'Ethnicity',
  recordNumber: 'MRN',
  relationship: 'Relationship',
  affected: 'Affected',
  contacts: 'Contacts',
  email: 'Email',
  phone: 'Phone',
  reference: 'Use',
  value: 'Number or address',
  preferredContact: 'Preferred contact',
  addresses: 'Addresses',
  type: 'Type',
  addressLine1: 'Address',
  addressLine2: 'Address line 2',
  city: 'City',
  state: 'State',
  postalCode: 'ZIP code',
  country: 'Country',
  otherCountry: 'Which country',
  samples: 'Specimens',
  specimenType: 'Specimen type',
  dateOfCollection: 'Date of collection',
  tissue: 'Tissue',
  approach: 'Approach',
  counselor: 'Counselor',
  additionalCulture: 'Additional culture',
  labFrom: 'Sending laboratory',
  priorTestPerformed: 'Prior testing at this laboratory',
  bgFamilyNumber: 'Family number',
  role: 'Role',
  additive: 'Additive',
  condition: 'Condition',
  amount: 'Amount',
  amountUnit: 'Unit',
  tubes: 'Tubes',
  site: 'Site',
  side: 'Side',
  collectionMethod: 'Collection method',
  timeOfCollection: 'Time of collection',
  timeZone: 'Time zone',
  isEstimated: 'Date of collection is an estimate',
  collector: 'Collected by',
  arrivesOn: 'Expected arrival',
  parent: 'Made from',
  concentration: 'Concentration (ng/µL)',
  extractedBy: 'Extracted by (laboratory)',
  accreditation: 'Its accreditation (CLIA number or equivalent)',
  tumorPercent: 'Tumor nuclei (%)',
  blockId: 'Block ID',
  fixation: 'Fixation',
  bloodHistory: 'Transfusion, transplant, blood cancer',
  transfusion: 'Transfusion',
  transfusedOn: 'Last transfusion',
  transfusionProduct: 'What was transfused',
  leukoreduced: 'Leukoreduced',
  immunityNormal: 'Normal immune system',
  transplant: 'Transplant',
  transplantedOn: 'Date of transplant',
  transplantDonor: 'Donor or organ',
  bloodCancer: 'Active leukemia or lymphoma',
  indicationsForTesting: 'Indications (ICD-10)',
  clinicalNotes: 'Clinical notes',
  answers: 'Laboratory’s questions',
  priorTesting: 'Prior testing',
  performed: 'Previously tested',
  performingLab: 'Performed by',
  laboratoryName: 'Laboratory name',
  aneuploidyFish: 'Aneuploidy FISH',
  chromosomalMicroarrayAnalysis: 'Microarray (CMA)',
  chromosomsAndKaryotype: 'Karyotype (chromosome analysis)',
  maternalSerumScreening: 'Maternal serum screening',
  nonInvasivePrenatalScreening: 'Noninvasive prenatal screening (NIPS)',
  other: 'Other tests',
  detailForAbnormalResult: 'Details of abnormal results',
  imaging: 'Imaging',
  result: 'Result',
  date: 'Date',
  details: 'Findings',
  familyHistory: 'Family history',
  familyHistoryOfDiseaseBeingTested: 'Family history of the condition being tested?',
  diagnoses: 'Diagnoses in the family',
  relationshipType: 'Side of the family',
  relative: 'Relative',
  diagnosis: 'Diagnosis',
  ageAtDiagnosis: 'Age at diagnosis',
  knownVariants: 'Known familial variants',
  onset: 'Onset',
  severity: 'Severity',
  note: 'Note',
  familyTestingRequest: 'Family testing request',
  targetSequencing: 'Targeted sequencing for a known familial variant',
  targetSequencingData: 'Known familial variant',
  fullGeneSequencing: 'Full gene sequencing',
  deletionDuplicationAnalysis: 'Deletion/duplication analysis',
  testCode: 'Test code',
  gene: 'Gene',
  variant: 'Variant',
  probandLastName: 'Relative’s last name',
  probandFirstName: 'Relative’s first name',
  relationshipToProband: 'Patient’s relationship to this relative',
  testingLocation: 'Laboratory that tested the relative',
  labNumber: 'Lab number',
  familyNumber: 'Family number',
  consents: 'Consents',
  answer: 'Consent answer',
  reviewed: 'Consents reviewed',
  consentRecords: 'Who signed the consents',
  signer: 'Signed by',
  signerName: 'Signer’s name',
  relation: 'Signer’s relation to the patient',
  evidence: 'Document of authority',
  signsAlone: 'This minor may sign alone',
  signedOn: 'Date signed',
  method: 'How consent was given',
  witness: 'Witness',
  interpreter: 'Interpreter',
  language: 'Language of the form',
  assent: 'Child’s assent',
  billingType: 'Bill to',
  paymentMethod: 'Payment method',
  company: 'Insurance company',
  kind: 'Plan type',
  memberId: 'Member ID',
  groupNumber: 'Group number',
  holderRelationship: 'Patient’s relationship to policyholder',
  holderFirstName: 'Policyholder’s first name',
  holderLastName: 'Policyholder’s last name',
  holderDateOfBirth: 'Policyholder’s date of birth',
  orderingProvider: 'Ordering provider',
  vaStation: 'VA station',
  pregnancy: 'Pregnancy',
  fetuses: 'Fetuses',
  label: 'Label',
  sexByUltrasound: 'Sex by ultrasound',
  nuchalTranslucency: 'Nuchal translucency (mm)',
  outcome: 'Pregnancy',
  dueDate: 'Due date',
  dating: 'Dated by',
  lastPeriodOn: 'First day of last period',
  ultrasoundOn: 'Date of ultrasound',
  crownRumpLength: 'Crown–rump length (mm)',
  transferOn: 'Date of transfer',
  embryoDay: 'Age of embryo (days)',
  statedAge: 'Gestational age as stated',
  statedOn: 'On',
  fetusCount: 'Number of fetuses',
  chorionicity: 'Chorionicity',
  vanishedTwin: 'Vanished twin',
  conception: 'Conception',
  eggProvider: 'Egg from',
  spermProvider: 'Sperm from',
  carriedBy: 'Carried by',
  eggProviderAge: 'Age of egg provider',
  endedOn: 'Day the pregnancy ended',
  ending: 'How it ended',
  contamination: 'Check for maternal cells',
  contaminationPlan: 'Check for maternal cells',
  maternalNumber: 'Laboratory’s number',
  contaminationReason: 'Why it is not needed',
  deceased: 'Death',
  deathPrecision: 'Date of death known',
  dateOfDeath: 'Date of death',
  causeOfDeath: 'Cause of death',
  authorizedBy: 'Test authorized by',
  authorizedAs: 'Authorized as',
  authorityDocument: 'Document',
  kinship: 'Kind of relation',
  kinshipKind: 'Kind of relation',
  familySide: 'Side of the family',
  twin: 'Twin of the patient',
  parentage: 'Genetic parents',
  geneticMother: 'Genetic mother',
  geneticFather: 'Genetic father',
  parentsRelated: 'Parents related to each other',
  parentsRelation: 'How they are related',
  guardian: 'Who signs',
  signingReason: 'Reason',
  authority: 'Authority',
  authorityEvidence: 'Document or explanation',
  guardianPhone: 'Phone',
  recipients: 'Recipients',
  name: 'Name',
  fax: 'Fax',
  kits: 'Requested kits',
  kitType: 'Kit',
  quantity: 'Quantity',
}

/** The words for the field at a JSON pointer: those of its last name. */
export function labelOf(path: string): string {
  const name = path.split('/').findLast((key) => key !== '' && !/^\d+$/.test(key))
  const ofVariant = path.startsWith('/knownVariants/') ? VARIANT_LABELS[name ?? ''] : undefined
  return ofVariant ?? FIELD_LABELS[name ?? ''] ?? name ?? ''
}

/** A value of the document in words, whatever its shape. */
export function valueInWords(value: unknown): string {
  if (typeof value === 'string') return value === '' ? 'empty' : showDate(value)
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(valueInWords).join('; ')
  if (typeof value === 'object' && value !== null)
    return Object.values(value)
      .filter((part) => part !== '' && part !== null)
      .map(valueInWords)
      .join(' ')
  return value === null || value === undefined ? 'empty' : String(value)
}

/** The code people know the test by (specification §3: an empty or 'none' display code shows the raw one). */
export function visibleCodeOf(test: Pick<TestSummary, 'code' | 'displayTestCode'>): string {
  return test.displayTestCode === '' || test.displayTestCode.toLowerCase() === 'none'
    ? test.code
    : test.displayTestCode
}

export function genesInWords(count: number): string {
  return count === 1 ? '1 gene' : `${grouped(count)} genes`
}

/** A test in one line of a list: code, genes, time, and for whom it is if not for anybody. */
export function testInOneLine(test: TestSummary): string {
  const { geneCount, offeredFor } = test
  return [visibleCodeOf(test), genesInWords(geneCount), testTimeInWords(test), offeredFor]
    .filter(Boolean)
    .join(' · ')
}

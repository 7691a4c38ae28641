import fc from 'fast-check'
import { ASSENTS, CONSENT_METHODS, CONSENT_SIGNERS } from '../../consent/record.ts'
import {
  ADDRESS_TYPES,
  AFFECTED,
  APPROACHES,
  BILLING_TYPES,
  CONTACT_REFERENCES,
  CONTACT_TYPES,
  COUNTRIES,
  FAMILY_RELATIONSHIP_TYPES,
  HOLDER_RELATIONSHIPS,
  IMAGING_TYPES,
  INSURANCE_KINDS,
  KIT_TYPES,
  NORMAL_ABNORMAL,
  PAYMENT_METHODS,
  PERFORMING_LABS,
  PREFERRED_CONTACTS,
  RELATIONSHIPS,
  SEXES,
  SPECIMEN_TYPES,
  TISSUES,
  YES_NO,
} from '../../lookups.ts'
import { anyBloodHistory, anySpecimenDetails } from '../../specimens/testing/any-details.ts'
import { needs, requirement } from '../../specimens/testing/requirement.ts'
import type { OrderDocument } from '../document.ts'
import { PRIORITIES, PRIORITY_REASONS } from '../priority.ts'
import { ANCESTRIES, HISPANIC_ANSWERS, RACE_ANSWERS } from '../race-and-ancestry.ts'
import type { EarlierOrder, OrderableTest, RuleContext } from '../rule-context.ts'
import { CLINICAL_SEXES, GENDER_IDENTITIES, SEXES_ASSIGNED_AT_BIRTH } from '../sex-and-gender.ts'
import { anyAnswers } from './any-answers.ts'
import { anyPhenotype } from './any-phenotype.ts'
import {
  anyContamination,
  anyDeceased,
  anyGuardian,
  anyKinship,
  anyParentage,
  anyPregnancy,
} from './any-subject.ts'
import { anyVariants } from './any-variants.ts'
import { CATALOGUE, CONTEXT, TODAY } from './complete-order.ts'

const likely = ['', ' ', '2019-03-14', '2020-01-15', '2026-11-21', '1234567893', 'G40.309', 'NY', 'Linh']
const text = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...likely) },
  fc.string({ unit: 'binary', maxLength: 9 }),
)
const orBlank = <T extends string>(values: readonly T[]) => fc.constantFrom<T | ''>('', ...values)
const list = <T>(item: fc.Arbitrary<T>) => fc.array(item, { maxLength: 4 })
const records = <T extends object>(keys: readonly (keyof T & string)[]) =>
  fc.record(Object.fromEntries(keys.map((key) => [key, text]))) as fc.Arbitrary<Record<keyof T, string>>

const testCode = fc.oneof(fc.constantFrom('', ...CATALOGUE.map((test) => test.code)), text)
const gene = fc.constantFrom('SCN1A', 'KCNQ2', 'CDKL5', 'BRCA1', '')
const personKey = fc.constantFrom('proband', 'relative-1', 'relative-2', 'fetus-1', 'fetus-2', '__proto__')
const sampleKey = fc.constantFrom('s1', 's2', 's3')
const consentId = fc.constantFrom('testing', 'secondary-findings', 'new-york', '__proto__', 'research')
const indicationCode = fc.oneof(fc.constantFrom('G40.309', 'G40.3', 'I42.0'), text)
const result = orBlank(NORMAL_ABNORMAL)
const id = fc.integer({ min: 1, max: 9 })

const orderedTest = fc.record({
  ...{ testCode, testName: text, displayCode: text, genes: list(gene) },
  customPanelId: fc.option(id),
})

const payment = fc.record({
  billingType: orBlank(BILLING_TYPES),
  paymentMethod: fc.constantFrom(...PAYMENT_METHODS),
  insurance: fc.record({
    ...{ company: text, memberId: text, groupNumber: text, kind: orBlank(INSURANCE_KINDS) },
    holderRelationship: orBlank(HOLDER_RELATIONSHIPS),
    ...{ holderFirstName: text, holderLastName: text, holderDateOfBirth: text },
  }),
})

const sexAndGender = fc.record(
  {
    assignedAtBirth: fc.constantFrom(...SEXES_ASSIGNED_AT_BIRTH),
    genderIdentity: fc.constantFrom(...GENDER_IDENTITIES),
    clinicalSex: fc.constantFrom(...CLINICAL_SEXES),
    ...{ genderInOwnWords: text, pronouns: text, nameToUse: text, clinicalSexComment: text },
    ...{ karyotype: text, karyotypeSource: text },
  },
  { requiredKeys: [] },
)
const origins = {
  raceAndEthnicity: fc.record(
    { races: list(fc.constantFrom(...RACE_ANSWERS)), hispanic: fc.constantFrom(...HISPANIC_ANSWERS) },
    { requiredKeys: [] },
  ),
  ancestry: fc.record(
    { maternal: list(fc.constantFrom(...ANCESTRIES)), paternal: list(text) },
    { requiredKeys: [] },
  ),
}

const patientFields = {
  key: personKey,
  relationship: fc.constantFrom(...RELATIONSHIPS),
  affected: orBlank(AFFECTED),
  ...{ firstName: text, lastName: text, dateOfBirth: text, sex: orBlank(SEXES) },
  ...{ ethnicities: list(text), recordNumber: text },
  addresses: list(
    fc.record({
      type: fc.constantFrom(...ADDRESS_TYPES),
      ...{ addressLine1: text, addressLine2: text, city: text, state: text, postalCode: text },
      country: fc.constantFrom(...COUNTRIES),
      otherCountry: fc.constantFrom('', 'DE', 'XQ'),
    }),
  ),
  contacts: list(
    fc.record({
      type: fc.constantFrom(...CONTACT_TYPES),
      reference: fc.constantFrom(...CONTACT_REFERENCES),
      value: text,
    }),
  ),
  preferredContact: orBlank(PREFERRED_CONTACTS),
  payment: fc.option(payment),
}
const patient = fc.record(
  {
    ...{ ...patientFields, deceased: anyDeceased, kinship: anyKinship, guardian: anyGuardian },
    ...{ bloodHistory: anyBloodHistory, sexAndGender },
    ...origins,
  },
  { requiredKeys: Object.keys(patientFields) as (keyof typeof patientFields)[] },
)

const sampleFields = {
  ...{ key: sampleKey, patient: personKey, specimenType: orBlank(SPECIMEN_TYPES) },
  ...{ tissue: orBlank(TISSUES), approach: orBlank(APPROACHES), dateOfCollection: text, counselor: text },
  ...{ additionalCulture: orBlank(YES_NO), labFrom: text, priorTestPerformed: orBlank(YES_NO) },
  bgFamilyNumber: text,
}
const sample = fc.record(
  { ...sampleFields, contamination: anyContamination },
  { requiredKeys: Object.keys(sampleFields) as (keyof typeof sampleFields)[] },
)
const anySample = fc.tuple(sample, anySpecimenDetails).map(([one, details]) => ({ ...one, ...details }))

const familyTestingRequest = fc.record({
  targetSequencing: fc.boolean(),
  targetSequencingData: fc
    .tuple(
      records<OrderDocument['familyTestingRequest']['targetSequencingData']>([
        ...(['testCode', 'gene', 'variant', 'probandLastName', 'probandFirstName'] as const),
        ...(['relationshipToProband', 'dateOfBirth', 'labNumber', 'familyNumber'] as const),
      ]),
      text,
    )
    .map(([data, name]) => ({ ...data, testingLocation: { name } })),
  fullGeneSequencing: fc.boolean(),
  deletionDuplicationAnalysis: fc.boolean(),
})

const consentRecord = fc.record({
  ...{ patient: personKey, signer: orBlank(CONSENT_SIGNERS), method: orBlank(CONSENT_METHODS) },
  ...{ signerName: text, relation: text, evidence: text, signedOn: text, witness: text },
  ...{ language: fc.constantFrom('', 'en', 'es'), interpreter: text, signsAlone: fc.boolean() },
  assent: orBlank(ASSENTS),
})

const documentFields = {
  tests: list(orderedTest),
  addOnTests: list(orderedTest),
  patients: list(patient),
  samples: list(anySample),
  indicationsForTesting: list(fc.record({ code: indicationCode, description: text })),
  clinicalNotes: text,
  priorTesting: fc.record({
    performed: orBlank(YES_NO),
    performingLab: orBlank(PERFORMING_LABS),
    laboratoryName: text,
    ...{ aneuploidyFish: result, chromosomalMicroarrayAnalysis: result, chromosomsAndKaryotype: result },
    ...{ maternalSerumScreening: result, nonInvasivePrenatalScreening: result },
    ...{ other: text, detailForAbnormalResult: text },
  }),
  imaging: list(fc.record({ type: orBlank(IMAGING_TYPES), result, date: text, details: text })),
  familyHistory: fc.record({
    familyHistoryOfDiseaseBeingTested: orBlank(YES_NO),
    diagnoses: list(
      fc.record({
        relationshipType: fc.constantFrom(...FAMILY_RELATIONSHIP_TYPES),
        ...{ relative: text, diagnosis: text, ageAtDiagnosis: text },
      }),
    ),
  }),
  familyTestingRequest,
  consents: list(
    fc.record(
      {
        ...{ patient: personKey, consentId, answer: fc.option(fc.boolean()), reviewed: fc.boolean() },
        version: fc.constantFrom('1', '2'),
      },
      { requiredKeys: ['patient', 'consentId', 'answer', 'reviewed'] },
    ),
  ),
  payment,
  orderingProvider: fc.record({
    ...{ physicianId: fc.option(fc.nat()), firstName: text, lastName: text, npi: text },
  }),
  recipients: list(fc.record({ name: text, fax: text, email: text })),
  urgentContact: fc.record({ name: text, phone: text }, { requiredKeys: [] }),
  priority: fc.record(
    {
      ...{ level: fc.constantFrom(...PRIORITIES), reason: fc.constantFrom(...PRIORITY_REASONS) },
      ...{ explanation: text, neededBy: text },
    },
    { requiredKeys: [] },
  ),
  kits: list(fc.record({ kitType: fc.constantFrom(...KIT_TYPES), quantity: id })),
  isVOB: fc.boolean(),
  addOn: fc.option(
    fc.record({
      ...{ orderId: id, sampleId: id, labNumber: text },
      kind: fc.constantFrom<'add-on' | 'reflex' | 'reanalysis'>('add-on', 'reflex', 'reanalysis'),
    }),
  ),
  overrides: list(fc.record({ key: text, reason: text })),
}

/** Any document that fits the contract's schema: a draft may hold anything. */
export const anyDocument: fc.Arbitrary<OrderDocument> = fc.record(
  {
    ...documentFields,
    consentRecords: list(consentRecord),
    pregnancy: anyPregnancy,
    parentage: anyParentage,
    answers: anyAnswers,
    knownVariants: anyVariants,
    phenotype: anyPhenotype,
    assignNewLabNumber: fc.boolean(),
  },
  { requiredKeys: Object.keys(documentFields) as (keyof typeof documentFields)[] },
)

const earlierOrder: fc.Arbitrary<EarlierOrder> = fc.record({
  ...{ id, patient: personKey, reported: fc.boolean(), displayStatus: text },
  tests: list(fc.record({ code: testCode, testName: text, genes: list(gene) })),
  orderedOn: text,
})

/** The catalogue may say more about a test's specimens. */
const withSpecimenRows = (test: OrderableTest): OrderableTest => ({
  ...test,
  specimenRequirements: [
    requirement({ life: 48, lifeUnit: 'hours', least: 3, unit: 'mL' }),
    requirement({ role: '', additive: 'HEPN', refused: 'Heparin inhibits PCR' }),
    requirement({ role: 'Matched normal', type: 'Saliva', isNeeded: true }),
    requirement({ role: 'Relative', type: 'Buccal Swab', life: 3 }),
  ],
  bloodHistory: needs({ transplant: 'required', transfusionRefused: true }),
})

/** Any context the server may provide. */
export const anyContext: fc.Arbitrary<RuleContext> = fc.record({
  tests: fc
    .tuple(fc.subarray([...CATALOGUE]), fc.boolean())
    .map(([tests, withSpecimens]) => (withSpecimens ? tests.map(withSpecimenRows) : tests)),
  today: fc.constant(TODAY),
  institutionState: fc.constantFrom('', 'NY', 'OH'),
  consentLaw: fc.constantFrom(undefined, CONTEXT.consentLaw),
  attested: fc.constantFrom(undefined, true, false),
  history: list(earlierOrder),
  diagnoses: list(
    fc.record({
      code: indicationCode,
      periods: list(
        fc.record({
          from: fc.constantFrom('', '2026-10-01'),
          until: fc.constantFrom('', '2026-09-30'),
          billable: fc.boolean(),
        }),
      ),
      offered: fc.constantFrom([], [{ code: 'G40.301', description: 'With status epilepticus' }]),
    }),
  ),
  provider: fc.option(
    fc.record({
      npi: fc.constantFrom('', '1234567893'),
      nameRefusal: fc.option(fc.constant('It is somebody else’s')),
      geneticCounselor: fc.boolean(),
    }),
  ),
  submitter: fc.option(fc.record({ npi: text, delegated: fc.boolean() })),
})

import { z } from 'zod'
import { ASSENTS, CONSENT_METHODS, CONSENT_SIGNERS } from '#domain/consent/record.ts'
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
  TISSUES,
  YES_NO,
} from '#domain/lookups.ts'
import type { OrderDocument } from '#domain/orders/document.ts'
import { PRIORITIES, PRIORITY_REASONS } from '#domain/orders/priority.ts'
import { HISPANIC_ANSWERS, RACE_ANSWERS } from '#domain/orders/race-and-ancestry.ts'
import { CLINICAL_SEXES, GENDER_IDENTITIES, SEXES_ASSIGNED_AT_BIRTH } from '#domain/orders/sex-and-gender.ts'
import { phenotypePart } from './order-phenotype.ts'
import * as subjects from './order-subjects.ts'
import { knownVariants } from './order-variants.ts'
import { answers } from './questionnaire.ts'
import { bloodHistory, specimenDetails } from './specimen-details.ts'

const text = (most: number) => z.string().max(most, { error: `At most ${most} characters.` })
const listOf = <T extends z.ZodType>(item: T, most: number) =>
  z.array(item).max(most, { error: `At most ${most} entries.` })
const orBlank = <T extends readonly string[]>(values: T) => z.enum(['', ...values] as ['', ...T])
const key = z.string().min(1).max(40)
const id = z.number().int().positive()

const orderedTest = z.strictObject({
  testCode: text(20),
  testName: text(200),
  displayCode: text(20),
  genes: listOf(text(40), 500),
  customPanelId: id.nullable(),
})

const payment = z.strictObject({
  billingType: orBlank(BILLING_TYPES),
  paymentMethod: z.enum(PAYMENT_METHODS),
  insurance: z.strictObject({
    company: text(255),
    kind: orBlank(INSURANCE_KINDS),
    memberId: text(50),
    groupNumber: text(50),
    holderRelationship: orBlank(HOLDER_RELATIONSHIPS),
    holderFirstName: text(225),
    holderLastName: text(225),
    holderDateOfBirth: text(40),
  }),
})

const sexAndGender = z.strictObject({
  assignedAtBirth: z.enum(SEXES_ASSIGNED_AT_BIRTH).exactOptional(),
  genderIdentity: z.enum(GENDER_IDENTITIES).exactOptional(),
  genderInOwnWords: text(120).exactOptional(),
  pronouns: text(60).exactOptional(),
  nameToUse: text(225).exactOptional(),
  clinicalSex: z.enum(CLINICAL_SEXES).exactOptional(),
  clinicalSexComment: text(500).exactOptional(),
  karyotype: text(120).exactOptional(),
  karyotypeSource: text(200).exactOptional(),
})
const raceAndEthnicity = z.strictObject({
  races: listOf(z.enum(RACE_ANSWERS), 9).exactOptional(),
  hispanic: z.enum(HISPANIC_ANSWERS).exactOptional(),
})
const ancestry = z.strictObject({
  maternal: listOf(text(80), 10).exactOptional(),
  paternal: listOf(text(80), 10).exactOptional(),
})

const patient = z.strictObject({
  key,
  relationship: z.enum(RELATIONSHIPS),
  affected: orBlank(AFFECTED),
  firstName: text(225),
  lastName: text(225),
  dateOfBirth: text(40),
  sex: orBlank(SEXES),
  sexAndGender: sexAndGender.exactOptional(),
  raceAndEthnicity: raceAndEthnicity.exactOptional(),
  ancestry: ancestry.exactOptional(),
  ethnicities: listOf(text(80), 15),
  recordNumber: text(40),
  addresses: listOf(
    z.strictObject({
      type: z.enum(ADDRESS_TYPES),
      addressLine1: text(120),
      addressLine2: text(120),
      city: text(80),
      state: text(40),
      postalCode: text(20),
      country: z.enum(COUNTRIES),
      otherCountry: text(2).optional(),
    }),
    4,
  ),
  contacts: listOf(
    z.strictObject({
      type: z.enum(CONTACT_TYPES),
      reference: z.enum(CONTACT_REFERENCES),
      value: text(254),
    }),
    10,
  ),
  preferredContact: orBlank(PREFERRED_CONTACTS),
  payment: payment.nullable(),
  deceased: subjects.deceasedPart.exactOptional(),
  kinship: subjects.kinshipPart.exactOptional(),
  guardian: subjects.guardianPart.exactOptional(),
  bloodHistory: bloodHistory.exactOptional(),
})

/** A specimen of an order. */
export const sample = z.strictObject({
  key,
  patient: key,
  specimenType: text(60),
  tissue: orBlank(TISSUES),
  approach: orBlank(APPROACHES),
  dateOfCollection: text(40),
  counselor: text(200),
  additionalCulture: orBlank(YES_NO),
  labFrom: text(200),
  priorTestPerformed: orBlank(YES_NO),
  bgFamilyNumber: text(40),
  contamination: subjects.contaminationPart.exactOptional(),
  ...specimenDetails,
})

const result = orBlank(NORMAL_ABNORMAL)

/**
 * The shape of an order's content. A draft may hold anything that fits the shape, including invalid dates and
 * incomplete email addresses, so that no input is lost; `domain/orders/readiness.ts` defines what a submitted
 * order needs.
 */
export const orderDocument: z.ZodType<OrderDocument, OrderDocument> = z.strictObject({
  tests: listOf(orderedTest, 20),
  addOnTests: listOf(orderedTest, 20),
  patients: listOf(patient, 12),
  samples: listOf(sample, 24),
  indicationsForTesting: listOf(z.strictObject({ code: text(20), description: text(300) }), 30),
  clinicalNotes: text(4000),
  priorTesting: z.strictObject({
    performed: orBlank(YES_NO),
    performingLab: orBlank(PERFORMING_LABS),
    laboratoryName: text(200),
    aneuploidyFish: result,
    chromosomalMicroarrayAnalysis: result,
    chromosomsAndKaryotype: result,
    maternalSerumScreening: result,
    nonInvasivePrenatalScreening: result,
    other: text(500),
    detailForAbnormalResult: text(2000),
  }),
  imaging: listOf(
    z.strictObject({ type: orBlank(IMAGING_TYPES), result, date: text(40), details: text(2000) }),
    10,
  ),
  familyHistory: z.strictObject({
    familyHistoryOfDiseaseBeingTested: orBlank(YES_NO),
    diagnoses: listOf(
      z.strictObject({
        relationshipType: z.enum(FAMILY_RELATIONSHIP_TYPES),
        relative: text(80),
        diagnosis: text(300),
        ageAtDiagnosis: text(20),
      }),
      40,
    ),
  }),
  familyTestingRequest: z.strictObject({
    targetSequencing: z.boolean(),
    targetSequencingData: z.strictObject({
      testCode: text(20),
      gene: text(40),
      variant: text(200),
      probandLastName: text(225),
      probandFirstName: text(225),
      relationshipToProband: text(80),
      dateOfBirth: text(40),
      testingLocation: z.strictObject({ name: text(200) }),
      labNumber: text(40),
      familyNumber: text(40),
    }),
    fullGeneSequencing: z.boolean(),
    deletionDuplicationAnalysis: z.boolean(),
  }),
  consents: listOf(
    z.strictObject({
      patient: key,
      consentId: text(60),
      answer: z.boolean().nullable(),
      reviewed: z.boolean().exactOptional(),
      version: text(40).exactOptional(),
    }),
    240,
  ),
  consentRecords: listOf(
    z.strictObject({
      patient: key,
      signer: orBlank(CONSENT_SIGNERS),
      signerName: text(225),
      relation: text(80),
      evidence: text(200),
      signsAlone: z.boolean(),
      signedOn: text(40),
      method: orBlank(CONSENT_METHODS),
      witness: text(225),
      language: text(20),
      interpreter: text(225),
      assent: orBlank(ASSENTS),
    }),
    12,
  ).exactOptional(),
  payment,
  vaStation: text(5).optional(),
  pregnancy: subjects.pregnancyPart.exactOptional(),
  parentage: subjects.parentagePart.exactOptional(),
  knownVariants: knownVariants.exactOptional(),
  answers: answers.optional(),
  phenotype: phenotypePart.exactOptional(),
  orderingProvider: z.strictObject({
    physicianId: z.number().int().nullable(),
    firstName: text(225),
    lastName: text(225),
    npi: text(20),
  }),
  urgentContact: z
    .strictObject({ name: text(200).exactOptional(), phone: text(40).exactOptional() })
    .exactOptional(),
  priority: z
    .strictObject({
      level: z.enum(PRIORITIES).exactOptional(),
      reason: z.enum(PRIORITY_REASONS).exactOptional(),
      explanation: text(300).exactOptional(),
      neededBy: text(40).exactOptional(),
    })
    .exactOptional(),
  recipients: listOf(z.strictObject({ name: text(200), fax: text(40), email: text(254) }), 20),
  kits: listOf(z.strictObject({ kitType: z.enum(KIT_TYPES), quantity: z.number().int().min(1).max(99) }), 20),
  isVOB: z.boolean(),
  addOn: z
    .strictObject({
      orderId: id,
      sampleId: id,
      labNumber: text(40),
      kind: z.enum(['add-on', 'reflex', 'reanalysis']),
    })
    .nullable(),
  assignNewLabNumber: z.boolean().exactOptional(),
  overrides: listOf(z.strictObject({ key: text(200), reason: text(500) }), 100),
})

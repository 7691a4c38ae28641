import { z } from 'zod'
import { STATE_RULES } from '#domain/consent/law.ts'
import { INSURANCE_KINDS } from '#domain/lookups.ts'
import { ORDER_SECTIONS } from '#domain/orders/points.ts'
import { knownDiagnosis } from './diagnosis.ts'
import { gene } from './genes.ts'
import { sample } from './order-document.ts'
import { phenotypeContext } from './order-phenotype.ts'

/** One open point of a draft (domain/orders/points.ts). */
export const openPoint = z.object({
  path: z.string(),
  rule: z.string(),
  message: z.string(),
  section: z.enum(ORDER_SECTIONS),
  severity: z.enum(['error', 'warning']),
  key: z.string(),
  reason: z.string(),
  /** Reasons that are often given for overriding the warning. */
  usualReasons: z.array(z.string()).readonly().exactOptional(),
})

/** An order of the same institution for one of the people in a document (domain/orders/rule-context.ts). */
const earlierOrder = z.object({
  id: z.number().int(),
  /** The key of that person in the document. */
  patient: z.string(),
  tests: z.array(z.object({ code: z.string(), testName: z.string(), genes: z.array(z.string()) })),
  displayStatus: z.string(),
  reported: z.boolean(),
  /** ISO date. */
  orderedOn: z.string(),
  /** Of an order for a fetus or a loss: its due date, '' if unknown. */
  pregnancyDue: z.string().exactOptional(),
})

/** A document of a draft, and whom the draft was about when it was uploaded (domain/orders/rule-context.ts). */
const uploadedFile = z.object({
  id: z.number().int(),
  filename: z.string(),
  uploadedFor: z.object({
    ...{ firstName: z.string(), lastName: z.string(), dateOfBirth: z.string() },
    recordNumber: z.string().exactOptional(),
  }),
})

/** For an add-on: the specimen that the laboratory has, and its person, according to the original order. */
const specimenOf = z
  .object({
    ...{ key: z.string(), firstName: z.string(), lastName: z.string(), dateOfBirth: z.string() },
    /** The fetus or loss that it is from, whose mother the person is. */
    fetus: z.string().exactOptional(),
    /** The consents that the person withdrew in that order. */
    withdrawn: z.object({ titles: z.array(z.string()), on: z.string() }).exactOptional(),
    /** Why the laboratory cannot do another test on it. */
    unusable: z.string().exactOptional(),
    /** As it came, with what is known of it. */
    sample: sample.exactOptional(),
  })
  .nullable()

/**
 * What is known about the ordering provider; null without a valid NPI.
 */
const providerInfo = z
  .object({
    npi: z.string(),
    /** How the name differs from the one in the NPI registry; null if it does not, or the registry could not be asked. */
    nameRefusal: z.string().nullable(),
    geneticCounselor: z.boolean(),
  })
  .nullable()

/** What states require of consents, and which answers contradict each other (domain/consent/law.ts). */
const consentLaw = z.object({
  states: z.array(
    z.object({
      state: z.string(),
      rule: z.enum(STATE_RULES),
      value: z.string(),
      consent: z.string(),
      validFrom: z.string(),
      validTo: z.string().nullable(),
    }),
  ),
  conflicts: z.array(
    z.object({
      consent: z.string(),
      answer: z.boolean(),
      otherConsent: z.string(),
      otherAnswer: z.boolean(),
      message: z.string(),
    }),
  ),
})

/** What the rules used besides a document, for whoever checks it again after each key. */
export const checkedContext = z.object({
  history: z.array(earlierOrder),
  provider: providerInfo,
  institutionState: z.string(),
  consentLaw,
  specimenOf,
  /**
   * Whether this institution's orders name a VA station, and the document's station if the laboratory
   * does not know it.
   */
  va: z.object({ isVa: z.boolean(), unknownStation: z.string() }),
  /** False where kits cannot be ordered; else left out. */
  takesKits: z.boolean().exactOptional(),
  diagnoses: z.array(knownDiagnosis),
  /** The genes that its known variants name, and those of their transcripts; left out if there are none. */
  genes: z.array(gene).exactOptional(),
  phenotype: phenotypeContext.exactOptional(),
  /** The draft's documents, and whom it was about when each was uploaded; left out if there are none. */
  uploads: z.array(uploadedFile).exactOptional(),
  /** The insurance companies as typed that the laboratory knows; left out unless a genetic counselor orders. */
  payers: z.array(z.object({ company: z.string(), kind: z.enum(INSURANCE_KINDS) })).exactOptional(),
})

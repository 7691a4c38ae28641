import { z } from 'zod'
import { SPECIMEN_TYPES } from '#domain/lookups.ts'
import { NEEDS } from '#domain/specimens/blood-history-needs.ts'
import {
  ADDITIVES,
  AMOUNT_UNITS,
  COLLECTION_METHODS,
  CONDITIONS,
  SIDES,
  SPECIMEN_ROLES,
  SPECIMEN_STATES,
  TRANSFUSION_PRODUCTS,
  TRANSPLANTS,
  YES_NO_UNKNOWN,
} from '#domain/specimens/details.ts'

const text = (most: number) =>
  z
    .string()
    .max(most, { error: `At most ${most} characters.` })
    .exactOptional()
const orBlank = <T extends readonly string[]>(values: T) => z.enum(['', ...values] as ['', ...T])
const choice = <T extends readonly string[]>(values: T) => orBlank(values).exactOptional()

/** The members of an order's specimen that are left out until they are given. */
export const specimenDetails = {
  role: choice(SPECIMEN_ROLES),
  additive: choice(ADDITIVES),
  state: choice(SPECIMEN_STATES),
  condition: choice(CONDITIONS),
  amount: text(20),
  amountUnit: choice(AMOUNT_UNITS),
  tubes: text(20),
  site: text(200),
  side: choice(SIDES),
  collectionMethod: choice(COLLECTION_METHODS),
  timeOfCollection: text(20),
  timeZone: text(60),
  isEstimated: z.boolean().exactOptional(),
  collector: text(200),
  arrivesOn: text(40),
  parent: text(40),
  concentration: text(20),
  extractedBy: text(200),
  accreditation: text(100),
  tumorPercent: text(20),
  blockId: text(60),
  fixation: text(200),
}

export const bloodHistory = z.strictObject({
  transfusion: choice(YES_NO_UNKNOWN),
  transfusedOn: text(40),
  transfusionProduct: choice(TRANSFUSION_PRODUCTS),
  leukoreduced: choice(YES_NO_UNKNOWN),
  immunityNormal: choice(YES_NO_UNKNOWN),
  transplant: choice(TRANSPLANTS),
  transplantedOn: text(40),
  transplantDonor: text(200),
  bloodCancer: choice(YES_NO_UNKNOWN),
})

/** What the catalogue says about the specimens of a test. */
export const specimenRequirement = z.object({
  role: orBlank(SPECIMEN_ROLES),
  type: z.string(),
  additive: orBlank(ADDITIVES),
  state: orBlank(SPECIMEN_STATES),
  /** In `unit`; null if not given. */
  least: z.number().nullable(),
  unit: orBlank(AMOUNT_UNITS),
  /** Of people under an age (`28d`, `6m`, `1y`) less is enough, youngest first. */
  leastByAge: z
    .array(z.object({ underAge: z.string(), least: z.number() }))
    .readonly()
    .exactOptional(),
  /** In `lifeUnit`; null: as long as any specimen of the type. */
  life: z.number().int().nullable(),
  lifeUnit: z.enum(['hours', 'days']),
  transitDays: z.number().int(),
  storage: orBlank(CONDITIONS),
  isNeeded: z.boolean(),
  /** Why such a specimen is refused; '' if the test is done on it. */
  refused: z.string(),
})

/** A type of specimen of the laboratory's own; the rules of `like` hold for it. */
export const ownSpecimenType = z.object({ name: z.string(), like: z.enum(SPECIMEN_TYPES) })

/** What a test asks about transfusion, transplant and blood cancer. */
export const bloodHistoryNeeds = z.object({
  transfusion: z.enum(NEEDS),
  transfusionDays: z.number().int(),
  transfusionRefused: z.boolean(),
  transplant: z.enum(NEEDS),
  transplantAdmitted: z.boolean(),
  bloodCancer: z.enum(NEEDS),
  /** What to send in place of blood. */
  instead: z.array(z.string()),
})

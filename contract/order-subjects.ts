import { z } from 'zod'
import { SEXES, YES_NO } from '#domain/lookups.ts'
import { DEATH_AUTHORITIES, DEATH_PRECISIONS, type Deceased } from '#domain/orders/deceased.ts'
import { AUTHORITIES, type Guardian, SIGNING_REASONS } from '#domain/orders/guardian.ts'
import {
  FAMILY_SIDES,
  KINSHIPS,
  type Kinship,
  type Parentage,
  RELATED,
  TWINS,
} from '#domain/orders/kinship.ts'
import {
  CARRIERS_OF_PREGNANCY,
  CHORIONICITIES,
  CONCEPTIONS,
  CONTAMINATION_PLANS,
  type ContaminationCheck,
  DATINGS,
  EGG_PROVIDERS,
  ENDINGS,
  MOST_FETUSES,
  OUTCOMES,
  type Pregnancy,
  SPERM_PROVIDERS,
} from '#domain/orders/pregnancy.ts'

// The optional parts of an order's document that say who is tested (domain/orders/subject.ts).

const text = (most: number) => z.string().max(most, { error: `At most ${most} characters.` })
const orBlank = <T extends readonly string[]>(values: T) => z.enum(['', ...values] as ['', ...T])

const fetus = z.strictObject({
  key: text(40).regex(/^fetus-[1-9]\d?$/, { error: 'A fetus has a key such as fetus-1.' }),
  label: text(20),
  sexByUltrasound: orBlank(SEXES),
  nuchalTranslucency: text(10),
})

export const pregnancyPart: z.ZodType<Pregnancy, Pregnancy> = z.strictObject({
  outcome: z.enum(OUTCOMES),
  dueDate: text(40),
  dating: orBlank(DATINGS),
  lastPeriodOn: text(40),
  ultrasoundOn: text(40),
  crownRumpLength: text(10),
  transferOn: text(40),
  embryoDay: orBlank(['3', '5', '6'] as const),
  statedAge: text(10),
  statedOn: text(40),
  fetusCount: z.number().int().min(1).max(MOST_FETUSES).nullable(),
  chorionicity: orBlank(CHORIONICITIES),
  vanishedTwin: orBlank(YES_NO),
  conception: orBlank(CONCEPTIONS),
  eggProvider: orBlank(EGG_PROVIDERS),
  spermProvider: orBlank(SPERM_PROVIDERS),
  carriedBy: orBlank(CARRIERS_OF_PREGNANCY),
  eggProviderAge: text(3),
  endedOn: text(40),
  ending: orBlank(ENDINGS),
  fetuses: z.array(fetus).max(MOST_FETUSES, { error: `At most ${MOST_FETUSES} entries.` }),
})

export const contaminationPart: z.ZodType<ContaminationCheck, ContaminationCheck> = z.strictObject({
  contaminationPlan: orBlank(CONTAMINATION_PLANS),
  maternalNumber: text(40),
  contaminationReason: text(300),
})

export const deceasedPart: z.ZodType<Deceased, Deceased> = z.strictObject({
  deathPrecision: orBlank(DEATH_PRECISIONS),
  dateOfDeath: text(40),
  causeOfDeath: text(300),
  authorizedBy: text(200),
  authorizedAs: orBlank(DEATH_AUTHORITIES),
  authorityDocument: text(200),
})

export const kinshipPart: z.ZodType<Kinship, Kinship> = z.strictObject({
  kinshipKind: orBlank(KINSHIPS),
  familySide: orBlank(FAMILY_SIDES),
  twin: orBlank(TWINS),
})

export const guardianPart: z.ZodType<Guardian, Guardian> = z.strictObject({
  signingReason: orBlank(SIGNING_REASONS),
  firstName: text(225),
  lastName: text(225),
  authority: orBlank(AUTHORITIES),
  authorityEvidence: text(300),
  guardianPhone: text(40),
})

export const parentagePart: z.ZodType<Parentage, Parentage> = z.strictObject({
  geneticMother: text(40),
  geneticFather: text(40),
  parentsRelated: orBlank(RELATED),
  parentsRelation: text(200),
})

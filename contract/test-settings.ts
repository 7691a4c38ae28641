import { z } from 'zod'
import { SPECIMEN_TYPES } from '#domain/lookups.ts'
import { HOLD_KINDS } from '#domain/orders/hold-kinds.ts'
import { COMPARED } from '#domain/orders/rule-context.ts'
import { SUBJECT_KINDS } from '#domain/orders/subject.ts'
import { REANALYZED_RESULTS } from '#domain/reanalysis/policy.ts'
import { FAMILY_POLICIES, TURNAROUND_STARTS, TURNAROUND_UNITS } from '#domain/turnaround/turnaround.ts'

const turnaround = z.object({
  amount: z.number().int(),
  unit: z.enum(TURNAROUND_UNITS),
  start: z.enum(TURNAROUND_STARTS),
  stops: z.array(z.enum(HOLD_KINDS)).readonly(),
  /** Times of day by the laboratory's clock, such as 17:00. */
  cutOff: z.string(),
  opensAt: z.string(),
  aroundTheClock: z.boolean(),
  cultureExtra: z.number().int(),
  confirmationExtra: z.number().int(),
  family: z.enum(FAMILY_POLICIES),
  /** ISO dates. */
  holidays: z.array(z.string()),
})

const reanalysis = z.object({
  /** The test that analyzes the stored data again. */
  test: z.string(),
  /** Months after the report; null: never because of its age. */
  afterMonths: z.number().int().nullable(),
  byFindings: z.boolean(),
  results: z.array(z.enum(REANALYZED_RESULTS)).readonly(),
  consents: z.array(z.string()).readonly(),
  ofDeceased: z.boolean(),
})

/** What the laboratory sets for some of its tests; each is left out of any other. */
export const testSettings = {
  /** Each side's ancestry is asked for; required: residual risk is computed from it. */
  ancestry: z.object({ required: z.boolean() }).exactOptional(),
  /** The time of the test, instead of `turnaroundDays`: what it counts, when it starts and what stops it. */
  turnaround: turnaround.exactOptional(),
  /** For which ages and kinds of subject it is offered, and at which gestational age (in days) its specimens are usual. */
  subjects: z
    .object({
      ages: z.object({ fromAge: z.string(), untilAge: z.string(), label: z.string() }).nullable(),
      gestation: z
        .array(
          z.object({
            specimen: z.enum(SPECIMEN_TYPES),
            from: z.number().int().nullable(),
            to: z.number().int().nullable(),
          }),
        )
        .readonly(),
      kinds: z.array(z.enum(SUBJECT_KINDS)).readonly().exactOptional(),
    })
    .exactOptional(),
  /** When its negative or inconclusive results come up for reanalysis. */
  reanalysis: reanalysis.exactOptional(),
  /** Whom it compares with the patient. */
  compared: z.object({ who: z.enum(COMPARED) }).exactOptional(),
}

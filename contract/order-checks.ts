import { z } from 'zod'
import { ORDER_SECTIONS } from '#domain/orders/points.ts'

/** One thing that stands against submitting (domain/orders/points.ts). */
export const openPoint = z.object({
  path: z.string(),
  rule: z.string(),
  message: z.string(),
  section: z.enum(ORDER_SECTIONS),
  severity: z.enum(['error', 'warning']),
  key: z.string(),
  reason: z.string(),
})

/** An order of the same institution that has one of the persons of a document (domain/orders/rule-context.ts). */
export const earlierOrder = z.object({
  id: z.number().int(),
  /** Which person of the document it has: their key. */
  patient: z.string(),
  tests: z.array(z.object({ code: z.string(), testName: z.string(), genes: z.array(z.string()) })),
  displayStatus: z.string(),
  reported: z.boolean(),
  /** ISO date. */
  orderedOn: z.string(),
})

/** Of an add-on: the person whose specimen the laboratory has, by the order that it is added to. */
export const specimenOf = z
  .object({ key: z.string(), firstName: z.string(), lastName: z.string(), dateOfBirth: z.string() })
  .nullable()

/** What is known of the ordering provider; null while there is no valid NPI, or nobody could be asked. */
export const providerInfo = z
  .object({
    npi: z.string(),
    /** Why the name is not the one that the NPI registry has for the number; null where it is. */
    nameRefusal: z.string().nullable(),
    geneticCounselor: z.boolean(),
  })
  .nullable()

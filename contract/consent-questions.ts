import { z } from 'zod'
import { APPROVAL_STATUSES } from '#domain/consent/law.ts'

const consentText = z.object({
  version: z.string(),
  language: z.string(),
  jurisdiction: z.string(),
  validFrom: z.string(),
  validTo: z.string().nullable(),
  list: z.string(),
  title: z.string(),
  text: z.string(),
})

/** The optional parts are left out if the laboratory has no file for them (domain/orders/rule-context.ts). */
export const consentQuestion = z.object({
  id: z.string(),
  title: z.string(),
  text: z.string(),
  kind: z.enum(['yes-no', 'checkbox']),
  /** Must be answered before the order can be submitted. */
  required: z.boolean(),
  /** The topic, such as Testing or Research. */
  category: z.string(),
  /** All versions of its wording; if there are any, the one of the day is shown instead of `text`. */
  texts: z.array(consentText).optional(),
  /** False: relatives are not asked. */
  asksRelatives: z.boolean().optional(),
  /** False: not offered if a fetus is tested. */
  offeredForFetus: z.boolean().optional(),
  /** The laboratory's policy, shown beside the question. */
  policy: z.string().optional(),
})
export type ConsentQuestion = z.infer<typeof consentQuestion>

/** What the laboratory states about testing children, and the states that license the test. */
export const consentTerms = z.object({
  /** For a disorder that begins in adulthood. */
  adultOnset: z.boolean(),
  /** The states that license the test, and whether they permit it. */
  approvals: z.array(
    z.object({
      state: z.string(),
      status: z.enum(APPROVAL_STATUSES),
      validFrom: z.string(),
      validTo: z.string().nullable(),
    }),
  ),
})

import { z } from 'zod'
import { REJECT_REASONS } from '#domain/orders/hold-kinds.ts'
import { OUTCOMES, VARIANT_CLASSES } from '#domain/reports/demonstration/finding.ts'

const words = z.string().trim().min(1).max(2_000)

/** The day on which the report is expected (ORC-27): `2026-03-20`. Left out, the portal computes it. */
const expected = z.iso.date()

/** What is found; left out, the seed decides. */
const outcome = z.enum(OUTCOMES).optional()

/** The person in a message; omitted fields are the order's. */
const identity = z.strictObject({
  lastName: z.string().max(60).optional(),
  firstName: z.string().max(60).optional(),
  /** `20190314`. */
  birthDate: z
    .string()
    .regex(/^(\d{8})?$/, 'is not a date such as 20190314')
    .optional(),
  recordNumber: z.string().max(40).optional(),
})

/** What this laboratory can do with an order, as the plan, the journal and the control interface write it. */
export const actSchema = z.discriminatedUnion('do', [
  /** These specimens have arrived, by SPM-2; without the list, all that have not yet. */
  z.strictObject({
    do: z.literal('accession'),
    specimens: z.array(z.string()).optional(),
    expected: expected.optional(),
  }),
  z.strictObject({ do: z.literal('in-process'), expected: expected.optional() }),
  /**
   * Puts the order on hold: ORC-16. `number` is the laboratory's own name of the hold, assigned if omitted.
   */
  z.strictObject({
    do: z.literal('hold'),
    code: z.string().trim().min(1).max(60).default('MISSING-INFO'),
    words,
    number: z.string().trim().min(1).max(60).optional(),
  }),
  /** Releases a hold; without a number, the last open one. */
  z.strictObject({ do: z.literal('release'), number: z.string().optional() }),
  /** `code` is one of HL7 table 0490. */
  z.strictObject({
    do: z.literal('reject'),
    specimen: z.string(),
    code: z.string().refine((code) => code in REJECT_REASONS, 'is not a code of HL7 table 0490'),
    words: words.optional(),
  }),
  /** Some results, which may change (OBR-25 P). */
  z.strictObject({ do: z.literal('preliminary'), outcome }),
  /**
   * `patient`: the person in the message, if not the order's, as in a laboratory that mixes two up.
   * `ignoresConsent`: with secondary findings, whatever the person answered.
   */
  z.strictObject({
    do: z.literal('report'),
    patient: identity.optional(),
    outcome,
    ignoresConsent: z.boolean().optional(),
  }),
  /** Corrects an erroneous report: a new version that replaces it. */
  z.strictObject({ do: z.literal('correct'), words: words.optional() }),
  /** Amends a report by new knowledge, such as a reclassified variant; the previous one was not wrong. */
  z.strictObject({
    do: z.literal('amend'),
    words: words.optional(),
    /** The variant's new class; left out: pathogenic if it was uncertain, likely pathogenic if it was pathogenic. */
    to: z.enum(VARIANT_CLASSES).optional(),
  }),
  /** Adds to a report, which stays valid. */
  z.strictObject({ do: z.literal('addendum'), words: words.optional() }),
  /** Withdraws every report (OBX-11 W). */
  z.strictObject({ do: z.literal('withdraw'), words: words.optional(), patient: identity.optional() }),
  /** The laboratory cancels on its own (ORC-1 OC). */
  z.strictObject({ do: z.literal('cancel'), words: words.optional() }),
  /** A recommendation for a positive finding; title and text default to the invented ones of the finding. */
  z.strictObject({
    do: z.literal('treatment'),
    title: words.optional(),
    text: z.array(words).min(1).optional(),
  }),
])

/** An action on an order, reported to the portal in one message. */
export type Act = z.output<typeof actSchema>

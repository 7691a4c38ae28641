import { z } from 'zod'
import { REJECT_REASONS } from '#domain/orders/hold-kinds.ts'

const words = z.string().trim().min(1).max(2_000)

/** Whom a message names: what is left out is as the order has it. */
const identity = z.strictObject({
  lastName: z.string().max(60).optional(),
  firstName: z.string().max(60).optional(),
  /** `20190314`. */
  birthDate: z
    .string()
    .regex(/^(\d{8})?$/, 'is no date such as 20190314')
    .optional(),
  recordNumber: z.string().max(40).optional(),
})

/** What this laboratory can do with an order, as the plan, the journal and the control interface say it. */
export const actSchema = z.discriminatedUnion('do', [
  /** These specimens have arrived, by SPM-2; without the list all that have not yet. */
  z.strictObject({ do: z.literal('accession'), specimens: z.array(z.string()).optional() }),
  z.strictObject({ do: z.literal('in-process') }),
  /** Waits for somebody: ORC-16. `number` is the laboratory's own name of the hold, given where none is. */
  z.strictObject({
    do: z.literal('hold'),
    code: z.string().trim().min(1).max(60).default('MISSING-INFO'),
    words,
    number: z.string().trim().min(1).max(60).optional(),
  }),
  /** Goes on; without a number, where the last hold that is open was. */
  z.strictObject({ do: z.literal('release'), number: z.string().optional() }),
  /** `code` is one of HL7 table 0490. */
  z.strictObject({
    do: z.literal('reject'),
    specimen: z.string(),
    code: z.string().refine((code) => code in REJECT_REASONS, 'is no code of HL7 table 0490'),
    words: words.optional(),
  }),
  /** Some results, which may change (OBR-25 P). */
  z.strictObject({ do: z.literal('preliminary') }),
  /** `patient`: whom the message names instead of the order's patient, as a laboratory that mixes two up would. */
  z.strictObject({ do: z.literal('report'), patient: identity.optional() }),
  /** Reports again, as the one before contained an error: a new version that replaces it. */
  z.strictObject({ do: z.literal('correct'), words: words.optional() }),
  /** Reports again by what is known now, such as a reclassified variant; the one before was no error. */
  z.strictObject({ do: z.literal('amend'), words: words.optional() }),
  /** Adds to the report, which stays valid. */
  z.strictObject({ do: z.literal('addendum'), words: words.optional() }),
  /** Takes every report back (OBX-11 W). */
  z.strictObject({ do: z.literal('withdraw'), words: words.optional(), patient: identity.optional() }),
  /** The laboratory cancels on its own (ORC-1 OC). */
  z.strictObject({ do: z.literal('cancel'), words: words.optional() }),
  /** A recommendation for a positive finding; without title and text, the invented ones of the finding. */
  z.strictObject({
    do: z.literal('treatment'),
    title: words.optional(),
    text: z.array(words).min(1).optional(),
  }),
])

/** Something that is done with an order, and told to the portal in one message. */
export type Act = z.output<typeof actSchema>

import { z } from 'zod'
import { REJECT_REASONS } from '#domain/orders/holds.ts'

const words = z.string().trim().min(1).max(2_000)

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
  z.strictObject({ do: z.literal('report') }),
  /** Reports again: a new version that replaces the ones before. */
  z.strictObject({ do: z.literal('correct'), words: words.optional() }),
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

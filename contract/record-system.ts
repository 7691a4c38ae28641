import { z } from 'zod'
import { RESULT_STATUSES } from '#domain/ehr/results.ts'
import { instant } from './people.ts'

/** A hospital's record system that an order came from, or that gets its results. */
export const recordSystem = z.object({
  name: z.string(),
  /** The hospital's own numbers of the order. */
  numbers: z.array(z.string()),
  /** What the hospital has done since, which nobody has taken over here. */
  change: z.enum(['changed', 'cancelled']).nullable(),
  /** What it orders now, line by line; empty unless it has changed it. */
  now: z.array(z.string()),
  /** What it is sent of the reports, oldest first; `held`: until the clinic releases it, or until `heldUntil`. */
  results: z.array(
    z.object({
      status: z.enum(RESULT_STATUSES),
      state: z.enum(['waiting', 'held', 'taken', 'refused', 'skipped']),
      at: instant,
      heldUntil: instant.nullable(),
    }),
  ),
})
export type OrderRecordSystem = z.infer<typeof recordSystem>

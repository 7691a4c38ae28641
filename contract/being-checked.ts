import { z } from 'zod'

/**
 * `open`: the reader knows that the laboratory is checking whether the report is valid. Without it such a
 * report is refused.
 */
export const beingChecked = z.literal('open').optional()

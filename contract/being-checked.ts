import { z } from 'zod'

/** `open`: the reader knows that the laboratory is checking whether the report stands. Without it such a one is refused. */
export const beingChecked = z.literal('open').optional()

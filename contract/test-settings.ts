import { z } from 'zod'

/** What the laboratory sets for some of its tests; each is left out of any other. */
export const testSettings = {
  /** Each side's ancestry is asked for; required: residual risk is computed from it. */
  ancestry: z.object({ required: z.boolean() }).exactOptional(),
}

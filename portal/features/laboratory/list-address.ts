import { z } from 'zod'
import { MESSAGE_LISTS } from '#contract/laboratory.ts'

/** What /laboratory takes from its address. */
export const laboratorySearch = z.object({
  status: z.enum(MESSAGE_LISTS).default('waiting').catch('waiting'),
  /** Free text: an order's number, part of a control id or of a sender. */
  q: z.string().max(100).optional().catch(undefined),
  page: z.coerce.number<number | string>().int().min(1).default(1).catch(1),
})

import { z } from 'zod'
import { KIT_ORDERS } from '#contract/kits.ts'
import { KIT_STATUSES } from '#domain/kits/kit.ts'
import { KIT_TYPES } from '#domain/lookups.ts'

/** What /kits takes from its address. */
export const kitsSearch = z.object({
  status: z.enum(KIT_STATUSES).optional().catch(undefined),
  kit: z.enum(KIT_TYPES).optional().catch(undefined),
  /** Free text: a recipient, a number, a tracking number. */
  q: z.string().max(100).optional().catch(undefined),
  orderBy: z.enum(KIT_ORDERS).default('ordered').catch('ordered'),
  /** Text from an address, or the value itself once it has been read. */
  asc: z.union([z.boolean(), z.stringbool()]).optional().catch(undefined),
  page: z.coerce.number<number | string>().int().min(1).default(1).catch(1),
})
export type KitsSearch = z.output<typeof kitsSearch>

/** What /kits-to-send takes: what waits, the longest first, and what was sent. */
export const sendingSearch = z.object({
  status: z.enum(KIT_STATUSES).default('ordered').catch('ordered'),
  q: z.string().max(100).optional().catch(undefined),
  page: z.coerce.number<number | string>().int().min(1).default(1).catch(1),
})

/** What /kit-order takes: the number of a kit order that is ordered again. */
export const kitOrderSearch = z.object({
  from: z.coerce.number<number | string>().int().positive().optional().catch(undefined),
})

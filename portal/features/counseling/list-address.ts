import { z } from 'zod'
import { APPOINTMENT_STATES } from '#domain/counseling/states.ts'

/** What /counseling takes from its address. */
export const counselingSearch = z.object({
  /** Left out: all. */
  status: z.enum(APPOINTMENT_STATES).optional().catch(undefined),
  /** Free text: a name, an e-mail address, a phone or laboratory number, a reference. */
  q: z.string().max(100).optional().catch(undefined),
  page: z.coerce.number<number | string>().int().min(1).default(1).catch(1),
})

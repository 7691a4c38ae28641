import { z } from 'zod'
import { beingChecked } from './being-checked.ts'
import { instant } from './people.ts'
import { routes } from './route.ts'

/** A treatment recommendation of the laboratory (specification §2, /treatment/{treatmentId}). */
export const treatment = z.object({
  id: z.number().int(),
  hospitalCode: z.string(),
  orderId: z.number().int(),
  accessionNumber: z.string().nullable(),
  patient: z.object({ firstName: z.string(), lastName: z.string(), dateOfBirth: z.string() }),
  testCode: z.string(),
  testName: z.string(),
  title: z.string(),
  /** Its paragraphs. */
  recommendation: z.array(z.string()),
  madeAt: instant,
  receivedAt: instant,
  /** The laboratory is checking whether a report of its test is valid. */
  isQuestioned: z.boolean(),
  /** Who at the institution opened it last; null if nobody has. */
  lastViewed: z.object({ at: instant, by: z.string() }).nullable(),
})
export type Treatment = z.infer<typeof treatment>

const id = z.number().int().positive().max(Number.MAX_SAFE_INTEGER)
const view = { kind: 'institution', permissions: ['ViewOrder'] } as const

export const treatmentsRoutes = routes({
  get: {
    method: 'GET',
    path: '/api/Treatment/{id}',
    summary: 'One treatment recommendation',
    access: view,
    params: z.object({ id: z.coerce.number().pipe(id) }),
    query: z.object({ beingChecked }),
    reply: treatment,
    errors: ['report-withdrawn', 'report-questioned'],
  },
  lastViewed: {
    method: 'POST',
    path: '/api/treatment/last-viewed',
    summary: 'Record that the user has opened a treatment recommendation',
    access: view,
    body: z.strictObject({ treatmentId: id }),
    reply: z.object({ treatmentId: z.number().int(), viewedAt: instant }),
    errors: ['report-withdrawn'],
  },
})

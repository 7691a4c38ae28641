import { z } from 'zod'
import { KEPT_BECAUSE } from '#domain/retention/kept.ts'
import { RETENTION_KINDS } from '#domain/retention/policies.ts'
import { instant } from './people.ts'
import { routes } from './route.ts'

const days = z.number().int().nullable()
const count = z.number().int()

/** How long one kind of data is kept, and the daily round that erases it. */
const retentionOfKind = z.object({
  kind: z.enum(RETENTION_KINDS),
  /** Null: for ever. */
  days,
  /** Days after which a person's request erases it; null: not on request. */
  daysOnRequest: days,
  /** The round that is under way, or else the last one. */
  round: z.object({
    isUnderWay: z.boolean(),
    /** The end of the last round; null if there was none. */
    endedAt: instant.nullable(),
    erased: count,
    /** Kept although the time is over; one may be kept for several reasons. */
    kept: z.array(z.object({ because: z.enum(KEPT_BECAUSE), count })),
  }),
})

export const retentionRoutes = routes({
  overview: {
    method: 'GET',
    path: '/api/laboratory/retention',
    summary: 'How long each kind of data is kept, and what the daily rounds erased',
    access: { kind: 'support' },
    reply: z.object({
      /** One for each kind, those of which nothing was set too. */
      kinds: z.array(retentionOfKind),
      /** Files of erased orders that are not deleted yet. */
      filesWaiting: count,
    }),
    errors: [],
  },
})

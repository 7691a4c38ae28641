import { z } from 'zod'
import { LOG_LEVELS } from '#domain/lookups.ts'
import { routes } from './route.ts'

/** What the browser reports of itself (specification §7, Logging). It goes to our log, and never to a third party. */
export const logRoutes = routes({
  write: {
    method: 'POST',
    path: '/api/log/{level}',
    summary: 'Write down what went wrong in the browser',
    access: { kind: 'public', because: 'a failed sign-in is reported before anybody is signed in' },
    params: z.object({ level: z.enum(LOG_LEVELS) }),
    body: z.strictObject({
      message: z.string().min(1).max(2000),
      /** The path of the page, without its query: that may name a patient. */
      where: z
        .string()
        .max(300)
        .regex(/^\/[^?#]*$/, 'A path, without its query')
        .optional(),
      stack: z.string().max(8000).optional(),
      /** The `instance` of the problem that the server answered with. */
      requestId: z.uuid().optional(),
    }),
    perMinute: 60,
    errors: [],
  },
})

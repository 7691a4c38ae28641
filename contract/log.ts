import { z } from 'zod'
import { LOG_LEVELS } from '#domain/lookups.ts'
import { routes } from './route.ts'

const word = z.string().max(60).optional()
const address = z.string().max(8000).optional()

/** The browser's own reports (specification §7, Logging). They go to our log, and never to a third party. */
export const logRoutes = routes({
  write: {
    method: 'POST',
    path: '/api/log/{level}',
    summary: 'Log a browser error',
    access: { kind: 'public', because: 'a failed sign-in is reported before anybody is signed in' },
    params: z.object({ level: z.enum(LOG_LEVELS) }),
    body: z.strictObject({
      message: z.string().min(1).max(2000),
      /** The page's path without its query, which may name a patient. */
      where: z
        .string()
        .max(300)
        .regex(/^\/[^?#]*$/, 'A path, without its query')
        .optional(),
      stack: z.string().max(8000).optional(),
      /** The `instance` of the problem in the server's answer. */
      requestId: z.uuid().optional(),
    }),
    perMinute: 60,
    errors: [],
  },
  policyViolation: {
    method: 'POST',
    path: '/api/csp-reports',
    summary: 'Log a content security policy violation',
    access: { kind: 'public', because: 'browsers send it on their own, without a token' },
    /**
     * The fields we use of the `report-uri` format (CSP 2, section 5), which all browsers send. Page
     * addresses, the policy and script samples are left out: they may reveal a patient.
     */
    body: z.object({
      'csp-report': z.object({
        'effective-directive': word,
        'violated-directive': z.string().max(1000).optional(),
        'blocked-uri': address,
        'source-file': address,
        'line-number': z.number().int().min(0).max(100_000_000).optional(),
      }),
    }),
    bodyType: 'application/csp-report',
    perMinute: 60,
    errors: [],
  },
})

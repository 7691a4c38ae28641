import { z } from 'zod'
import { ACCESS_KINDS } from '#domain/audit/actions.ts'
import { isIsoDate } from '#domain/dates/dates.ts'
import { instant } from './people.ts'
import { routes } from './route.ts'

const day = z.string().refine(isIsoDate, { error: 'Enter a date such as 2026-03-12.' })
const dayOfPeriod = day.refine((one) => one >= '1900' && one < '2200', {
  error: 'Enter a date from 1900 to 2199, such as 2026-03-12.',
})
const name = z.string().trim().min(1, { error: 'Enter the name.' }).max(100)

/**
 * Person and period of an accounting, the person as named in orders. Without dates: the last six years (45
 * CFR 164.528).
 */
export const accountingOf = z.strictObject({
  firstName: name,
  lastName: name,
  dateOfBirth: z.string().refine(isIsoDate, { error: 'Enter the date of birth.' }),
  from: dayOfPeriod.optional(),
  until: dayOfPeriod.optional(),
})
export type AccountingOf = z.infer<typeof accountingOf>

/** One act on a patient's data (domain/audit/acts.ts); in the file, one line of the audit trail. */
export const accountLine = z.object({
  id: z.number().int(),
  at: instant,
  /** The first line's time if the act has several; otherwise the same as `at`. */
  since: instant,
  /** How many lines of the audit trail the act covers. */
  lines: z.number().int().positive(),
  kind: z.enum(ACCESS_KINDS),
  /** What was done. */
  words: z.string(),
  /** Who did it: a user or a system. */
  by: z.string(),
  /** The recipient of data that was sent; otherwise ''. */
  to: z.string(),
  /** The purpose for which data was sent; otherwise ''. */
  purpose: z.string(),
  /** The orders concerned. */
  orderIds: z.array(z.number().int()),
})
export type AccountLine = z.infer<typeof accountLine>

/** The number of newest audit lines that a screen shows as acts; the file has them all. */
export const MOST_LISTED = 2000

const access = { kind: 'institution', permissions: ['CreateUser'], at: ['hospital'] } as const
const params = z.object({ hospital: z.string().min(1).max(20) })

/** The accounting of disclosures. Requested by POST, because a name does not belong in an address. */
export const auditRoutes = routes({
  accounting: {
    method: 'POST',
    path: '/api/audit/{hospital}/accounting',
    summary: 'Accounting of disclosures: who viewed, changed, exported or received a patient’s data',
    access,
    params,
    body: accountingOf,
    reply: z.object({
      ...{ from: day, until: day },
      /** Lines of the audit trail. */
      total: z.number().int(),
      /** Acts, newest first. */
      lines: z.array(accountLine),
    }),
    cost: 'search',
    errors: [],
  },
  accountingFile: {
    method: 'POST',
    path: '/api/audit/{hospital}/accounting/file',
    summary: 'The complete accounting of disclosures as a CSV file',
    access,
    params,
    body: accountingOf,
    reply: { file: true },
    cost: 'export',
    errors: [],
  },
})

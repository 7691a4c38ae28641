import { z } from 'zod'
import { addMonths, isMonth, MOST_MONTHS } from '#domain/figures/months.ts'
import { routes } from './route.ts'

const count = z.number().int()
const month = z.string().refine(isMonth, { error: 'Enter a month such as 2026-05.' })

/**
 * Orders by what they count for (domain/figures/figures.ts), and the days from submission to report of those
 * reported.
 */
const figures = z.object({ counts: z.record(z.string(), count), days: count })

/** Numbers of a clinic, from counts that are kept. */
export const figuresRoutes = routes({
  get: {
    method: 'GET',
    path: '/api/figures/{hospital}',
    summary: 'Orders, turnaround, holds, rejections and authorizations by month, test and provider',
    access: { kind: 'institution', permissions: ['ViewOrder'], at: ['hospital'] },
    params: z.object({ hospital: z.string().min(1).max(20) }),
    query: z
      .object({
        /** First and last month, by the laboratory's clock. */
        from: month,
        to: month,
        /** A test's code; left out: every test. */
        test: z.string().max(20).optional(),
        /** A provider's name as on the orders; left out: every provider. */
        providerName: z.string().max(200).optional(),
        /** Comma-separated codes of the user's institutions, in place of the one in the path. */
        hospitalCodes: z.string().max(4000).optional(),
      })
      .refine(({ from, to }) => from <= to, {
        path: ['to'],
        error: 'The last month is before the first.',
      })
      .refine(({ from, to }) => to < addMonths(from, MOST_MONTHS), {
        path: ['from'],
        error: `At most ${MOST_MONTHS} months.`,
      }),
    reply: z.object({
      /** False while orders from before this page existed are still being counted. */
      isComplete: z.boolean(),
      /** Months in which anything counted, in order. */
      months: z.array(figures.extend({ month })),
      /** The period by test and by provider, most orders first; of providers without results, cancellations, and causes of holds and rejections. */
      tests: z.array(figures.extend({ code: z.string(), name: z.string() })),
      providers: z.array(figures.extend({ name: z.string() })),
      /** At this moment, of every test and provider. */
      now: z.object({ late: count, onHold: count, missingInfo: count, unread: count }),
    }),
    cost: 'search',
    errors: [],
  },
})

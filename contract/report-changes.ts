import { z } from 'zod'
import { VARIANT_CHANGES } from '#domain/results/compare/compare-results.ts'
import { RESULT_DETAILS, VARIANT_DETAILS } from '#domain/results/compare/details.ts'
import { beingChecked } from './being-checked.ts'
import { reportVersion, reportView } from './reports.ts'
import { routes } from './route.ts'

const hospital = z.string().min(1).max(20)
const id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER)
const version = z.coerce.number().int().positive().max(2_147_483_647)
const view = { kind: 'institution', permissions: ['ViewOrder'], at: ['h'] } as const

const words = z.array(z.string()).readonly()

/** The classes of a variant in one version; empty if the laboratory gives none. */
const classes = z.array(z.object({ name: z.string(), conditions: words })).readonly()
const details = <Of extends readonly [string, ...string[]]>(of: Of) =>
  z.array(z.object({ detail: z.enum(of), before: words, after: words })).readonly()

/** What changed between two results (domain/results/compare). */
const resultComparison = z.object({
  overall: z.object({ before: z.string(), after: z.string() }).nullable(),
  variants: z
    .array(
      z.object({
        kind: z.enum(VARIANT_CHANGES),
        name: z.string(),
        before: classes,
        after: classes,
        /** Whether it crosses the line between (likely) pathogenic and everything else. */
        crossing: z.enum(['upgrade', 'downgrade', 'unclear', 'none']),
        details: details(VARIANT_DETAILS),
      }),
    )
    .readonly(),
  unchanged: z.number().int(),
  details: details(RESULT_DETAILS),
})

/** A version without its content: when it was issued, by whom, and why it differs from the one before. */
const versionHead = reportVersion.pick({
  ...({ version: true, number: true, status: true, madeAt: true, receivedAt: true } as const),
  ...({ laboratory: true, signedBy: true, change: true, words: true } as const),
})
export type VersionHead = z.infer<typeof versionHead>

export const reportChanges = z.object({
  older: versionHead,
  newer: versionHead,
  /** The versions of the two whose result the laboratory did not send as data. */
  withoutData: z.array(z.number().int()),
  /** Null if one of the two has no data. */
  comparison: resultComparison.nullable(),
})
export type ReportChanges = z.infer<typeof reportChanges>

const classHistory = reportView
  .pick({ testCode: true, testName: true, person: true, personName: true })
  .extend({
    /** The versions that can be opened, oldest first. */
    versions: z.array(versionHead),
    withoutData: z.array(z.number().int()),
    variants: z
      .array(
        z.object({
          name: z.string(),
          /** Each version in which the class became another. */
          steps: z.array(z.object({ version: z.number().int(), classes, isFound: z.boolean() })).readonly(),
        }),
      )
      .readonly(),
  })

/** What changed from version to version of a report. Withdrawn versions take no part. */
export const reportChangesRoutes = routes({
  compare: {
    method: 'GET',
    path: '/api/orders/{h}/{id}/reports/{version}/changes/{since}',
    summary:
      'What changed between two versions of a report: the overall answer, the class of each variant, and other details; when, by whom and why',
    access: view,
    params: z.object({ h: hospital, id, version, since: version }),
    query: z.object({ beingChecked }),
    reply: reportChanges,
    errors: ['report-withdrawn', 'report-questioned'],
  },
  classes: {
    method: 'GET',
    path: '/api/orders/{h}/{id}/reports/classes',
    summary: 'The classes of each variant over all versions of an order’s reports',
    access: view,
    params: z.object({ h: hospital, id }),
    reply: z.array(classHistory),
    errors: [],
  },
})

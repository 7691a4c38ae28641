import { z } from 'zod'
import { VERSION_STATES } from '#domain/reports/history.ts'
import { REPORT_CHANGES, REPORT_STATUSES } from '#domain/reports/statuses.ts'
import { NOTICE_KINDS } from '#domain/reports/words.ts'
import { beingChecked } from './being-checked.ts'
import { geneticResult } from './genetic-result.ts'
import { orderRow } from './order.ts'
import { instant } from './people.ts'
import { routes } from './route.ts'

const hospital = z.string().min(1).max(20)
const id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER)
/** The version that the user saw under the number (`id` of the list): another one under that number is refused. */
const seen = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional()
/** Versions and parts are counters; this is the most that a column can hold. */
const version = z.coerce.number().int().positive().max(2_147_483_647)
const view = { kind: 'institution', permissions: ['ViewOrder'], at: ['h'] } as const

/** The files in which a result can be downloaded as data. */
export const RESULT_FORMATS = ['csv', 'phenopacket'] as const

/** One result as it was measured (OBX-3, 5, 6, 7, 8). */
const value = z.object({
  code: z.string(),
  name: z.string(),
  value: z.string(),
  unit: z.string(),
  range: z.string(),
  flag: z.string(),
})

/** One part of a report. A document's content is fetched by version and part number. */
export const reportPart = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('document'),
    /** Counts the parts of a version, from 1. */
    part: z.number().int(),
    label: z.string(),
    filename: z.string(),
    mediaType: z.string(),
    bytes: z.number().int(),
  }),
  z.object({
    kind: z.literal('lines'),
    part: z.number().int(),
    label: z.string(),
    lines: z.array(z.string()),
  }),
  z.object({ kind: z.literal('values'), part: z.number().int(), label: z.string(), values: z.array(value) }),
  z.object({
    kind: z.literal('genetics'),
    part: z.number().int(),
    label: z.string(),
    result: geneticResult,
  }),
])

/** The notice about a version that the user had opened: it changed, was withdrawn, or is valid again. */
const notice = z.object({
  kind: z.enum(NOTICE_KINDS),
  at: instant,
  /** When the user confirmed having read it; null until then. */
  readAt: instant.nullable(),
})

/** One version of a report. A withdrawn one has no parts: no clinic user may open it. */
export const reportVersion = z.object({
  /** The version itself: it stays when a report sent earlier arrives and takes the number. */
  id: z.number().int(),
  /** Counts through all reports of the order: its number in addresses. */
  version: z.number().int(),
  /** Counts the versions of its report: what users call it. */
  number: z.number().int(),
  status: z.enum(REPORT_STATUSES).exclude(['withdrawn', 'cancelled']),
  state: z.enum(VERSION_STATES),
  /** The kind of change, if the laboratory gives it. */
  change: z.enum(REPORT_CHANGES).nullable(),
  /** The laboratory's explanation of the change; '' if it gives none. */
  words: z.string(),
  /** Who issued it, as the laboratory names them; '' if it does not. */
  laboratory: z.string(),
  signedBy: z.string(),
  madeAt: instant,
  receivedAt: instant,
  withdrawn: z
    .object({ at: instant, words: z.string(), change: z.enum(REPORT_CHANGES).nullable() })
    .nullable(),
  parts: z.array(reportPart),
  /** The laboratory sent something that may end its validity and is still reviewing it. */
  isQuestioned: z.boolean(),
  /** It is current, and nobody at the institution has opened it. */
  isUnread: z.boolean(),
  /** The notice that this version changed or was withdrawn after the user had opened it. */
  notice: notice.nullable(),
})

export type ReportVersionView = z.infer<typeof reportVersion>

/** One report of an order: one test of one person, in all its versions, newest first. */
export const reportView = z.object({
  /** The test, as the laboratory names it; '' if it names none. */
  testCode: z.string(),
  testName: z.string(),
  /** The report's person: a key of the document's patients, and the name. */
  person: z.string(),
  personName: z.string(),
  /** The current version; null if every version was withdrawn. */
  current: z.number().int().nullable(),
  versions: z.array(reportVersion).min(1),
})

export type ReportView = z.infer<typeof reportView>

const unreadNotice = notice.omit({ readAt: true }).extend({
  hospitalCode: z.string(),
  orderId: z.number().int(),
  /** The version that the user had opened. */
  version: z.number().int(),
  patient: orderRow.shape.patient.omit({ sex: true }),
  testName: z.string(),
  words: z.string(),
})

/**
 * An order's reports with their versions and parts, and the notices about versions that a user had opened.
 */
export const reportsRoutes = routes({
  list: {
    method: 'GET',
    path: '/api/orders/{h}/{id}/reports',
    summary: 'An order’s reports, with all versions and their contents',
    access: view,
    params: z.object({ h: hospital, id }),
    reply: z.object({
      /** A result has arrived whose identity or status is being reviewed at the laboratory. */
      isBeingChecked: z.boolean(),
      reports: z.array(reportView),
    }),
    errors: [],
  },
  part: {
    method: 'GET',
    path: '/api/orders/{h}/{id}/reports/{version}/parts/{part}',
    summary: 'One document of a report version',
    access: view,
    params: z.object({ h: hospital, id, version, part: version }),
    query: z.object({ beingChecked, seen }),
    reply: { file: true },
    errors: ['report-withdrawn', 'report-questioned', 'wrong-state'],
  },
  data: {
    method: 'GET',
    path: '/api/orders/{h}/{id}/reports/data/{format}',
    summary:
      'The current results as data: a CSV file with a row for each variant, or a GA4GH phenopacket with the order’s findings',
    access: view,
    params: z.object({ h: hospital, id, format: z.enum(RESULT_FORMATS) }),
    query: z.object({
      /** One version; left out: every current one. */
      version: version.optional(),
      seen,
    }),
    reply: { file: true },
    errors: ['report-withdrawn', 'report-questioned', 'wrong-state'],
  },
  acknowledge: {
    method: 'POST',
    path: '/api/orders/{h}/{id}/reports/{version}/notice',
    summary:
      'Confirm having read that a version changed or was withdrawn; the laboratory sees the confirmation',
    access: view,
    params: z.object({ h: hospital, id, version }),
    query: z.object({ seen }),
    errors: ['wrong-state'],
  },
  notices: {
    method: 'GET',
    path: '/api/reports/notices',
    summary:
      'Reports that changed or were withdrawn after the user opened them, not yet confirmed by the user',
    access: { kind: 'institution', permissions: ['ViewOrder'] },
    reply: z.array(unreadNotice),
    errors: [],
  },
})

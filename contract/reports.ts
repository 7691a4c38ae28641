import { z } from 'zod'
import { VERSION_STATES } from '#domain/reports/history.ts'
import { REPORT_CHANGES, REPORT_STATUSES } from '#domain/reports/statuses.ts'
import { NOTICE_KINDS } from '#domain/reports/words.ts'
import { beingChecked } from './being-checked.ts'
import { orderRow } from './order.ts'
import { instant } from './people.ts'
import { routes } from './route.ts'

const hospital = z.string().min(1).max(20)
const id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER)
/** Versions and parts are counted, and no column has room for more. */
const version = z.coerce.number().int().positive().max(2_147_483_647)
const view = { kind: 'institution', permissions: ['ViewOrder'], at: ['h'] } as const

/** One result as it was measured (OBX-3, 5, 6, 7, 8). */
const value = z.object({
  code: z.string(),
  name: z.string(),
  value: z.string(),
  unit: z.string(),
  range: z.string(),
  flag: z.string(),
})

/** One part of a report. A document's content is fetched by the version and the part's number. */
export const reportPart = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('document'),
    /** Counts the parts of a version from 1. */
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
])

/** What the caller is told of a version that they had opened: that it changed, was withdrawn, or counts again. */
const notice = z.object({
  kind: z.enum(NOTICE_KINDS),
  at: instant,
  /** When the caller confirmed that they have read it; null while they have not. */
  readAt: instant.nullable(),
})

/** One version of a report. The parts of a withdrawn one are left out: nobody of a clinic may open it. */
const reportVersion = z.object({
  /** Counts through all reports of the order. */
  version: z.number().int(),
  status: z.enum(REPORT_STATUSES).exclude(['withdrawn', 'cancelled']),
  state: z.enum(VERSION_STATES),
  /** What kind of change it is, where the laboratory says so. */
  change: z.enum(REPORT_CHANGES).nullable(),
  /** What the laboratory says of the change; '' where it says nothing. */
  words: z.string(),
  madeAt: instant,
  receivedAt: instant,
  withdrawn: z
    .object({ at: instant, words: z.string(), change: z.enum(REPORT_CHANGES).nullable() })
    .nullable(),
  parts: z.array(reportPart),
  /** The laboratory has said something that may end it, and a person there still looks at that. */
  isQuestioned: z.boolean(),
  /** It counts, and nobody of the institution has opened it. */
  isUnread: z.boolean(),
  /** That this version changed or was withdrawn after the caller had opened it. */
  notice: notice.nullable(),
})

export type ReportVersionView = z.infer<typeof reportVersion>

/** One report of an order: of one test of one person, in all its versions, the newest first. */
const report = z.object({
  /** The test, as the laboratory names it; '' when it names none. */
  testCode: z.string(),
  testName: z.string(),
  /** Whose it is: a key of the document's patients, and the name. */
  person: z.string(),
  personName: z.string(),
  /** Null while none counts: every version was withdrawn. */
  current: z.number().int().nullable(),
  versions: z.array(reportVersion).min(1),
})

export type ReportView = z.infer<typeof report>

const unreadNotice = notice.omit({ readAt: true }).extend({
  hospitalCode: z.string(),
  orderId: z.number().int(),
  /** The version that the caller had opened. */
  version: z.number().int(),
  patient: orderRow.shape.patient.omit({ sex: true }),
  testName: z.string(),
  words: z.string(),
})

/** The reports of an order with their versions and parts, and what somebody is told of one that they had opened. */
export const reportsRoutes = routes({
  list: {
    method: 'GET',
    path: '/api/orders/{h}/{id}/reports',
    summary: 'An order’s reports, with all versions and their contents',
    access: view,
    params: z.object({ h: hospital, id }),
    reply: z.object({
      /** A result came whose identity or status a person at the laboratory looks at. */
      isBeingChecked: z.boolean(),
      reports: z.array(report),
    }),
    errors: [],
  },
  part: {
    method: 'GET',
    path: '/api/orders/{h}/{id}/reports/{version}/parts/{part}',
    summary: 'One document of a report version',
    access: view,
    params: z.object({ h: hospital, id, version, part: version }),
    query: z.object({ beingChecked }),
    reply: { file: true },
    errors: ['report-withdrawn', 'report-questioned'],
  },
  acknowledge: {
    method: 'POST',
    path: '/api/orders/{h}/{id}/reports/{version}/notice',
    summary:
      'Confirm having read that a version changed or was withdrawn; the laboratory sees the confirmation',
    access: view,
    params: z.object({ h: hospital, id, version }),
    errors: [],
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

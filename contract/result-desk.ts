import { z } from 'zod'
import { REPORT_DOUBTS, type ReportDoubt } from '#domain/reports/decisions.ts'
import { IDENTITY_DOUBTS, type IdentityDoubt } from '#domain/reports/person.ts'
import { REPORT_STATUSES } from '#domain/reports/statuses.ts'
import { NOTICE_KINDS } from '#domain/reports/words.ts'
import { instant, pageMeta, paging } from './people.ts'
import { reportPart } from './reports.ts'
import { routes } from './route.ts'

const support = { kind: 'support' } as const
const one = z.object({ id: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER) })
const reason = z.string().trim().min(1, { error: 'A reason is required.' }).max(1000)

const DESK_LISTS = ['waiting', 'decided'] as const
const DOUBTS = Object.keys({ ...REPORT_DOUBTS, ...IDENTITY_DOUBTS }) as [ReportDoubt | IdentityDoubt]

const compared = z.enum(['same', 'other', 'not-said'])
/** One side of an identity comparison: the message, or a person of the order. */
const side = z.object({
  name: z.string(),
  formerNames: z.array(z.string()),
  /** ISO date, or ''. */
  dateOfBirth: z.string(),
  sex: z.string(),
  recordNumbers: z.array(z.string()),
})

/** A person of the order, compared with the message. */
const candidate = side.extend({
  person: z.string(),
  relationship: z.string(),
  /**
   * At most 3: record number, date of birth and name count 1 each, a matching last name alone 0.5, a
   * different sex −1.
   */
  score: z.number(),
  differs: z.object({
    recordNumber: compared,
    dateOfBirth: compared,
    name: z.enum(['same', 'last-name-only', 'other', 'not-said']),
    sex: compared,
  }),
})

/** A current report of the same person. */
const currentReport = z.object({
  version: z.number().int(),
  /** What users call it: it counts the versions of its report. */
  number: z.number().int(),
  /** The report's test. */
  testCode: z.string(),
  /** '' for a test that was not ordered. */
  testName: z.string(),
  status: z.enum(REPORT_STATUSES),
  madeAt: instant,
  parts: z.array(reportPart),
})

const waiting = z.object({
  id: z.number().int(),
  orderId: z.number().int(),
  hospitalCode: z.string(),
  institutionName: z.string(),
  patientName: z.string(),
  /** ISO date or ''. */
  patientDateOfBirth: z.string(),
  testName: z.string(),
  status: z.enum([...REPORT_STATUSES, 'unclear']),
  /** Why identity or handling is in doubt; null once there is nothing left to decide. */
  why: z.enum(DOUBTS),
  /** The same in words. */
  whyInWords: z.string(),
  receivedAt: instant,
  decision: z
    .object({
      /** `settled`: a later message from the laboratory resolved it. */
      outcome: z.enum(['taken', 'assigned', 'refused', 'settled']),
      by: z.string(),
      at: instant,
      reason: z.string(),
    })
    .nullable(),
})

export type WaitingResult = z.infer<typeof waiting>

const fullResult = waiting.extend({
  /** The message that brought it (contract/laboratory.ts, direction `in`); null if it is no longer stored. */
  messageId: z.number().int().nullable(),
  /** OBR-25 and OBX-11, or DiagnosticReport.status, as received. */
  read: z.object({ report: z.string(), results: z.array(z.string()) }),
  words: z.string(),
  madeAt: instant.nullable(),
  sentAt: instant.nullable(),
  parts: z.array(reportPart),
  message: side.extend({ fetus: z.string() }).nullable(),
  order: z.array(candidate),
  /** The person's current reports, for comparison; everybody's while the person is unknown. */
  reports: z.array(currentReport),
  /**
   * Which report it is about must be chosen, by `testCode`; a change may also be a report of its own
   * (`ownTest`).
   */
  choosesReport: z.boolean(),
  /** The test that the message names; null if it cannot be a report of its own. */
  ownTest: z.string().nullable(),
  /** The most likely person; null if no one is likelier than another. */
  likely: z.string().nullable(),
  abilities: z.array(z.enum(['take', 'assign', 'refuse'])),
})

export type WaitingResultView = z.infer<typeof fullResult>

/** Results that wait for a decision at the laboratory, with both sides of the identity to compare. */
export const resultDeskRoutes = routes({
  list: {
    method: 'GET',
    path: '/api/laboratory/results',
    summary: 'Results waiting for a decision at the laboratory, oldest first; or those already decided',
    access: support,
    query: z.object({ list: z.enum(DESK_LISTS).default('waiting'), ...paging }),
    reply: z.object({ data: z.array(waiting), meta: pageMeta, waiting: z.number().int() }),
    cost: 'search',
    errors: [],
  },
  read: {
    method: 'GET',
    path: '/api/laboratory/results/{id}',
    summary:
      'One waiting result next to the order it may belong to. It contains patient data: each view is audited',
    access: support,
    params: one,
    reply: fullResult,
    errors: ['not-found'],
  },
  document: {
    method: 'GET',
    path: '/api/laboratory/results/{id}/parts/{part}',
    summary: 'One document of a waiting result',
    access: support,
    params: one.extend({ part: one.shape.id }),
    reply: { file: true },
    errors: ['not-found'],
  },
  reportDocument: {
    method: 'GET',
    path: '/api/laboratory/results/{id}/reports/{version}/parts/{part}',
    summary: 'One document of the current report, to compare the result with',
    access: support,
    params: one.extend({ version: one.shape.id, part: one.shape.id }),
    reply: { file: true },
    errors: ['not-found'],
  },
  candidates: {
    method: 'GET',
    path: '/api/laboratory/results/{id}/orders/{orderId}',
    summary: 'The people in any submitted order, compared with the message',
    access: support,
    params: one.extend({ orderId: one.shape.id }),
    reply: z.object({
      orderId: z.number().int(),
      hospitalCode: z.string(),
      institutionName: z.string(),
      testName: z.string(),
      order: z.array(candidate),
    }),
    errors: ['not-found'],
  },
  take: {
    method: 'POST',
    path: '/api/laboratory/results/{id}/take',
    summary: 'Accept the result for a person of its order, with the reason. The differences are recorded',
    access: support,
    params: one,
    body: z.strictObject({
      reason,
      /** The person; if left out, the likeliest, or the person already known. */
      person: z.string().max(40).optional(),
      /** The status to give it if its own is unclear. */
      as: z.enum(REPORT_STATUSES).exclude(['withdrawn', 'cancelled']).optional(),
      /** The test whose report it withdraws or changes, if `choosesReport`. */
      report: z.string().max(199).optional(),
    }),
    reply: waiting,
    errors: ['not-found', 'wrong-state'],
  },
  assign: {
    method: 'POST',
    path: '/api/laboratory/results/{id}/assign',
    summary: 'Assign the result to a person of another order, with the reason',
    access: support,
    params: one,
    body: z.strictObject({
      reason,
      orderId: z.number().int().positive(),
      person: z.string().max(40),
      as: z.enum(REPORT_STATUSES).exclude(['withdrawn', 'cancelled']).optional(),
    }),
    reply: waiting,
    errors: ['not-found', 'wrong-state'],
  },
  refuse: {
    method: 'POST',
    path: '/api/laboratory/results/{id}/refuse',
    summary: 'Refuse the result, with the reason: it is not filed to any order',
    access: support,
    params: one,
    body: z.strictObject({ reason }),
    reply: waiting,
    errors: ['not-found', 'wrong-state'],
  },
  notices: {
    method: 'GET',
    path: '/api/laboratory/report-notices',
    summary:
      'Who was notified that a report they had opened changed or was withdrawn, and who has confirmed it',
    access: support,
    query: z.object({ list: z.enum(['unread', 'all']).default('unread'), ...paging }),
    reply: z.object({
      data: z.array(
        z.object({
          id: z.number().int(),
          orderId: z.number().int(),
          hospitalCode: z.string(),
          institutionName: z.string(),
          /** As the clinic calls it: it counts the versions of its report. */
          version: z.number().int(),
          kind: z.enum(NOTICE_KINDS),
          toldAt: instant,
          /** The person who had opened it, with contact details. */
          reader: z.object({ name: z.string(), email: z.string() }),
          openedAt: instant,
          readAt: instant.nullable(),
        }),
      ),
      meta: pageMeta,
    }),
    cost: 'search',
    errors: [],
  },
})

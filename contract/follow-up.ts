import { z } from 'zod'
import {
  ACKNOWLEDGEMENTS,
  FOLLOW_UP_EVENTS,
  FOLLOW_UP_KINDS,
  FOLLOW_UP_OUTCOMES,
  FOLLOW_UP_RESULTS,
} from '#domain/follow-up/follow-up.ts'
import { MOST_TRIES } from '#domain/follow-up/reclassification.ts'
import { MOST_DAYS } from '#domain/follow-up/rules.ts'
import { REPORT_CHANGES, REPORT_STATUSES } from '#domain/reports/statuses.ts'
import { INSTITUTION_ROLES } from '#domain/users/roles.ts'
import { orderRow } from './order.ts'
import { instant, pageMeta, paging } from './people.ts'
import { routes } from './route.ts'

const hospital = z.string().min(1).max(20)
const id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER)
const view = { kind: 'institution', permissions: ['ViewOrder'], at: ['h'] } as const
const count = z.number().int()
const userId = z.number().int().positive()

const reportDetail = z.object({
  kind: z.literal('report'),
  /** The version to see. */
  version: z.number().int(),
  /** What users call it: it counts the versions of its report. */
  number: z.number().int(),
  status: z.enum(REPORT_STATUSES),
  change: z.enum(REPORT_CHANGES).nullable(),
  /** The result of the version before; null for a first one. */
  before: z.enum(FOLLOW_UP_RESULTS).nullable(),
})
const reclassificationDetail = z.object({ kind: z.literal('reclassification') })
const reanalysisDetail = z.object({ kind: z.literal('reanalysis') })

const followUp = z.object({
  id: count,
  hospitalCode: z.string(),
  orderId: count,
  kind: z.enum(FOLLOW_UP_KINDS),
  /** The order's patient. */
  patient: orderRow.shape.patient.omit({ sex: true, fetuses: true }),
  /** A key of the order's people or fetuses, and the report's test; '' if it is about the whole order. */
  person: z.string(),
  testCode: z.string(),
  /** Whom it is about, if not the patient: `the mother`, `fetus A`; otherwise ''. */
  about: z.string(),
  testName: z.string(),
  result: z.enum(FOLLOW_UP_RESULTS),
  /** The laboratory is checking whether its report is right; left out by a server of the version before. */
  isQuestioned: z.boolean().exactOptional(),
  detail: z.discriminatedUnion('kind', [reportDetail, reclassificationDetail, reanalysisDetail]),
  /** What a statement must name: it is refused if the report has changed since. */
  revision: count,
  openedAt: instant,
  /** The last day on which it is on time; null: no day. */
  dueOn: z.iso.date().nullable(),
  isOverdue: z.boolean(),
  owner: z.object({ id: count, name: z.string() }).nullable(),
  /** The user owns it. */
  isOwn: z.boolean(),
  escalated: z.object({ at: instant, to: z.string() }).nullable(),
  closed: z
    .object({ at: instant, by: z.string(), outcome: z.enum(FOLLOW_UP_OUTCOMES), statement: z.string() })
    .nullable(),
})
export type FollowUpView = z.infer<typeof followUp>

const followUpEvent = z.object({
  id: count,
  kind: z.enum(FOLLOW_UP_EVENTS),
  at: instant,
  /** A user, 'Laboratory' or 'Karyo'. */
  by: z.string(),
  words: z.string(),
})

export const followUpWithTrail = followUp.extend({ events: z.array(followUpEvent) })
export type FollowUpWithTrail = z.infer<typeof followUpWithTrail>

const dayCount = z.number().int().min(0).max(MOST_DAYS)
const rules = z.strictObject({
  days: z.strictObject({
    changed: dayCount,
    positive: dayCount,
    uncertain: dayCount,
    'not-stated': dayCount,
    negative: dayCount,
  }),
  escalateTo: z.union([z.strictObject({ userId }), z.strictObject({ role: z.enum(INSTITUTION_ROLES) })]),
  supportDays: dayCount,
  /** Left out: where each institution starts (domain/follow-up/reclassification.ts). */
  reclassification: z
    .strictObject({
      ...{ ordererDays: dayCount, patientDays: dayCount },
      /** How often a patient has to be tried before they count as unreachable. */
      tries: z.number().int().min(1).max(MOST_TRIES),
    })
    .exactOptional(),
})

const FOLLOW_UP_LISTS = ['open', 'overdue', 'closed'] as const
const ownerFilter = z.union([z.enum(['mine', 'nobody', 'all']), id])

/** What a person has to see through: reports that wait for their acknowledgement, and what else is followed up. */
export const followUpRoutes = routes({
  list: {
    method: 'GET',
    path: '/api/follow-up/{h}',
    summary:
      'An institution’s follow-ups: open ones without an owner first, then by due day; closed ones newest first',
    access: view,
    params: z.object({ h: hospital }),
    query: z.object({
      list: z.enum(FOLLOW_UP_LISTS).default('open'),
      owner: ownerFilter.default('all'),
      kind: z.enum(FOLLOW_UP_KINDS).optional(),
      result: z.enum(FOLLOW_UP_RESULTS).optional(),
      ...{ page: paging.page, limit: paging.limit },
    }),
    reply: z.object({ data: z.array(followUp), meta: pageMeta }),
    cost: 'search',
    errors: [],
  },
  counts: {
    method: 'GET',
    path: '/api/follow-up/{h}/counts',
    summary: 'How many follow-ups are open: the user’s own, those without an owner, late ones, and all',
    access: view,
    params: z.object({ h: hospital }),
    reply: z.object({ open: count, overdue: count, mine: count, mineOverdue: count, nobody: count }),
    errors: [],
  },
  ofOrder: {
    method: 'GET',
    path: '/api/follow-up/{h}/orders/{id}',
    summary: 'An order’s follow-ups with their trails, open ones first',
    access: view,
    params: z.object({ h: hospital, id }),
    reply: z.array(followUpWithTrail),
    errors: [],
  },
  acknowledge: {
    method: 'POST',
    path: '/api/follow-up/{h}/{id}/acknowledge',
    summary: 'Acknowledge a report as its owner, with a statement of what was done; nothing else closes it',
    access: view,
    params: z.object({ h: hospital, id }),
    body: z
      .strictObject({
        /** The `revision` that the user has seen. */
        revision: z.number().int().positive(),
        outcome: z.enum(ACKNOWLEDGEMENTS),
        statement: z.string().trim().max(2000).default(''),
      })
      .refine(({ outcome, statement }) => outcome !== 'acted' || statement !== '', {
        path: ['statement'],
        error: 'Describe what was done.',
      }),
    reply: followUpWithTrail,
    errors: ['wrong-state', 'follow-up-changed'],
  },
  assign: {
    method: 'PUT',
    path: '/api/follow-up/{h}/{id}/owner',
    summary: 'Take a follow-up over, or hand it to a colleague who can see the order',
    access: view,
    params: z.object({ h: hospital, id }),
    body: z.strictObject({ ownerId: userId, note: z.string().trim().max(500).default('') }),
    reply: followUpWithTrail,
    errors: ['wrong-state'],
  },
  colleagues: {
    method: 'GET',
    path: '/api/follow-up/{h}/colleagues',
    summary: 'The users who can see an institution’s orders: a follow-up can be handed to them',
    access: { kind: 'institution', permissions: ['ViewOrder', 'CreateUser'], at: ['h'] },
    params: z.object({ h: hospital }),
    reply: z.array(z.object({ id: count, name: z.string() })),
    errors: [],
  },
  rules: {
    method: 'GET',
    path: '/api/follow-up/{h}/rules',
    summary: 'By when an institution’s reports must be acknowledged, and who is told if they are not',
    access: { kind: 'institution', permissions: ['ViewOrder', 'CreateUser'], at: ['h'] },
    params: z.object({ h: hospital }),
    reply: z.object({
      rules,
      /** Null: the institution has not set its own. */
      changed: z.object({ at: instant, by: z.string() }).nullable(),
    }),
    errors: [],
  },
  setRules: {
    method: 'PUT',
    path: '/api/follow-up/{h}/rules',
    summary: 'Set an institution’s rules; they apply to reports that arrive from now on',
    access: { kind: 'institution', permissions: ['CreateUser'], at: ['h'] },
    params: z.object({ h: hospital }),
    body: rules,
    errors: [],
  },
  everywhere: {
    method: 'GET',
    path: '/api/laboratory/follow-up',
    summary:
      'Open follow-ups of all institutions, for Support: those escalated to the laboratory, or all late ones',
    access: { kind: 'support' },
    query: z.object({
      list: z.enum(['escalated', 'overdue', 'open']).default('escalated'),
      ...{ page: paging.page, limit: paging.limit },
    }),
    reply: z.object({
      data: z.array(followUp.extend({ institutionName: z.string(), ownerEmail: z.string() })),
      meta: pageMeta,
    }),
    cost: 'search',
    errors: [],
  },
})

import { z } from 'zod'
import { FEATURE_STATUSES } from '#domain/orders/phenotype.ts'
import { CLOSING_REASONS, needsWords } from '#domain/reanalysis/closing.ts'
import { NOT_DUE, REANALYSIS_REASONS } from '#domain/reanalysis/due.ts'
import { MOST_NEW_FINDINGS } from '#domain/reanalysis/findings.ts'
import { RESULT_OUTCOMES } from '#domain/results/outcomes.ts'
import { order } from './order.ts'
import { routes } from './route.ts'

const hospital = z.string().min(1).max(20)
const id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER)
const one = z.object({ hospital, id })
const day = z.iso.date()
const instant = z.iso.datetime()
const testCode = z.string().min(1).max(20)

/** A finding recorded after the order was submitted, beside its signed document. */
const findingSince = z.object({
  /** A key of the document's people or fetuses. */
  patient: z.string(),
  termId: z.string(),
  label: z.string(),
  release: z.string(),
  status: z.enum(FEATURE_STATUSES),
  observedOn: day,
  note: z.string(),
  by: z.string(),
  at: instant,
})

const openFollowUp = z.object({
  ...{ id: z.number().int(), revision: z.number().int(), dueOn: day.nullable(), owner: z.string() },
})

/** New findings bring a follow-up that was put off forward. Left out by a server of the version before. */
const byFindings = z.boolean().exactOptional()

/** A result of the order that the laboratory may analyze again. */
const reanalysisCase = z.object({
  testCode: z.string(),
  testName: z.string(),
  /** The test that analyzes the stored data again. */
  reanalysis: z.object({ code: z.string(), name: z.string() }),
  reportedOn: day,
  outcome: z.enum(RESULT_OUTCOMES),
  due: z.union([
    z.object({ isDue: z.literal(true), reasons: z.array(z.enum(REANALYSIS_REASONS)), since: day }),
    z.object({ isDue: z.literal(false), why: z.enum(NOT_DUE) }),
  ]),
  /** When it is due by its age; null: never. */
  dueByAge: day.nullable(),
  /** What the draft will tell the laboratory, a sentence each. */
  whatIsNew: z.array(z.string()),
  /** Newer orders of the test or its reanalysis for this person, newest first. */
  newer: z.array(z.object({ id: z.number().int(), isDraft: z.boolean() })),
  /** The open follow-up; null if there is none. */
  followUp: openFollowUp.nullable(),
  byFindings,
  /** The last statement that closed one. */
  closed: z.object({ by: z.string(), at: instant, statement: z.string() }).nullable(),
})
export type ReanalysisCaseView = z.infer<typeof reanalysisCase>

const waitingReanalysis = z.object({
  testCode: z.string(),
  testName: z.string(),
  /** The laboratory is checking whether its report is right; otherwise the laboratory or the institution does not have it analyzed again. */
  isQuestioned: z.boolean(),
  followUp: openFollowUp,
  byFindings,
})
export type WaitingReanalysis = z.infer<typeof waitingReanalysis>

const reanalysis = z.object({
  /** Oldest first; of a person's records of one term the newest is valid. */
  findings: z.array(findingSince),
  cases: z.array(reanalysisCase),
  /**
   * Open follow-ups of results that can't be analyzed again now: they are put off or closed like others. Left out by a server of
   * the version before.
   */
  waiting: z.array(waitingReanalysis).exactOptional(),
})
export type Reanalysis = z.infer<typeof reanalysis>

const revision = z.number().int().positive()
const words = z.string().trim().max(1000, { error: 'At most 1000 characters.' })

export const reanalysisRoutes = routes({
  get: {
    method: 'GET',
    path: '/api/Orders/{hospital}/{id}/reanalysis',
    summary: 'Findings recorded since the report, and which results may be analyzed again, when and why',
    access: { kind: 'institution', permissions: ['ViewOrder'], at: ['hospital'] },
    params: one,
    reply: reanalysis,
    errors: [],
  },
  recordFindings: {
    method: 'POST',
    path: '/api/Orders/{hospital}/{id}/findings',
    summary:
      'Record findings since the report, as terms of the HPO; the order’s document stays as it was signed',
    access: { kind: 'institution', permissions: ['CreateOrder'], at: ['hospital'] },
    params: one,
    /**
     * How many records the user has seen: if others came since, which may be of a try whose answer was lost, it is refused.
     * Not in the body: a portal of the version before refuses what it does not know there.
     */
    query: z.object({ seen: z.coerce.number().int().min(0).optional() }),
    body: z.strictObject({
      findings: z
        .array(
          z.strictObject({
            patient: z.string().min(1).max(40),
            termId: z.string().min(1).max(20),
            status: z.enum(FEATURE_STATUSES),
          }),
        )
        .min(1, { error: 'Choose at least one finding.' })
        .max(MOST_NEW_FINDINGS, { error: `At most ${MOST_NEW_FINDINGS} findings.` }),
      /** When they were observed or ruled out, such as 2026-03-12. */
      observedOn: z.string().max(10),
      note: z.string().trim().max(300, { error: 'At most 300 characters.' }).default(''),
    }),
    reply: reanalysis,
    errors: ['wrong-state', 'version-conflict'],
  },
  draft: {
    method: 'POST',
    path: '/api/Orders/{hospital}/{id}/reanalysis',
    summary: 'Start an order for the reanalysis of an order’s stored data, with what is new since the report',
    access: { kind: 'institution', permissions: ['CreateOrder'], at: ['hospital'] },
    params: one,
    body: z.strictObject({ draftKey: z.uuid(), testCode }),
    reply: order,
    status: 201,
    errors: ['wrong-state'],
  },
  later: {
    method: 'POST',
    path: '/api/Orders/{hospital}/{id}/reanalysis/later',
    summary: 'Put a reanalysis off to a later day, with a reason; new findings bring it forward',
    access: { kind: 'institution', permissions: ['ViewOrder'], at: ['hospital'] },
    params: one,
    body: z.strictObject({ testCode, revision, on: z.string().max(10), reason: words.default('') }),
    reply: reanalysis,
    errors: ['wrong-state'],
  },
  close: {
    method: 'POST',
    path: '/api/Orders/{hospital}/{id}/reanalysis/close',
    summary: 'Close the question of a reanalysis with a statement; the result does not come up again',
    access: { kind: 'institution', permissions: ['ViewOrder'], at: ['hospital'] },
    params: one,
    body: z
      .strictObject({ testCode, revision, reason: z.enum(CLOSING_REASONS), statement: words.default('') })
      .refine(({ reason, statement }) => !needsWords(reason) || statement !== '', {
        path: ['statement'],
        error: 'Describe it.',
      }),
    reply: reanalysis,
    errors: ['wrong-state'],
  },
})

import { sql } from 'kysely'
import type { IsoDate } from '#domain/dates/dates.ts'
import type { FollowUpDetails } from '#domain/follow-up/detail.ts'
import { dueDay } from '#domain/follow-up/rules.ts'
import { reasonsInWords } from '#domain/reanalysis/words.ts'
import {
  BY_KARYO,
  moveFollowUp,
  openFollowUp,
  openOf,
  ownerAmong,
  type readersInScope,
  rulesOf,
} from '#server/features/follow-up/public.ts'
import type { StoredOrder } from '#server/features/orders/public.ts'
import { type Db, policiesFor, type ReanalysisCase } from './cases.ts'

type By = typeof BY_KARYO

/** Who can see an institution's orders: in a request's scope, or on the worker's connection. */
type ReadersOf = typeof readersInScope

/** A result's open follow-up, locked; undefined if there is none. */
export function openReanalysisOf(
  db: Db,
  { order, person, testCode }: { order: { id: number }; person: string; testCode: string },
) {
  return openOf(db, order.id, { kind: 'reanalysis', person, testCode })
}

/**
 * Opens the follow-up of a result that is due. If one is open already, nothing happens; returns whether it is new.
 */
export async function openIfDue(
  db: Db,
  known: ReanalysisCase,
  readersOf: ReadersOf,
  today: IsoDate,
): Promise<boolean> {
  const { order, person, testCode, due } = known
  if (!due.isDue) return false
  const { institution_code: institution } = order
  const rules = await rulesOf(db, institution)
  const { isNew } = await openFollowUp(
    db,
    order,
    {
      ...{ kind: 'reanalysis', person, testCode, ...contentOf(known) },
      owner: ownerAmong(order, await readersOf(db, institution)),
      dueOn: dueDay(rules, { result: resultOf(known), isChange: false }, { today }),
    },
    { by: BY_KARYO, words: `Reanalysis: ${reasonsInWords(due.reasons)}` },
  )
  return isNew
}

/**
 * New findings bring a postponed follow-up forward to the day that a new one would have, where findings bring a result up;
 * one that is due sooner stays as it is.
 */
export async function bringForward(
  db: Db,
  known: ReanalysisCase,
  { today, by }: { today: IsoDate; by: By },
): Promise<void> {
  const open = await openReanalysisOf(db, known)
  if (!open || !known.due.isDue || !known.policy.byFindings) return
  await askSooner(db, open, contentOf(known), { today, by })
}

/**
 * The same for the order's open follow-ups that are no case now because the laboratory is checking their report: if it stands, nobody
 * would think of the findings before the later day.
 */
export async function bringQuestionedForward(
  db: Db,
  order: StoredOrder,
  cases: readonly ReanalysisCase[],
  { today, by }: { today: IsoDate; by: By },
): Promise<void> {
  const questioned = await db
    .selectFrom('follow_up')
    .selectAll()
    .where('order_id', '=', order.id)
    .where('kind', '=', 'reanalysis')
    .where('closed_at', 'is', null)
    .where(IS_QUESTIONED)
    .orderBy('id')
    .forUpdate()
    .execute()
  if (questioned.length === 0) return
  const policies = await policiesFor(db, order)
  for (const open of questioned) {
    const isCase = cases.some(({ person, testCode }) => person === open.person && testCode === open.test_code)
    if (!isCase && policies.get(open.test_code)?.byFindings)
      await askSooner(db, open, contentAsBefore(open), { today, by })
  }
}

/** The laboratory is checking the report of a follow-up. */
export const IS_QUESTIONED = sql<boolean>`report_ids && array(select questioned_reports(order_id))`

async function askSooner(
  db: Db,
  open: StoredFollowUp,
  content: ReturnType<typeof contentAsBefore>,
  { today, by }: { today: IsoDate; by: By },
): Promise<void> {
  const rules = await rulesOf(db, open.institution_code)
  const dueOn = dueDay(
    rules,
    { result: content.result, isChange: false },
    { today, ...(open.due_on === null ? {} : { dueOn: open.due_on }) },
  )
  if (dueOn === open.due_on) return
  await moveFollowUp<'reanalysis'>(
    db,
    open,
    { ...content, dueOn },
    { kind: 'step', by, words: 'New findings were recorded.' },
  )
}

/** What a follow-up keeps about its result. */
export function contentOf({ reportId, reportedOn, policy, due, ...known }: ReanalysisCase) {
  return {
    reportIds: [reportId],
    result: resultOf(known),
    detail: {
      reasons: due.isDue ? due.reasons : [],
      since: due.isDue ? due.since : reportedOn,
      ...{ reportedOn, test: policy.test },
    },
  }
}

type StoredFollowUp = NonNullable<Awaited<ReturnType<typeof openOf>>>

/** The same of one whose result can't be analyzed again now: what it has. */
export function contentAsBefore({ report_ids, result, detail }: StoredFollowUp) {
  return { reportIds: report_ids, result, detail: detail as FollowUpDetails['reanalysis'] }
}

const resultOf = ({ outcome }: Pick<ReanalysisCase, 'outcome'>) =>
  outcome === 'uncertain' ? ('uncertain' as const) : ('negative' as const)

import type { IsoDate } from '#domain/dates/dates.ts'
import { dueDay } from '#domain/follow-up/rules.ts'
import { reasonsInWords } from '#domain/reanalysis/words.ts'
import {
  BY_KARYO,
  moveFollowUp,
  openFollowUp,
  openOf,
  ownerAmong,
  readersAt,
  rulesOf,
} from '#server/features/follow-up/public.ts'
import type { Db, ReanalysisCase } from './cases.ts'

type By = typeof BY_KARYO

/** A result's open follow-up, locked; undefined if there is none. */
export function openReanalysisOf(db: Db, { order, person, testCode }: ReanalysisCase) {
  return openOf(db, order.id, { kind: 'reanalysis', person, testCode })
}

/**
 * Opens the follow-up of a result that is due. If one is open already, nothing happens; returns whether it is new.
 */
export async function openIfDue(db: Db, known: ReanalysisCase, today: IsoDate): Promise<boolean> {
  const { order, person, testCode, due } = known
  if (!due.isDue) return false
  const { institution_code: institution } = order
  const rules = await rulesOf(db, institution)
  const { isNew } = await openFollowUp(
    db,
    order,
    {
      ...{ kind: 'reanalysis', person, testCode, ...contentOf(known) },
      owner: ownerAmong(order, await readersAt(db, institution)),
      dueOn: dueDay(rules, { result: resultOf(known), isChange: false }, { today }),
    },
    { by: BY_KARYO, words: `Reanalysis: ${reasonsInWords(due.reasons)}` },
  )
  return isNew
}

/**
 * New findings bring a postponed follow-up forward to the day that a new one would have; one that is due sooner
 * stays as it is.
 */
export async function bringForward(
  db: Db,
  known: ReanalysisCase,
  { today, by }: { today: IsoDate; by: By },
): Promise<void> {
  const open = await openReanalysisOf(db, known)
  if (!open || !known.due.isDue) return
  const rules = await rulesOf(db, known.order.institution_code)
  const dueOn = dueDay(
    rules,
    { result: resultOf(known), isChange: false },
    { today, ...(open.due_on === null ? {} : { dueOn: open.due_on }) },
  )
  if (dueOn === open.due_on) return
  await moveFollowUp<'reanalysis'>(
    db,
    open,
    { ...contentOf(known), dueOn },
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

const resultOf = ({ outcome }: Pick<ReanalysisCase, 'outcome'>) =>
  outcome === 'uncertain' ? ('uncertain' as const) : ('negative' as const)

import { fail } from '#contract/errors.ts'
import type { Order } from '#contract/order.ts'
import type { ReclassificationView } from '#contract/reclassification.ts'
import { todayAtLaboratory } from '#domain/dates/dates.ts'
import {
  type ContactWay,
  INITIAL_RECLASSIFICATION_RULES,
  isAgainstContact,
  type Progress,
  progressOf,
  RECONTACT_QUESTION,
  type ReclassificationDetail,
  type ReclassificationRules,
  type RecontactWish,
  type RecordedStep,
} from '#domain/follow-up/reclassification.ts'
import { personOfRecord } from '#domain/orders/subject.ts'
import type { Scope } from '#server/database/scope.ts'
import { loadOrderReply } from '#server/features/orders/public.ts'
import { changesOfRows } from '#server/features/reports/public.ts'
import { type EventRow, type FollowUpRow, followUpWithTrail } from '../list-store.ts'
import { presentWithTrail } from '../present.ts'
import { type Db, rulesOf } from '../store.ts'
import { outdatedReports } from './newest-version.ts'

/** What a letter’s event keeps (`follow_up_event.detail`), besides its step. */
export interface LetterDetail {
  /** The report row that it is about, as each step’s. */
  report: number
  title: string
  paragraphs: readonly string[]
  relation: string
  /** Why it was made although the patient did not want to be contacted; '' otherwise. */
  against: string
}

/** What the event of a step keeps. */
export type StepDetail = Partial<RecordedStep & LetterDetail & { way: ContactWay }>

/** All that the steps of a reclassification depend on. */
export interface OpenedReclassification {
  row: FollowUpRow
  events: readonly EventRow[]
  order: Order
  detail: ReclassificationDetail
  progress: Progress
  rules: ReclassificationRules
  wish: RecontactWish
  wishAsked: string
}

export async function openReclassification(
  scope: Scope,
  hospital: string,
  id: number,
): Promise<OpenedReclassification> {
  const found = (await followUpWithTrail(scope, hospital, id)) ?? fail('not-found')
  const { row, events } = found
  if (row.kind !== 'reclassification') fail('not-found')
  const order = await loadOrderReply(scope, { hospital, id: row.order_id })
  const rules = (await rulesOf(scope.db, hospital)).reclassification ?? INITIAL_RECLASSIFICATION_RULES
  return {
    ...{ row, events, order, rules, detail: row.detail as ReclassificationDetail },
    progress: progressIn(events),
    ...wishOf(order, row.person),
  }
}

/** The event by which it is about its present version; 0: the first. */
export const lastMove = (events: readonly EventRow[]) =>
  events.findLast(({ kind }) => kind === 'moved')?.id ?? 0

function progressIn(events: readonly EventRow[]): Progress {
  const moved = lastMove(events)
  const steps = events.filter(({ kind }) => kind === 'step')
  const recorded = (those: readonly EventRow[]) => those.map(({ detail }) => detail as RecordedStep)
  return progressOf(
    recorded(steps.filter((one) => one.id < moved)),
    recorded(steps.filter((one) => one.id > moved)),
  )
}

/** A fetus has no wish of its own: its mother’s counts. */
function wishOf(
  { consentLedger, document }: Order,
  person: string,
): Pick<OpenedReclassification, 'wish' | 'wishAsked'> {
  const key = consentLedger.some((one) => one.person === person)
    ? person
    : personOfRecord(document, person)?.key
  const items = consentLedger.find((one) => one.person === key)?.items ?? []
  const item = items.find((one) => one.id === RECONTACT_QUESTION)
  const wishAsked = item?.text ?? ''
  if (!item || item.answer === null) return { wish: 'not-asked', wishAsked }
  return { wish: item.answer ? (item.withdrawn ? 'withdrawn' : 'yes') : 'no', wishAsked }
}

export async function presentReclassification(
  scope: Scope,
  opened: OpenedReclassification,
  now: Date,
  { isWarned }: { isWarned: boolean } = { isWarned: false },
): Promise<ReclassificationView> {
  const { row, events, order, detail, progress, rules, wish, wishAsked } = opened
  const { from, to, ordererDue, patientDue } = detail
  const { changes, isQuestioned } = await changesOfRows(scope, order, [from, to], { isWarned })
  return {
    ...presentWithTrail(
      row,
      changes || isQuestioned ? events : withoutLaboratory(events),
      scope.actor.id,
      todayAtLaboratory(now),
    ),
    ...{ changes, isQuestioned, wish, wishAsked, days: { ordererDue, patientDue } },
    progress: { ...progress, triesNeeded: rules.tries },
    steps: stepsIn(events),
    letters: await lettersIn(scope.db, events, wish),
  }
}

/** Of a withdrawn report, without what the laboratory wrote about it. */
function withoutLaboratory(events: readonly EventRow[]): EventRow[] {
  return events.map((event) =>
    event.kind === 'opened' || event.kind === 'moved' ? { ...event, words: '' } : event,
  )
}

function stepsIn(events: readonly EventRow[]): ReclassificationView['steps'] {
  const moved = lastMove(events)
  const relations = new Map(
    events.flatMap(({ detail }) => {
      const { step, relative = '', relation = '' } = detail as StepDetail
      return step === 'relative-listed' ? [[relative, relation]] : []
    }),
  )
  return events.flatMap(({ id, at, by_name: by, kind, words, detail }) => {
    const { step, way = null, relative = '', against = '' } = detail as StepDetail
    if (kind !== 'step' || step === undefined) return []
    const relation = relations.get(relative) ?? ''
    // A letter's words say what was made: nobody wrote them.
    const statement = { words: step === 'letter' ? '' : words, against }
    return [
      {
        ...{ id, at: at.toISOString(), by, step, way, relative, relation },
        ...statement,
        isEarlier: id < moved,
      },
    ]
  })
}

export function letterOf({ kind, detail }: Pick<EventRow, 'kind' | 'detail'>): LetterDetail | null {
  const { step, title, paragraphs, report, relation = '', against = '' } = detail as StepDetail
  const isLetter = kind === 'step' && step === 'letter'
  return isLetter && title !== undefined && paragraphs && report !== undefined
    ? { title, paragraphs, report, relation, against }
    : null
}

/** Whether a letter was made for a patient who has said or says now that they do not want it. */
export const isLetterAgainstWish = (
  { relation, against }: Pick<LetterDetail, 'relation' | 'against'>,
  wish: RecontactWish,
): boolean => relation === '' && against === '' && isAgainstContact(wish)

async function lettersIn(
  db: Db,
  events: readonly EventRow[],
  wish: RecontactWish,
): Promise<ReclassificationView['letters']> {
  const letters = events.flatMap((event) => {
    const letter = letterOf(event)
    return letter ? [{ event, letter }] : []
  })
  const outdated = await outdatedReports(
    db,
    letters.map(({ letter }) => letter.report),
  )
  return letters.map(({ event, letter }) => ({
    ...{ id: event.id, at: event.at.toISOString(), by: event.by_name, relation: letter.relation },
    to: letter.relation === '' ? ('patient' as const) : ('relative' as const),
    isOutdated: outdated.has(letter.report),
    isAgainstWish: isLetterAgainstWish(letter, wish),
  }))
}

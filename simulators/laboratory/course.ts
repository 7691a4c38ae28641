import { REJECT_REASONS } from '#domain/orders/holds.ts'
import type { Act } from './acts.ts'
import type { Changed, Decided, Done, Taken } from './journal.ts'
import { REACTION, type Step } from './plan.ts'

/** All that the books have of one order. What is made of it here are pure functions. */
export interface Course {
  readonly order: Taken
  readonly done: Done[]
  readonly decisions: Decided[]
  readonly changes: Changed[]
  /** How the portal answered our messages, by control id. */
  readonly answers: Map<string, { code: string; text: string }>
}

/** What the clinic has sent, by SPM-2, with what was said of it. */
export interface CourseSpecimen {
  number: string
  hasArrived: boolean
  rejected: { code: string; words: string } | null
}

export type Hold = Extract<Act, { do: 'hold' }> & { number: string; at: string }

export function isCancelled({ done, decisions }: Course): boolean {
  return decisions.some(({ decision }) => decision === 'CR') || done.some(({ act }) => act.do === 'cancel')
}

/** The specimens of the order, then those that came in the place of a rejected one. */
export function specimensOf(course: Course): CourseSpecimen[] {
  const come = [course.order, ...course.changes].flatMap(({ specimens }) => specimens)
  // Where a specimen was named twice, what was said of it last counts.
  const known = new Map(come.filter(({ number }) => number !== '').map((one) => [one.number, one]))
  return [...known.values()].map(({ number, isHere }) => ({
    ...{ number, hasArrived: isHere, rejected: null },
    ...saidOf(course, number),
  }))
}

function saidOf({ done }: Course, number: string): Partial<CourseSpecimen> {
  const said: Partial<CourseSpecimen> = {}
  for (const { act } of done) {
    if (act.do === 'accession' && act.specimens?.includes(number)) said.hasArrived = true
    if (act.do === 'reject' && act.specimen === number)
      said.rejected = { code: act.code, words: act.words ?? REJECT_REASONS[act.code] ?? '' }
  }
  return said
}

/** The holds that were not released, in the order in which they began. */
export function openHolds(course: Course): Hold[] {
  const released = new Set(course.done.map(({ act }) => (act.do === 'release' ? act.number : undefined)))
  return holdsOf(course).filter(({ number }) => !released.has(number))
}

export function holdsOf({ done }: Course): Hold[] {
  return done.flatMap(({ act, at }) => (act.do === 'hold' ? [{ ...act, number: act.number ?? '', at }] : []))
}

/** Whether a change brings the answer that a hold waits for: by its number, or by its code where it names no number. */
function isAnswered(course: Course, { number, code }: Hold): boolean {
  return course.changes.some(
    ({ answer }) => answer && (answer.number ? answer.number === number : answer.code === code),
  )
}

/**
 * What the plan has next, and when (ms since 1970; Infinity while it waits for the clinic). Null where nothing comes by
 * itself: at the plan's end, once cancelled, and once anything was told.
 */
export function nextStep(course: Course, speed: number): { due: number; act: Act } | null {
  const { order, done } = course
  const step = order.plan[done.length]
  if (!step || isCancelled(course) || done.some(({ told }) => told)) return null
  return { due: dueAt(course, step, speed), act: step.act }
}

function dueAt(course: Course, step: Step, speed: number): number {
  const planned = plannedAt(course, step, speed)
  if (!step.waitsFor) return planned
  const since = course.done.at(-1)?.at ?? course.order.at
  const hold = openHolds(course).at(-1)
  const come = course.changes.find((change) =>
    step.waitsFor === 'specimen'
      ? change.at >= since && change.specimens.length > 0
      : hold !== undefined && isAnswered({ ...course, changes: [change] }, hold),
  )
  const reacted = come ? Date.parse(come.at) + (REACTION * 1000) / speed : Number.POSITIVE_INFINITY
  return step.waitsFor === 'specimen' ? reacted : Math.min(planned, reacted)
}

/** By the plan's clock, which began with the order and stands still while a step waits. */
function plannedAt({ order, done }: Course, step: Step, speed: number): number {
  let [from, at] = [order.at, 0]
  for (const [index, { at: doneAt }] of done.entries()) {
    const before = order.plan[index]
    if (before?.waitsFor) [from, at] = [doneAt, before.at]
  }
  return Date.parse(from) + ((step.at - at) * 1000) / speed
}

/** The act with all that its message says, such as which specimens have arrived and a hold's number. */
export function completed(course: Course, act: Act): Act {
  if (act.do === 'accession') return { ...act, specimens: arriving(course, act.specimens) }
  if (act.do === 'hold') return { ...act, number: act.number ?? `H${holdsOf(course).length + 1}` }
  if (act.do === 'reject') return { ...act, specimen: numberOf(course, act.specimen) ?? act.specimen }
  const last = openHolds(course).at(-1)?.number
  if (act.do === 'release' && act.number === undefined && last !== undefined) return { ...act, number: last }
  return act
}

function arriving(course: Course, named: string[] | undefined): string[] {
  if (named) return named.map((name) => numberOf(course, name) ?? name)
  return specimensOf(course)
    .filter(({ hasArrived }) => !hasArrived)
    .map(({ number }) => number)
}

/** A specimen by its whole number, `41-s1`, or by the sender's key in it, `s1`. */
function numberOf(course: Course, name: string): string | undefined {
  const { orderId } = course.order
  return specimensOf(course).find(({ number }) => number === name || number === `${orderId}-${name}`)?.number
}

/** What only a report that is there can be. */
const CHANGES: Partial<Record<Act['do'], string>> = {
  ...{ correct: 'corrected', amend: 'amended', addendum: 'added to', withdraw: 'withdrawn' },
}

/** Why an order cannot be told to do something; null where it can. */
export function refusalOf(course: Course, act: Act): string | null {
  if (isCancelled(course)) return 'The order is cancelled'
  if (CHANGES[act.do] !== undefined && !course.done.some(({ act: before }) => before.do === 'report'))
    return `Nothing was reported that could be ${CHANGES[act.do]}`
  if (act.do === 'hold' && holdsOf(course).some(({ number }) => number === act.number))
    return `There is a hold ${act.number} already`
  if (act.do === 'release' && !openHolds(course).some(({ number }) => !act.number || number === act.number))
    return act.number ? `There is no open hold ${act.number}` : 'There is no open hold'
  const named = act.do === 'accession' ? (act.specimens ?? []) : act.do === 'reject' ? [act.specimen] : []
  const unknown = named.find((name) => numberOf(course, name) === undefined)
  return unknown === undefined ? null : `There is no specimen ${unknown}`
}

import { REJECT_REASONS } from '#domain/orders/hold-kinds.ts'
import type { Act } from './acts.ts'
import type { CancellationDecision, ChangeEntry, CompletedAct, OrderEntry } from './journal.ts'
import { REACTION, type Step } from './plan.ts'

/** The journal's entries about one order. Everything computed from it here is a pure function. */
export interface SimulatedOrder {
  readonly order: OrderEntry
  readonly done: CompletedAct[]
  readonly decisions: CancellationDecision[]
  readonly changes: ChangeEntry[]
  /** The portal's answers to our messages, by control ID. */
  readonly answers: Map<string, { code: string; text: string }>
}

/** A specimen from the clinic, by SPM-2, with its state. */
export interface SimulatedSpecimen {
  number: string
  hasArrived: boolean
  rejected: { code: string; words: string } | null
}

export type Hold = Extract<Act, { do: 'hold' }> & { number: string; at: string }

export function isCancelled({ done, decisions }: SimulatedOrder): boolean {
  return decisions.some(({ decision }) => decision === 'CR') || done.some(({ act }) => act.do === 'cancel')
}

/** The order's specimens, then those that replaced rejected ones. */
export function specimensOf(simulatedOrder: SimulatedOrder): SimulatedSpecimen[] {
  const come = [simulatedOrder.order, ...simulatedOrder.changes].flatMap(({ specimens }) => specimens)
  // If a specimen was named twice, the later data counts.
  const known = new Map(come.filter(({ number }) => number !== '').map((one) => [one.number, one]))
  return [...known.values()].map(({ number, isHere }) => ({
    ...{ number, hasArrived: isHere, rejected: null },
    ...specimenStateOf(simulatedOrder, number),
  }))
}

function specimenStateOf({ done }: SimulatedOrder, number: string): Partial<SimulatedSpecimen> {
  const specimenState: Partial<SimulatedSpecimen> = {}
  for (const { act } of done) {
    if (act.do === 'accession' && act.specimens?.includes(number)) specimenState.hasArrived = true
    if (act.do === 'reject' && act.specimen === number)
      specimenState.rejected = { code: act.code, words: act.words ?? REJECT_REASONS[act.code] ?? '' }
  }
  return specimenState
}

/** The open holds, in the order in which they began. */
export function openHolds(simulatedOrder: SimulatedOrder): Hold[] {
  const released = new Set(
    simulatedOrder.done.map(({ act }) => (act.do === 'release' ? act.number : undefined)),
  )
  return holdsOf(simulatedOrder).filter(({ number }) => !released.has(number))
}

export function holdsOf({ done }: SimulatedOrder): Hold[] {
  return done.flatMap(({ act, at }) => (act.do === 'hold' ? [{ ...act, number: act.number ?? '', at }] : []))
}

/** Whether a change answers a hold: by its number, or by its code if it has no number. */
function isAnswered(simulatedOrder: SimulatedOrder, { number, code }: Hold): boolean {
  return simulatedOrder.changes.some(
    ({ answer }) => answer && (answer.number ? answer.number === number : answer.code === code),
  )
}

/**
 * The plan's next step, and its time (ms since 1970; Infinity while it waits for the clinic). Null if nothing
 * follows by itself: at the plan's end, after a cancellation, and after any command. A withdrawn consent stops
 * the plan until the clinic answers the hold.
 */
export function nextStep(simulatedOrder: SimulatedOrder, speed: number): { due: number; act: Act } | null {
  const { order, done } = simulatedOrder
  if (isCancelled(simulatedOrder) || done.some(({ told }) => told)) return null
  const stopped = stopStep(simulatedOrder, speed)
  if (stopped) return stopped
  const planned = { ...simulatedOrder, done: done.filter(({ act }) => !isOfWithdrawal(simulatedOrder, act)) }
  const step = order.plan[planned.done.length]
  return step ? { due: dueAt(planned, step, speed), act: step.act } : null
}

const stopsIn = ({ changes }: SimulatedOrder) =>
  changes.flatMap(({ at, withdrawn }) => (withdrawn?.hold ? [{ at, ...withdrawn.hold }] : []))

function isOfWithdrawal(simulatedOrder: SimulatedOrder, act: Act): boolean {
  if (act.do !== 'hold' && act.do !== 'release') return false
  return stopsIn(simulatedOrder).some(({ number }) => number === act.number)
}

/** The hold after a withdrawn consent, and its release once the clinic has answered; null if nothing is stopped. */
function stopStep(simulatedOrder: SimulatedOrder, speed: number): { due: number; act: Act } | null {
  // A report that is out stays in the chart.
  if (simulatedOrder.done.some(({ act }) => act.do === 'report')) return null
  for (const { at, number, words } of stopsIn(simulatedOrder)) {
    const hold = holdsOf(simulatedOrder).find((one) => one.number === number)
    if (!hold) return { due: Date.parse(at), act: { do: 'hold', code: 'CONSENT', words, number } }
    if (!openHolds(simulatedOrder).some((one) => one.number === number)) continue
    const answered = simulatedOrder.changes.find(({ answer }) => answer?.number === number)
    const due = answered ? Date.parse(answered.at) + (REACTION * 1000) / speed : Number.POSITIVE_INFINITY
    return { due, act: { do: 'release', number } }
  }
  return null
}

function dueAt(simulatedOrder: SimulatedOrder, step: Step, speed: number): number {
  const planned = plannedAt(simulatedOrder, step, speed)
  if (!step.waitsFor) return planned
  const since = simulatedOrder.done.at(-1)?.at ?? simulatedOrder.order.at
  const hold = openHolds(simulatedOrder).at(-1)
  const come = simulatedOrder.changes.find((change) =>
    step.waitsFor === 'specimen'
      ? change.at >= since && change.specimens.length > 0
      : hold !== undefined && isAnswered({ ...simulatedOrder, changes: [change] }, hold),
  )
  const reacted = come ? Date.parse(come.at) + (REACTION * 1000) / speed : Number.POSITIVE_INFINITY
  return step.waitsFor === 'specimen' ? reacted : Math.min(planned, reacted)
}

/** By the plan's clock, which starts with the order and stops while a step waits. */
function plannedAt({ order, done }: SimulatedOrder, step: Step, speed: number): number {
  let [from, at] = [order.at, 0]
  for (const [index, { at: doneAt }] of done.entries()) {
    const before = order.plan[index]
    if (before?.waitsFor) [from, at] = [doneAt, before.at]
  }
  return Date.parse(from) + ((step.at - at) * 1000) / speed
}

/**
 * The act with all the values in its message, such as the specimens that have arrived and a hold's number.
 */
export function completeAct(simulatedOrder: SimulatedOrder, act: Act): Act {
  if (act.do === 'accession') return { ...act, specimens: arrivingSpecimens(simulatedOrder, act.specimens) }
  if (act.do === 'hold') return { ...act, number: act.number ?? `H${holdsOf(simulatedOrder).length + 1}` }
  if (act.do === 'reject') return { ...act, specimen: numberOf(simulatedOrder, act.specimen) ?? act.specimen }
  const last = openHolds(simulatedOrder).at(-1)?.number
  if (act.do === 'release' && act.number === undefined && last !== undefined) return { ...act, number: last }
  return act
}

function arrivingSpecimens(simulatedOrder: SimulatedOrder, named: string[] | undefined): string[] {
  if (named) return named.map((name) => numberOf(simulatedOrder, name) ?? name)
  return specimensOf(simulatedOrder)
    .filter(({ hasArrived }) => !hasArrived)
    .map(({ number }) => number)
}

/** A specimen's number, given its full number `41-s1` or the sender's key `s1`. */
function numberOf(simulatedOrder: SimulatedOrder, name: string): string | undefined {
  const { orderId } = simulatedOrder.order
  return specimensOf(simulatedOrder).find(({ number }) => number === name || number === `${orderId}-${name}`)
    ?.number
}

/** Possible only for an existing report. */
const CHANGES: Partial<Record<Act['do'], string>> = {
  ...{ correct: 'corrected', amend: 'amended', addendum: 'added to', withdraw: 'withdrawn' },
}

/** Why a command for an order is impossible; null if it is possible. */
export function refusalOf(simulatedOrder: SimulatedOrder, act: Act): string | null {
  if (isCancelled(simulatedOrder)) return 'The order is cancelled'
  if (CHANGES[act.do] !== undefined && !simulatedOrder.done.some(({ act: before }) => before.do === 'report'))
    return `There is no report that could be ${CHANGES[act.do]}`
  if (act.do === 'hold' && holdsOf(simulatedOrder).some(({ number }) => number === act.number))
    return `The hold ${act.number} already exists`
  if (
    act.do === 'release' &&
    !openHolds(simulatedOrder).some(({ number }) => !act.number || number === act.number)
  )
    return act.number ? `There is no open hold ${act.number}` : 'There is no open hold'
  const named = act.do === 'accession' ? (act.specimens ?? []) : act.do === 'reject' ? [act.specimen] : []
  const unknown = named.find((name) => numberOf(simulatedOrder, name) === undefined)
  return unknown === undefined ? null : `There is no specimen ${unknown}`
}

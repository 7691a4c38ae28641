import type { Chart, ChartCondition, ChartResource, Filled } from './chart.ts'
import { isPlacer } from './chart.ts'
import type { EhrOrder } from './ehr-order.ts'
import { isSamePatient } from './same-person.ts'

/** What a launch left with its draft. */
export interface LaunchOfDraft {
  filled: readonly Filled[]
  /** To choose the indication from. */
  conditions: readonly ChartCondition[]
  notRead: readonly ChartResource[]
}

/** How long a launch waits to be opened, and the user may take at the hospital. */
export const LAUNCH_MINUTES = 10

/** Whether a launch can still be opened. */
export const isWaiting = (launchedAt: Date, now: Date): boolean =>
  now.getTime() - launchedAt.getTime() < LAUNCH_MINUTES * 60_000

/** Whether a user has proven who they are since the launch came; null if the identity provider does not tell when. */
export function hasSignedInSince(launchedAt: Date, signedInAt: number | null): boolean {
  return signedInAt !== null && signedInAt >= Math.floor(launchedAt.getTime() / 1000)
}

/** An order that a message brought. */
export interface BroughtOrder {
  id: number
  content: EhrOrder | null
}

/**
 * The order that a message brought and from which the launch was made: the same number in the same namespace, or the
 * only one with that number, and the same person in any case. Undefined: none, or not certain.
 */
export function orderOfLaunch<O extends BroughtOrder>(chart: Chart, brought: readonly O[]): O | undefined {
  const numbers = chart.order?.numbers ?? []
  const ofPerson = brought.filter(
    ({ content }) =>
      content !== null &&
      numbers.some(({ number }) => number === content.placer.number) &&
      isSamePatient(content.patient, chart.patient),
  )
  const named = ofPerson.filter(({ content }) =>
    numbers.some((number) => content !== null && isPlacer(content.placer, number)),
  )
  const [only, ...more] = named.length > 0 ? named : ofPerson
  return more.length === 0 ? only : undefined
}

import { createHash } from 'node:crypto'
import type { Act } from './acts.ts'
import { findingFor, type Revision, treatmentFor } from './findings.ts'
import type { ReceivedChange, ReceivedOrder } from './received.ts'

/**
 * `steady`: every order simply proceeds. `lively`: some are put on hold, rejected or corrected, and it is
 * down at times.
 */
export const BEHAVIOURS = ['steady', 'lively'] as const
export type Behaviour = (typeof BEHAVIOURS)[number]

/** One step in an order's plan. */
export interface Step {
  /** Seconds after the order's receipt, at speed 1; later if an earlier step had to wait. */
  at: number
  act: Act
  /**
   * The step is done as soon as this arrives from the clinic. An answer is awaited until `at`, a recollected
   * specimen without limit.
   */
  waitsFor?: 'answer' | 'specimen'
}

export const SMOOTH: readonly Step[] = [
  { at: 15, act: { do: 'accession' } },
  { at: 45, act: { do: 'in-process' } },
  { at: 100, act: { do: 'report' } },
]

/** Seconds at speed 1 between the clinic's awaited reaction and the next step. */
export const REACTION = 10

type PlannedOrder = Pick<ReceivedOrder, 'orderId' | 'tests' | 'specimens'>

/**
 * Incidents for orders of a lively laboratory, with their percentages. The remaining orders simply proceed.
 */
const INCIDENTS: readonly { of100: number; steps: (order: PlannedOrder) => readonly Step[] }[] = [
  {
    of100: 5,
    steps: () =>
      holdSteps(
        'MISSING-INFO',
        'Please send the notes of the last visit: the indication alone does not say which findings to look for.',
      ),
  },
  {
    of100: 2,
    steps: () =>
      holdSteps('AUTHORIZATION', 'The payer asks for a prior authorization. Please send its number.'),
  },
  {
    of100: 1,
    steps: () => holdSteps('CONSENT', 'The signed consent form is not with the specimen. Please send it.'),
  },
  { of100: 3, steps: ({ specimens }) => rejectionSteps(specimens[0]?.number, 'QS') },
  { of100: 1, steps: ({ specimens }) => rejectionSteps(specimens.at(-1)?.number, 'RH') },
  { of100: 4, steps: () => [...SMOOTH, { at: 160, act: { do: 'correct' } }] },
]

/** An order's plan; the same for the same seed, behavior and order. */
export function planFor(
  order: PlannedOrder,
  { seed, behaviour }: { seed: number; behaviour: Behaviour },
): readonly Step[] {
  if (behaviour === 'steady') return SMOOTH
  let roll = draw(`${seed}/${order.orderId}/plan`) % 100
  const incident = INCIDENTS.find(({ of100 }) => {
    const isIt = roll < of100
    roll -= of100
    return isIt
  })
  const steps = incident?.steps(order) ?? withReclassification(order, seed)
  const revisions = steps.flatMap(({ act }): Revision[] =>
    act.do === 'correct' || act.do === 'amend' ? [act] : [],
  )
  const isPositive = order.tests.some((test) => treatmentFor(order.orderId, test, seed, revisions))
  const last = steps.at(-1)?.at ?? 0
  return isPositive ? [...steps, { at: last + 20, act: { do: 'treatment' } }] : steps
}

/**
 * When a report is reclassified, in seconds at speed 1: years later at a real laboratory.
 */
const YEARS = 700

/**
 * Of the reports of an uncertain variant, those in which it is reclassified later: nearly always as benign, as at
 * real laboratories (Mersch 2018: 91 % of the changes).
 */
function withReclassification({ orderId, tests }: PlannedOrder, seed: number): readonly Step[] {
  const [first] = tests
  if (!first || findingFor(orderId, first.code, seed).outcome !== 'uncertain') return SMOOTH
  const roll = draw(`${seed}/${orderId}/reclassified`) % 100
  if (roll >= 15) return SMOOTH
  const to = roll < 10 ? 'Likely benign' : roll < 13 ? 'Benign' : 'Likely pathogenic'
  return [...SMOOTH, { at: YEARS, act: { do: 'amend', to } }]
}

function holdSteps(code: string, words: string): readonly Step[] {
  return [
    { at: 15, act: { do: 'accession' } },
    { at: 30, act: { do: 'hold', code, words } },
    { at: 330, act: { do: 'release' }, waitsFor: 'answer' },
    { at: 345, act: { do: 'in-process' } },
    { at: 400, act: { do: 'report' } },
  ]
}

/** A specimen without a number cannot be named, and so not be rejected. */
function rejectionSteps(specimen: string | undefined, code: string): readonly Step[] {
  if (!specimen) return SMOOTH
  return [
    { at: 15, act: { do: 'accession' } },
    { at: 30, act: { do: 'reject', specimen, code } },
    { at: 40, act: { do: 'accession' }, waitsFor: 'specimen' },
    { at: 60, act: { do: 'in-process' } },
    { at: 115, act: { do: 'report' } },
  ]
}

/** The plan of an order that is first known from an addition to it. */
export function resumedPlan({ answer }: ReceivedChange): readonly Step[] {
  return [
    { at: REACTION, act: answer ? { do: 'release' } : { do: 'accession' } },
    { at: 30, act: { do: 'in-process' } },
    { at: 85, act: { do: 'report' } },
  ]
}

/**
 * How long after the end of the previous one (or the start) a lively laboratory is down for the nth time, in
 * seconds at speed 1.
 */
export function downtime(seed: number, nth: number): { after: number; lasts: number } {
  const drawn = draw(`${seed}/down/${nth}`)
  return { after: 900 + (drawn % 1_800), lasts: 20 + (drawn % 41) }
}

function draw(words: string): number {
  return createHash('sha256').update(words).digest().readUInt32BE(0)
}

import { HOLD_META } from '../orders/hold-kinds.ts'
import type { Wait } from './clock.ts'
import type { Turnaround } from './turnaround.ts'

const UNITS = {
  hours: ['hour', 'hours'],
  'calendar-days': ['calendar day', 'calendar days'],
  'business-days': ['business day', 'business days'],
} as const

const counted = (count: number, unit: Turnaround['unit']) => `${count} ${UNITS[unit][count === 1 ? 0 : 1]}`

/** '48 hours', '28 calendar days'. */
export function amountInWords({ amount, unit }: Pick<Turnaround, 'amount' | 'unit'>): string {
  return counted(amount, unit)
}

const STARTS = {
  received: 'from receipt of the patient’s specimen',
  'all-received': 'from receipt of all specimens',
  started: 'from the start of testing',
  released: 'from receipt, once consent and payment are complete',
} as const

const FAMILY = {
  wait: 'from receipt of all specimens',
  'proband-first': '',
  duo: 'from receipt of the patient’s and one relative’s specimen',
} as const

/** '28 calendar days from receipt of all specimens'. */
export function timeFromStartInWords(
  test: Pick<Turnaround, 'amount' | 'unit' | 'start' | 'family'>,
  relatives: number,
): string {
  const { start, family } = test
  const from = start === 'received' && relatives > 0 ? FAMILY[family] || STARTS[start] : STARTS[start]
  return `${amountInWords(test)} ${from}`
}

/** The time of a test in full, as the catalogue describes it: sentences without a final full stop, the first one begun. */
export function turnaroundInWords(test: Turnaround, relatives: number): string[] {
  const { start, family, cutOff, opensAt, aroundTheClock, cultureExtra, confirmationExtra, unit, stops } =
    test
  return [
    timeFromStartInWords(test, relatives),
    ...(relatives > 0 && family === 'proband-first' && start === 'received'
      ? ['Testing starts with the patient’s specimen; relatives are added when theirs arrive']
      : []),
    ...(aroundTheClock ? ['Testing starts at any time of day, on every day'] : []),
    ...(cutOff && !aroundTheClock
      ? [`What arrives after ${cutOff} or on a weekend or holiday starts at the next opening, ${opensAt}`]
      : []),
    ...(cultureExtra > 0 ? [`${counted(cultureExtra, unit)} more if cells are cultured`] : []),
    ...(confirmationExtra > 0
      ? [`Up to ${counted(confirmationExtra, unit)} more if a finding is confirmed`]
      : []),
    ...(stops.length > 0 ? ['The time stops while the laboratory waits for an answer'] : []),
  ]
}

/** What an order waits for. `ownerOf`: whose a specimen is, 'the father'. */
export function waitInWords(wait: Wait, ownerOf: (key: string) => string): string {
  if (wait.for === 'testing') return 'the start of testing'
  if (wait.for === 'hold')
    return HOLD_META[wait.kind].title
      .replace(' is missing', '')
      .replace(/^\w/, (first) => first.toLowerCase())
  return `${ownerOf(wait.key)}’s sample`
}

/** 'Not started: waits for the father’s sample'. */
export function notStartedInWords(waitsFor: readonly string[]): string {
  return `Not started: waits for ${waitsFor.join(' and ')}`
}

interface TimedTest {
  /** Business days. */
  turnaroundDays: number
  turnaround?: Pick<Turnaround, 'amount' | 'unit'> | undefined
}

const PER_DAY = { hours: 1 / 24, 'calendar-days': 1, 'business-days': 7 / 5 } as const

type Time = Pick<Turnaround, 'amount' | 'unit'>

const timeOf = ({ turnaround, turnaroundDays }: TimedTest): Time =>
  turnaround ?? { amount: turnaroundDays, unit: 'business-days' }

const inDays = ({ amount, unit }: Time) => amount * PER_DAY[unit]

/** The longest of several times; undefined of none. */
export function longestTime<T extends Time>(times: readonly T[]): T | undefined {
  return times.toSorted((one, other) => inDays(other) - inDays(one))[0]
}

/** The time of a test in calendar days, to compare times in different units. */
export function testTimeInDays(test: TimedTest): number {
  return inDays(timeOf(test))
}

/** The time of a test in short: '48 hours', '15 business days'. */
export function testTimeInWords(test: TimedTest): string {
  return amountInWords(timeOf(test))
}

/** The longest time of several tests, in its own unit; '' for none. */
export function longestTimeInWords(tests: readonly TimedTest[]): string {
  const longest = longestTime(tests.map(timeOf))
  return longest ? amountInWords(longest) : ''
}

import { clockAtLaboratory, type IsoDate } from '../dates/dates.ts'
import type { HoldKind } from '../orders/hold-kinds.ts'
import { addBusinessDays, addDays, businessDaysBetween, daysBetween, opening } from './laboratory-days.ts'
import { type OrderTurnaround, stopsTheTime, type Turnaround } from './turnaround.ts'

/** What the time of an order's tests depends on. */
export interface OrderTimes {
  specimens: readonly {
    key: string
    /** Of the person whom the order is about. */
    isProbands: boolean
    /** While it is on its way, or if it is rejected: null. */
    arrivedAt: Date | null
    isCultured: boolean
  }[]
  /** When testing started. */
  testingAt: Date | null
  holds: readonly { kind: HoldKind; heldAt: Date; releasedAt: Date | null }[]
}

/** Why the time of an order has not started. */
export type Wait = { for: 'specimen'; key: string } | { for: 'testing' } | { for: 'hold'; kind: HoldKind }

/** The time of an order. */
export interface Clock {
  /** When the last of its tests started; null while one has not. */
  startedAt: Date | null
  /** The day of the report; null while a test has not started. */
  dueOn: IsoDate | null
  /** The instant, if the test that takes longest is in hours. */
  dueAt: Date | null
  /** For a test that starts with the patient's specimen: the day with the relatives' specimens, if it is later. */
  familyOn: IsoDate | null
  waitsFor: Wait[]
}

const NOT_STARTED = { startedAt: null, dueOn: null, dueAt: null, familyOn: null } as const

/** The time of all tests of an order: it is due when the last one is. */
export function clockOf({ tests, holidays }: OrderTurnaround, known: OrderTimes): Clock {
  const clocks = tests.map((test) => clockOfTest(test, holidays, known))
  const waitsFor = clocks.flatMap((clock) => clock.waitsFor)
  if (waitsFor.length > 0 || clocks.length === 0) return { ...NOT_STARTED, waitsFor: once(waitsFor) }
  const last = clocks.toSorted(byDue).at(-1)
  const starts = clocks.flatMap(({ startedAt }) => startedAt ?? [])
  const family =
    clocks
      .flatMap(({ familyOn }) => familyOn ?? [])
      .toSorted()
      .at(-1) ?? null
  const dueOn = last?.dueOn ?? null
  return {
    startedAt: new Date(Math.max(...starts.map(Number))),
    ...{ dueOn, dueAt: last?.dueAt ?? null, waitsFor: [] },
    familyOn: family && dueOn && family > dueOn ? family : null,
  }
}

function byDue(one: Clock, other: Clock): number {
  if (one.dueOn !== other.dueOn) return (one.dueOn ?? '') < (other.dueOn ?? '') ? -1 : 1
  return Number(one.dueAt ?? 0) - Number(other.dueAt ?? 0)
}

const once = (waits: Wait[]) => [...new Map(waits.map((wait) => [JSON.stringify(wait), wait])).values()]

function clockOfTest(test: Turnaround, holidays: readonly IsoDate[], known: OrderTimes): Clock {
  const start = startOf(test, known)
  if ('waitsFor' in start) return { ...NOT_STARTED, waitsFor: start.waitsFor }
  const due = dueFrom(start.at, test, holidays, known)
  const all = known.specimens.map(({ arrivedAt }) => arrivedAt)
  const family =
    test.family === 'proband-first' && all.length > 1 && all.every((arrivedAt) => arrivedAt !== null)
      ? dueFrom(new Date(Math.max(...all.map(Number))), test, holidays, known).dueOn
      : null
  return { startedAt: opening(start.at, test, holidays), ...due, familyOn: family, waitsFor: [] }
}

type Start = { at: Date } | { waitsFor: Wait[] }

function startOf(test: Turnaround, known: OrderTimes): Start {
  if (test.start === 'started')
    return known.testingAt ? { at: known.testingAt } : { waitsFor: [{ for: 'testing' }] }
  const received = receivedAt(test, known.specimens)
  if ('waitsFor' in received || test.start !== 'released') return received
  return releasedAt(received.at, known.holds)
}

/** When the specimens were there with which the test starts. */
function receivedAt(test: Turnaround, specimens: OrderTimes['specimens']): Start {
  const own = specimens.filter(({ isProbands }) => isProbands)
  const relatives = specimens.filter(({ isProbands }) => !isProbands)
  if (test.start === 'all-received' || test.family === 'wait') return when(specimens, specimens.length)
  if (test.family === 'duo' && relatives.length > 0) {
    const [proband, parent] = [when(own, 1), when(relatives, 1)]
    if ('waitsFor' in proband) return proband
    return 'waitsFor' in parent ? parent : { at: proband.at > parent.at ? proband.at : parent.at }
  }
  return when(own.length > 0 ? own : specimens, 1)
}

/** When the first `count` of them were there. */
function when(specimens: OrderTimes['specimens'], count: number): Start {
  const arrivals = specimens
    .flatMap(({ arrivedAt }) => arrivedAt ?? [])
    .toSorted((a, b) => Number(a) - Number(b))
  const last = arrivals[count - 1]
  if (last) return { at: last }
  const missing = specimens.filter(({ arrivedAt }) => arrivedAt === null)
  return { waitsFor: missing.map(({ key }) => ({ for: 'specimen', key })) }
}

const RELEASING: readonly HoldKind[] = ['consent', 'authorization']

/** When nothing more was awaited from the clinic or the payer: at the latest release, if the hold began before. */
function releasedAt(received: Date, holds: OrderTimes['holds']): Start {
  let at = received
  for (const { kind, heldAt, releasedAt: released } of holds.toSorted(
    (a, b) => Number(a.heldAt) - Number(b.heldAt),
  )) {
    if (!RELEASING.includes(kind) || heldAt > at) continue
    if (released === null) return { waitsFor: [{ for: 'hold', kind }] }
    if (released > at) at = released
  }
  return { at }
}

const HOUR = 3_600_000

/** The amount of time from a start, outside the stops that have ended. */
function dueFrom(
  received: Date,
  test: Turnaround,
  holidays: readonly IsoDate[],
  { specimens, holds }: OrderTimes,
): Pick<Clock, 'dueOn' | 'dueAt'> {
  const start = opening(received, test, holidays)
  const amount = test.amount + (specimens.some(({ isCultured }) => isCultured) ? test.cultureExtra : 0)
  const stops = stopsOf(test, holds, start)
  if (test.unit === 'hours') {
    const stopped = stops.reduce((sum, { from, to }) => sum + Number(to) - Number(from), 0)
    const dueAt = new Date(Number(start) + amount * HOUR + stopped)
    return { dueOn: clockAtLaboratory(dueAt).day, dueAt }
  }
  const { day } = clockAtLaboratory(start)
  const stopped = stops.reduce((sum, stop) => sum + daysStopped(test.unit, stop, holidays), 0)
  const dueOn =
    test.unit === 'business-days'
      ? addBusinessDays(day, amount + stopped, holidays)
      : addDays(day, amount + stopped)
  return { dueOn, dueAt: null }
}

interface Stop {
  from: Date
  to: Date
}

/** The days by which a stop moves a test in days: over a weekend, none in business days. */
export function daysStopped(
  unit: Turnaround['unit'],
  { from, to }: Stop,
  holidays: readonly IsoDate[],
): number {
  const [first, last] = [clockAtLaboratory(from).day, clockAtLaboratory(to).day]
  return unit === 'business-days' ? businessDaysBetween(first, last, holidays) : daysBetween(first, last)
}

/** The ended stops since a start, overlapping ones as one. */
function stopsOf({ stops }: Turnaround, holds: OrderTimes['holds'], start: Date): Stop[] {
  const merged: Stop[] = []
  for (const { kind, heldAt, releasedAt } of holds.toSorted((a, b) => Number(a.heldAt) - Number(b.heldAt))) {
    if (!stopsTheTime(stops, kind) || releasedAt === null || releasedAt <= start) continue
    const from = heldAt > start ? heldAt : start
    const last = merged.at(-1)
    if (last && from <= last.to) last.to = releasedAt > last.to ? releasedAt : last.to
    else merged.push({ from, to: releasedAt })
  }
  return merged
}

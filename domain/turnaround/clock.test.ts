import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { clockAtLaboratory, instantAtLaboratory } from '../dates/dates.ts'
import type { HoldKind } from '../orders/hold-kinds.ts'
import { clockOf, type OrderTimes } from './clock.ts'
import { isBusinessDay } from './laboratory-days.ts'
import { TURNAROUND_UNITS, type Turnaround, turnaroundInDays } from './turnaround.ts'
import { amountInWords, notStartedInWords, turnaroundInWords, waitInWords } from './words.ts'

const base: Turnaround = { ...turnaroundInDays(10), cutOff: '17:00' }
const at = (day: string, time = '10:00') => instantAtLaboratory(day, time)
const NEW_YEAR = ['2025-12-25', '2026-01-01']

/** The patient's specimen, and one of each relative; null: on its way. */
function arrived(proband: Date | null, ...relatives: (Date | null)[]): OrderTimes {
  const specimen = (key: string, isProbands: boolean, arrivedAt: Date | null) => ({
    ...{ key, isProbands, arrivedAt, isCultured: false },
  })
  return {
    specimens: [
      specimen('s1', true, proband),
      ...relatives.map((one, index) => specimen(`s${index + 2}`, false, one)),
    ],
    ...{ testingAt: null, holds: [] },
  }
}

const clock = (test: Partial<Turnaround>, known: OrderTimes, holidays: string[] = []) =>
  clockOf({ tests: [{ ...base, ...test }], holidays }, known)
const dueOn = (...of: Parameters<typeof clock>) => clock(...of).dueOn
const held = (kind: HoldKind, from: Date, to: Date | null) => ({
  ...{ kind, heldAt: from, releasedAt: to },
})

describe('[TURN-01] the time of a test', () => {
  test.each([
    ['10 business days from a Monday', { amount: 10 }, '2026-03-02', '2026-03-16'],
    ['28 calendar days', { amount: 28, unit: 'calendar-days' }, '2026-03-02', '2026-03-30'],
    ['3 business days from a Friday', { amount: 3 }, '2026-03-06', '2026-03-11'],
    ['1 business day before a holiday', { amount: 1 }, '2025-12-24', '2025-12-26'],
    ['over Christmas and New Year', { amount: 6 }, '2025-12-23', '2026-01-02'],
  ] as const)('%s', (_what, one, day, expected) => {
    expect(dueOn(one, arrived(at(day)), NEW_YEAR)).toBe(expected)
  })

  it('is in hours by the instant, over a change of the clock too', () => {
    const due = (day: string, hours: number) =>
      clock({ amount: hours, unit: 'hours', aroundTheClock: true }, arrived(at(day, '12:00'))).dueAt
    // The clocks go forward in the night to 8 March 2026, and back in the night to 1 November.
    expect(due('2026-03-07', 24)).toEqual(at('2026-03-08', '13:00'))
    expect(due('2026-10-31', 24)).toEqual(at('2026-11-01', '11:00'))
    expect(due('2026-06-01', 48)).toEqual(at('2026-06-03', '12:00'))
  })

  it('counts days by the laboratory’s date, a minute before and after midnight', () => {
    const test = { amount: 1, unit: 'calendar-days', aroundTheClock: true } as const
    expect(dueOn(test, arrived(at('2026-03-07', '23:59')))).toBe('2026-03-08')
    expect(dueOn(test, arrived(at('2026-03-08', '00:00')))).toBe('2026-03-09')
    // 23:30 at the laboratory is the next day in UTC.
    expect(dueOn({ amount: 1, cutOff: '' }, arrived(new Date('2026-03-04T05:30:00Z')))).toBe('2026-03-04')
  })

  it('starts at the next opening after the cut-off, and before the laboratory opens', () => {
    expect(dueOn({ amount: 1 }, arrived(at('2026-03-02', '17:00')))).toBe('2026-03-03')
    expect(dueOn({ amount: 1 }, arrived(at('2026-03-02', '17:01')))).toBe('2026-03-04')
    expect(clock({}, arrived(at('2026-03-02', '05:00'))).startedAt).toEqual(at('2026-03-02', '08:00'))
  })

  it('adds the time of a culture', () => {
    const cultured = { ...arrived(at('2026-03-02')) }
    cultured.specimens = cultured.specimens.map((one) => ({ ...one, isCultured: true }))
    expect(dueOn({ amount: 7, unit: 'calendar-days', cultureExtra: 10 }, cultured)).toBe('2026-03-19')
  })

  it('starts with testing, or once consent and authorization are there', () => {
    const known = arrived(at('2026-03-02'))
    expect(clock({ start: 'started' }, known).waitsFor).toEqual([{ for: 'testing' }])
    expect(dueOn({ start: 'started', amount: 1 }, { ...known, testingAt: at('2026-03-04') })).toBe(
      '2026-03-05',
    )
    const open = { ...known, holds: [held('authorization', at('2026-03-02', '09:00'), null)] }
    expect(clock({ start: 'released' }, open)).toMatchObject({
      ...{ dueOn: null, waitsFor: [{ for: 'hold', kind: 'authorization' }] },
    })
    const released = { ...known, holds: [held('authorization', at('2026-03-02', '09:00'), at('2026-03-10'))] }
    expect(dueOn({ start: 'released', amount: 1 }, released)).toBe('2026-03-11')
  })

  it('moves nothing in business days for a stop over a weekend, and two in calendar days', () => {
    const stop = held('other', at('2026-03-06', '16:00'), at('2026-03-08', '16:00'))
    const known = { ...arrived(at('2026-03-02')), holds: [stop] }
    expect(dueOn({ amount: 10 }, known)).toBe('2026-03-16')
    expect(dueOn({ amount: 10, unit: 'calendar-days' }, known)).toBe('2026-03-14')
  })

  it('is not stopped by a hold of another kind', () => {
    const known = { ...arrived(at('2026-03-02')), holds: [held('other', at('2026-03-03'), at('2026-03-10'))] }
    expect(dueOn({ amount: 10, stops: ['authorization'] }, known)).toBe('2026-03-16')
  })

  it('is stopped by a doubt about identity where it lists that, or other holds', () => {
    const doubt = held('identity', at('2026-03-03'), at('2026-03-10'))
    const known = { ...arrived(at('2026-03-02')), holds: [doubt] }
    expect(dueOn({ amount: 10, stops: ['identity'] }, known)).toBe('2026-03-23')
    expect(dueOn({ amount: 10, stops: ['other'] }, known)).toBe('2026-03-23')
    expect(dueOn({ amount: 10, stops: ['consent'] }, known)).toBe('2026-03-16')
  })

  it('of an order is that of its slowest test, and has not started while one has not', () => {
    const tests = [base, { ...base, amount: 21, unit: 'calendar-days' as const }]
    expect(clockOf({ tests, holidays: [] }, arrived(at('2026-03-02'))).dueOn).toBe('2026-03-23')
    const waiting = [base, { ...base, start: 'started' as const }]
    expect(clockOf({ tests: waiting, holidays: [] }, arrived(at('2026-03-02')))).toMatchObject({
      ...{ dueOn: null, waitsFor: [{ for: 'testing' }] },
    })
  })
})

describe('the examples', () => {
  it('an ultra-rapid genome that arrives on a Friday at 17:40, after the cut-off', () => {
    const test = { amount: 48, unit: 'hours' } as const
    const friday = arrived(at('2026-03-20', '17:40'))
    expect(clock({ ...test, aroundTheClock: true }, friday).dueAt).toEqual(at('2026-03-22', '17:40'))
    expect(clock(test, friday)).toMatchObject({
      ...{ startedAt: at('2026-03-23', '08:00'), dueAt: at('2026-03-25', '08:00') },
    })
  })

  it('a trio whose father’s sample comes two days later has two clocks', () => {
    const waiting = arrived(at('2026-03-02'), at('2026-03-02'), null)
    const complete = arrived(at('2026-03-02'), at('2026-03-02'), at('2026-03-04'))
    expect(clock({}, waiting)).toMatchObject({ dueOn: '2026-03-16', familyOn: null })
    expect(clock({}, complete)).toMatchObject({ dueOn: '2026-03-16', familyOn: '2026-03-18' })
    const wait = clock({ family: 'wait' }, waiting)
    expect(wait).toMatchObject({ dueOn: null, waitsFor: [{ for: 'specimen', key: 's3' }] })
    expect(notStartedInWords(wait.waitsFor.map((one) => waitInWords(one, () => 'the father')))).toBe(
      'Not started: waits for the father’s sample',
    )
    expect(dueOn({ family: 'wait' }, complete)).toBe('2026-03-18')
    expect(dueOn({ family: 'duo' }, waiting)).toBe('2026-03-16')
  })

  it('an authorization hold of nine days over New Year moves nine calendar days, or five business days', () => {
    const hold = held('authorization', at('2025-12-26'), at('2026-01-04'))
    const known = { ...arrived(at('2025-12-22')), holds: [hold] }
    expect(dueOn({ amount: 28, unit: 'calendar-days' }, known, NEW_YEAR)).toBe('2026-01-28')
    const without = dueOn({ amount: 10 }, { ...known, holds: [] }, NEW_YEAR)
    expect([without, dueOn({ amount: 10 }, known, NEW_YEAR)]).toEqual(['2026-01-07', '2026-01-13'])
  })
})

const day = fc.integer({ min: 0, max: 900 }).map((n) => new Date(Date.UTC(2025, 0, 1) + n * 86_400_000))
const instant = fc
  .tuple(day, fc.integer({ min: 0, max: 1439 }))
  .map(([date, minute]) => new Date(date.getTime() + minute * 60_000))
const anyTest = fc.record({
  amount: fc.integer({ min: 1, max: 60 }),
  unit: fc.constantFrom(...TURNAROUND_UNITS),
  aroundTheClock: fc.boolean(),
})
const holidays = fc.array(
  day.map((one) => one.toISOString().slice(0, 10)),
  { maxLength: 5 },
)
const later = fc.integer({ min: 0, max: 20_000 })
const due = (...of: Parameters<typeof clock>) => {
  const { dueOn: on, dueAt } = clock(...of)
  return `${on} ${dueAt?.toISOString() ?? ''}`
}
const after = (from: Date, minutes: number) => new Date(from.getTime() + minutes * 60_000)

describe('the day of any test', () => {
  it('is never earlier for a later arrival, a longer time or a further stop', () => {
    fc.assert(
      fc.property(anyTest, instant, later, later, holidays, (test, from, wait, length, off) => {
        const known = arrived(from)
        const usual = due(test, known, off)
        expect(due(test, arrived(after(from, wait)), off) >= usual).toBe(true)
        expect(due({ ...test, amount: test.amount + 1 }, known, off) > usual).toBe(true)
        const holds = [held('other', after(from, wait), after(from, wait + length))]
        expect(due(test, { ...known, holds }, off) >= usual).toBe(true)
        expect(due(test, known, [...off, '2026-07-03']) >= usual).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  it('in business days is a business day, and the same however a stop is told in parts', () => {
    fc.assert(
      fc.property(instant, later, later, holidays, (from, first, second, off) => {
        const known = arrived(from)
        const [a, b, c] = [from, after(from, first), after(from, first + second)]
        const whole = due({ amount: 5 }, { ...known, holds: [held('other', a, c)] }, off)
        const parts = [held('other', b, c), held('authorization', a, b)]
        expect(due({ amount: 5 }, { ...known, holds: parts }, off)).toBe(whole)
        expect(isBusinessDay(whole.slice(0, 10), off)).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  it('is told by the laboratory’s clock, which every instant is read back from', () => {
    fc.assert(
      fc.property(instant, (one) => {
        const { day: on, time } = clockAtLaboratory(one)
        const back = instantAtLaboratory(on, time)
        // In the hour that is repeated in autumn, the first of the two.
        expect([0, 3_600_000]).toContain(Math.abs(Number(back) - Number(one)))
        expect(clockAtLaboratory(back)).toEqual({ day: on, time })
      }),
    )
  })
})

describe('in words', () => {
  it('names amount, unit and start', () => {
    expect(amountInWords({ amount: 1, unit: 'hours' })).toBe('1 hour')
    expect(turnaroundInWords({ ...base, unit: 'calendar-days', amount: 28, family: 'wait' }, 2)[0]).toBe(
      '28 calendar days from receipt of all specimens',
    )
    expect(turnaroundInWords({ ...base, cultureExtra: 10, confirmationExtra: 5 }, 0)).toEqual([
      '10 business days from receipt of the patient’s specimen',
      'What arrives after 17:00 or on a weekend or holiday starts at the next opening, 08:00',
      '10 business days more if cells are cultured',
      'Up to 5 business days more if a finding is confirmed',
      'The time stops while the laboratory waits for an answer',
    ])
  })

  it('names what an order waits for', () => {
    expect(waitInWords({ for: 'hold', kind: 'authorization' }, () => '')).toBe('the payer’s authorization')
    expect(waitInWords({ for: 'hold', kind: 'consent' }, () => '')).toBe('a consent')
    expect(waitInWords({ for: 'testing' }, () => '')).toBe('the start of testing')
  })
})

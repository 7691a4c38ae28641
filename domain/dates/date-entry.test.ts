import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import {
  calendarProblem,
  choosePart,
  type DateLimits,
  dateFieldsOf,
  dateOfFields,
  dayChoices,
  monthChoices,
  selectsProblem,
  showTypedDate,
  yearChoices,
} from './date-entry.ts'
import { isIsoDate, todayAtLaboratory } from './dates.ts'
import { readDate } from './read-date.ts'

const today = '2026-11-21'
const past: DateLimits = { today, preventFuture: true }
const any: DateLimits = { today, preventFuture: false }
const needed = { ...past, required: true }
const optional = { ...past, required: false }

const maybe = (choices: string[]) => fc.constantFrom('', ...choices)
const someFields = fc.record({
  year: maybe(yearChoices(any)),
  month: maybe(monthChoices(dateFieldsOf(''), any)),
  day: maybe(dayChoices(dateFieldsOf(''), any)),
})
const someDay = fc
  .date({ min: new Date('1901-01-01T00:00:00Z'), max: new Date('2026-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

describe('a date of three selects', () => {
  test.each([
    ['', { year: '', month: '', day: '' }],
    ['2024-02-', { year: '2024', month: '02', day: '' }],
    ['-02-', { year: '', month: '02', day: '' }],
    ['2024--09', { year: '2024', month: '', day: '09' }],
    ['2024-02-09', { year: '2024', month: '02', day: '09' }],
    ['some time in May', { year: '', month: '', day: '' }],
  ])('keeps %j in its parts', (value, fields) => expect(dateFieldsOf(value)).toEqual(fields))

  it('keeps a partial choice, and is a date only when complete', () => {
    fc.assert(
      fc.property(someFields, (fields) => {
        const value = dateOfFields(fields)
        expect(dateFieldsOf(value)).toEqual(fields)
        if (Object.values(fields).includes('')) expect(isIsoDate(value)).toBe(false)
      }),
    )
  })

  test.each([
    ['', 'Required'],
    ['2024-02-', 'Required'],
    ['-02-09', 'Required'],
    ['2024--09', 'Required'],
    ['2023-02-29', 'Invalid'],
    ['2024-02-30', 'Invalid'],
    ['2024-13-01', 'Invalid'],
    ['2024-00-10', 'Invalid'],
    ['2026-11-22', 'Invalid'],
    ['1900-06-01', 'Invalid'],
    ['some time in May', 'Invalid'],
    ['2024-02-29', null],
    ['1901-01-01', null],
    ['2026-11-21', null],
  ])('required, %j: %s', (value, problem) => expect(selectsProblem(value, needed)).toBe(problem))

  test.each([
    ['', null],
    ['2024-02-', 'Invalid'],
    ['2024-02-30', 'Invalid'],
    ['2024-02-29', null],
  ])('optional, %j: %s', (value, problem) => expect(selectsProblem(value, optional)).toBe(problem))

  it('may be in the future if that is not prevented', () => {
    expect(selectsProblem('2026-12-31', { ...any, required: true })).toBeNull()
    expect(selectsProblem('2026-12-31', needed)).toBe('Invalid')
    // In November a pregnancy is due next year.
    const due = [{ year: '2027' }, { month: '05' }, { day: '09' }]
    expect(due.reduce((so, part) => choosePart(so, part, any), '')).toBe('2027-05-09')
    expect(selectsProblem('2027-05-09', { ...any, required: true })).toBeNull()
    expect(selectsProblem('2027-05-09', needed)).toBe('Invalid')
  })
})

describe('[DATE-02] when future is prevented, nothing after today in US Central can be chosen', () => {
  test.each([
    ['this year', '2026--', monthChoices, '11'],
    ['the year before', '2025--', monthChoices, '12'],
    ['this month', '2026-11-', dayChoices, '21'],
    ['the month before', '2026-10-', dayChoices, '31'],
    ['the same month a year ago', '2025-11-', dayChoices, '30'],
  ])('%s', (_what, value, choices, last) => expect(choices(dateFieldsOf(value), past).at(-1)).toBe(last))

  it('limits months and days of the current year only', () => {
    expect(monthChoices(dateFieldsOf('2026--'), any)).toHaveLength(12)
    expect(dayChoices(dateFieldsOf('2026-11-'), any)).toHaveLength(30)
  })

  test.each([
    ['the evening before, in Chicago', '2026-03-01T05:59:59Z', '2026-02-28'],
    ['midnight in Chicago', '2026-03-01T06:00:00Z', '2026-03-01'],
    ['the last evening of a year', '2027-01-01T05:59:59Z', '2026-12-31'],
    ['midnight in summer time', '2026-07-04T05:00:00Z', '2026-07-04'],
  ])('%s', (_what, now, day) => {
    const limits = { today: todayAtLaboratory(new Date(now)), preventFuture: true }
    const fields = dateFieldsOf(day)
    expect(yearChoices(limits)[0]).toBe(fields.year)
    expect(monthChoices(fields, limits).at(-1)).toBe(fields.month)
    expect(dayChoices(fields, limits).at(-1)).toBe(fields.day)
  })

  it('can be reached through every choice up to today, and through none beyond', () => {
    fc.assert(
      fc.property(someDay, someDay, (value, now) => {
        const limits = { today: now, preventFuture: true }
        const { year, month, day } = dateFieldsOf(value)
        const chosen = [{ year }, { month }, { day }].reduce((so, part) => choosePart(so, part, limits), '')
        const offered = yearChoices(limits).includes(year)
        expect(chosen === value && offered).toBe(value <= now && offered)
      }),
    )
  })
})

describe('[DATE-03] the years are the current one and the 125 before, with leap years', () => {
  it('has 126 years, the latest first', () => {
    const years = yearChoices(past)
    expect(years).toHaveLength(126)
    expect([years[0], years.at(-1)]).toEqual(['2026', '1901'])
  })

  it('has ten more where a day to come may be entered', () => {
    const years = yearChoices(any)
    expect([years[0], years.at(-1)]).toEqual(['2036', '1901'])
    expect(years.slice(10)).toEqual(yearChoices(past))
  })

  test.each([
    ['2024', 29],
    ['2023', 28],
    ['2000', 29],
    ['1900', 28],
    ['2100', 28],
    ['', 29],
  ])('February of %j has %d days', (year, days) =>
    expect(dayChoices({ year, month: '02', day: '' }, any)).toHaveLength(days),
  )
})

describe('[DATE-04] the list of days follows month and leap year, and a day beyond it is cleared', () => {
  test.each([
    ['01', 31],
    ['03', 31],
    ['04', 30],
    ['06', 30],
    ['09', 30],
    ['11', 30],
    ['12', 31],
    ['', 31],
  ])('month %j has %d days', (month, days) =>
    expect(dayChoices({ year: '2025', month, day: '' }, any)).toHaveLength(days),
  )

  test.each([
    ['31 January, then April', '2024-01-31', { month: '04' }, '2024-04-'],
    ['31 January, then March', '2024-01-31', { month: '03' }, '2024-03-31'],
    ['29 February 2024, then 2023', '2024-02-29', { year: '2023' }, '2023-02-'],
    ['29 February 2024, then 2020', '2024-02-29', { year: '2020' }, '2020-02-29'],
    ['29 February without a year, then 2023', '-02-29', { year: '2023' }, '2023-02-'],
    ['December, then this year', '-12-24', { year: '2026' }, '2026--24'],
    ['the 30th of this month, then this year', '-11-30', { year: '2026' }, '2026-11-'],
    ['the only part is taken back', '-11-', { month: '' }, ''],
    ['words that were there before', 'May 2024', { month: '05' }, '-05-'],
  ])('%s', (_what, value, part, next) => expect(choosePart(value, part, past)).toBe(next))

  it('is either a real date or incomplete, in whatever order the parts are chosen', () => {
    const choice = fc.oneof(
      fc.record({ year: maybe(yearChoices(any)) }),
      fc.record({ month: maybe(monthChoices(dateFieldsOf(''), any)) }),
      fc.record({ day: maybe(dayChoices(dateFieldsOf(''), any)) }),
    )
    fc.assert(
      fc.property(fc.array(choice), fc.boolean(), (choices, preventFuture) => {
        const limits = { today, preventFuture }
        const value = choices.reduce((so, part) => choosePart(so, part, limits), '')
        const isComplete = !Object.values(dateFieldsOf(value)).includes('')
        expect(isIsoDate(value)).toBe(isComplete)
        if (isComplete && preventFuture) expect(value <= today).toBe(true)
      }),
    )
  })
})

test('offers choices from the first allowed day on', () => {
  const limits = { today, preventFuture: true, from: '2025-12-30' }
  expect(yearChoices(limits)).toEqual(['2026', '2025'])
  expect(monthChoices(dateFieldsOf('2025--'), limits)).toEqual(['12'])
  expect(dayChoices(dateFieldsOf('2025-12-'), limits)).toEqual(['30', '31'])
  expect(monthChoices(dateFieldsOf('2026--'), limits)).toHaveLength(11)
})

describe('a date of the calendar variant', () => {
  it('is shown as typed, and invalid text is returned unchanged', () => {
    fc.assert(fc.property(someDay, (day) => void expect(readDate(showTypedDate(day))).toBe(day)))
    expect(showTypedDate('2019-03-04')).toBe('03/04/2019')
    expect(showTypedDate('13/40/20')).toBe('13/40/20')
  })

  test.each([
    ['', needed, 'Required'],
    ['  ', needed, 'Required'],
    ['', optional, null],
    ['02/30/2024', needed, 'Enter a valid date. Feb 2024 has 29 days.'],
    ['2024-02-30', optional, 'Enter a valid date. Feb 2024 has 29 days.'],
    ['spring', needed, 'Enter a valid date. Enter the date as 03/14/2019.'],
    ['2026-11-22', needed, 'Date cannot be in the future'],
    ['2026-11-22', { ...any, required: true }, null],
    ['2026-11-21', needed, null],
  ])('%j with %o: %s', (value, rules, problem) => expect(calendarProblem(value, rules)).toBe(problem))
})

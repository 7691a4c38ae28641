import { expect, test } from 'vitest'
import { showAgo, showDate, showDay, showInstant, unbroken } from './dates.ts'

test('shows a date in one unambiguous form, and any other text unchanged', () => {
  expect(showDate('2026-03-12')).toBe('12 Mar 2026')
  expect(showDate('2019-11-01')).toBe('1 Nov 2019')
  expect(showDate('12/3/26')).toBe('12/3/26')
  expect(showDate('2026-13-01')).toBe('2026-13-01')
})

test('shows an instant in the user’s time zone, to the minute', () => {
  const local = new Date(2026, 2, 12, 9, 5)
  expect(showInstant(local.toISOString())).toBe('12 Mar 2026, 09:05')
  expect(showInstant('')).toBe('')
  expect(showDay(local.toISOString())).toBe('12 Mar 2026')
  expect(showDay('')).toBe('')
  // At midnight in Greenwich it is the day before in America.
  expect(showDay('2026-10-01')).toBe('1 Oct 2026')
})

test('shows how long ago the recent past is, and the date from one week on', () => {
  const now = new Date(2026, 2, 12, 16, 20)
  const before = (seconds: number) => showAgo(new Date(now.getTime() - seconds * 1000).toISOString(), now)
  expect(before(2)).toBe('2 s ago')
  expect(before(-5)).toBe('just now')
  expect(before(4 * 60 + 59)).toBe('4 min ago')
  expect(before(3 * 3600)).toBe('3 h ago')
  expect(before(6 * 86_400)).toBe('6 d ago')
  expect(before(8 * 86_400)).toBe('4 Mar 2026')
})

test('keeps a date in running text on one line', () =>
  expect(unbroken(showDate('2026-03-12'))).toBe('12\u00a0Mar\u00a02026'))

import { describe, expect, it, test } from 'vitest'
import { isTimeZone, offsetInWords, offsetMinutes } from './clock.ts'

describe('the offset of a clinic’s clock', () => {
  test.each([
    ['2026-01-15', '10:15', 'America/New_York', '-05:00'],
    ['2026-07-15', '10:15', 'America/New_York', '-04:00'],
    ['2026-07-15', '10:15', 'America/Phoenix', '-07:00'],
    ['2026-07-15', '00:05', 'Asia/Kolkata', '+05:30'],
    ['2026-07-15', '10:15', 'UTC', '+00:00'],
    // The night on which summer time begins in 2026.
    ['2026-03-08', '01:59', 'America/New_York', '-05:00'],
    ['2026-03-08', '03:00', 'America/New_York', '-04:00'],
    ['2026-11-01', '03:00', 'America/New_York', '-05:00'],
  ])('%s %s in %s is %s', (day, time, zone, offset) => {
    const minutes = offsetMinutes(day, time, zone)
    expect(minutes === null ? null : offsetInWords(minutes)).toBe(offset)
  })

  it('is unknown without a time, a day or a zone', () => {
    expect(offsetMinutes('2026-01-15', '', 'UTC')).toBeNull()
    expect(offsetMinutes('', '10:15', 'UTC')).toBeNull()
    expect(offsetMinutes('2026-01-15', '10:15', 'Nowhere/Here')).toBeNull()
  })
})

test('a time zone has a name and is no offset', () => {
  expect(['America/New_York', 'Europe/Berlin', 'UTC'].map(isTimeZone)).toEqual([true, true, true])
  expect(['', '+05:00', 'Ohio', 'America/'].map(isTimeZone)).toEqual([false, false, false, false])
})

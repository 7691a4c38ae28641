import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

const Original = Intl.DateTimeFormat

/** A browser with unusual date formats: month first, two-digit year, parts in another order. */
class Unfamiliar extends Original {
  override readonly format = (): string => '11/21/26'
  override formatToParts(date?: Date | number): Intl.DateTimeFormatPart[] {
    const dateFields = super.formatToParts(date).filter(({ type }) => type !== 'literal')
    return dateFields
      .toReversed()
      .flatMap((part) => [part, { type: 'literal', value: '\u{202f}' } as const])
      .map((part) => (part.type === 'hour' && Number(part.value) === 0 ? { ...part, value: '24' } : part))
  }
}

let dates: typeof import('./dates.ts')

beforeAll(async () => {
  Intl.DateTimeFormat = Unfamiliar as typeof Original
  dates = await import('./dates.ts')
})

afterAll(() => {
  Intl.DateTimeFormat = Original
  vi.resetModules()
})

describe('[WEB-01] in a browser with unusual date formats', () => {
  test('today at the laboratory is an ISO date', () => {
    expect(dates.todayAtLaboratory(new Date('2026-03-01T05:59:59Z'))).toBe('2026-02-28')
    expect(dates.todayAtLaboratory(new Date('2026-03-01T06:00:00Z'))).toBe('2026-03-01')
  })

  test("a day begins at the laboratory's midnight, in winter and in summer", () => {
    expect(dates.startOfDay('2026-01-15')).toBe('2026-01-15T06:00:00.000Z')
    expect(dates.startOfDay('2026-07-15')).toBe('2026-07-15T05:00:00.000Z')
    expect(dates.startOfDay('2026-03-07', 2)).toBe('2026-03-09T05:00:00.000Z')
  })

  test("dates are written in the product's formats", () => {
    expect(dates.dayInWords('2019-03-14')).toBe('14 Mar 2019')
    expect(dates.dayInFull('2019-03-14')).toBe('14 March 2019')
    expect(dates.dayInSpanish('2019-03-14')).toBe('14 de marzo de 2019')
    expect(dates.dayInWords('14 March')).toBe('14 March')
    expect(dates.minuteInUtc(new Date('2019-03-14T09:05:00Z'))).toBe('14 Mar 2019, 09:05 UTC')
  })

  test.each([
    ['2026-11-21T12:09:30Z', '21 Nov 2026, 6:09 AM CST'],
    ['2026-07-04T05:00:00Z', '4 Jul 2026, 12:00 AM CDT'],
    ['2026-07-04T17:30:00Z', '4 Jul 2026, 12:30 PM CDT'],
    ['2027-01-01T05:59:00Z', '31 Dec 2026, 11:59 PM CST'],
  ])('%s is %s at the laboratory', (at, text) => expect(dates.minuteAtLaboratory(new Date(at))).toBe(text))
})

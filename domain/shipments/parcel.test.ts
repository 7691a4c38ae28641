import { describe, expect, test } from 'vitest'
import { accessionedBy, lateIfEnteredOn, missingIfArrivedOn, parcelDueOn, parcelLink } from './parcel.ts'

describe('a parcel', () => {
  test("has its carrier's tracking page", () => {
    expect(parcelLink('Fedex', '123456789012')).toBe('https://www.fedex.com/fedextrack/?trknbr=123456789012')
    expect(parcelLink('USPS', '1 2')).toBe('https://tools.usps.com/go/TrackConfirmAction?tLabels=1%202')
  })

  test('is due after its carrier’s working days', () => {
    expect(parcelDueOn('Fedex', '2026-03-05')).toBe('2026-03-10')
    expect(parcelDueOn('USPS', '2026-03-05')).toBe('2026-03-12')
  })

  test.each(['2026-03-06', '2026-03-07', '2026-03-08', '2026-03-09', '2026-03-10'])(
    'that is late on %s was entered on a certain day, or before',
    (today) => {
      for (const carrier of ['Fedex', 'USPS'] as const) {
        const last = lateIfEnteredOn(carrier, today)
        expect(parcelDueOn(carrier, last) < today).toBe(true)
        const next = new Date(Date.parse(`${last}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
        expect(parcelDueOn(carrier, next) < today).toBe(false)
      }
    },
  )

  test('has its samples accessioned within two working days of its arrival', () => {
    expect(accessionedBy('2026-03-05')).toBe('2026-03-09')
  })

  test.each(['2026-03-06', '2026-03-07', '2026-03-08', '2026-03-09', '2026-03-10'])(
    'whose other samples are missing on %s arrived on a certain day, or before',
    (today) => {
      const last = missingIfArrivedOn(today)
      expect(accessionedBy(last) < today).toBe(true)
      const next = new Date(Date.parse(`${last}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
      expect(accessionedBy(next) < today).toBe(false)
    },
  )
})

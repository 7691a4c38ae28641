import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayOfAge, onsetInWords, readDuration, typedAge } from './onset.ts'

describe('an age of onset', () => {
  test.each([
    ['3 months', 'P3M'],
    ['1y 6m', 'P1Y6M'],
    ['2d', 'P2D'],
    ['day 2', 'day 2'],
    ['2 years and 1 month old', 'P2Y1M'],
    ['birth', 'P0D'],
    ['at birth', 'P0D'],
    ['0 days', 'P0D'],
    ['p3m', 'P3M'],
    ['PT12H', 'PT12H'],
    ['6 wks', 'P6W'],
    ['childhood', 'childhood'],
    ['', ''],
    ['P', 'P'],
  ])('typed as “%s” is %s', (typed, expected) => {
    expect(typedAge(typed)).toBe(expected)
  })

  test('is read again as it was written', () => {
    fc.assert(
      fc.property(fc.nat(120), fc.nat(11), fc.nat(30), (years, months, days) => {
        const age = typedAge(`${years} years ${months} months ${days} days`)
        if (years + months + days > 0)
          expect(readDuration(age)).toMatchObject({ Y: years, M: months, D: days })
      }),
    )
  })

  test.each([
    ['2026-01-31', 'P1M', '2026-02-28'],
    ['2024-02-29', 'P1Y', '2025-02-28'],
    ['2019-03-14', 'P1Y2M3W4D', '2020-06-08'],
    ['2019-03-14', 'P0D', '2019-03-14'],
    ['2019-02-30', 'P1D', null],
    ['2019-03-14', 'soon', null],
  ])('of somebody born on %s, %s, was reached on %s', (born, age, day) => {
    expect(dayOfAge(born, age)).toBe(day)
  })

  test.each([
    [{ kind: 'age', value: 'P1Y6M' }, 'at 1 year 6 months'],
    [{ kind: 'age', value: 'P0D' }, 'at birth'],
    [{ kind: 'age', value: 'PT12H' }, 'at 12 hours'],
    [{ kind: 'age', value: 'soon' }, 'soon'],
    [{ kind: 'class', value: 'HP:0003623' }, 'neonatal onset'],
    [{ kind: 'gestation', value: '21w4d' }, 'at 21+4 weeks'],
  ] as const)('%o is “%s”', (onset, words) => {
    expect(onsetInWords(onset)).toBe(words)
  })
})

import { describe, expect, it, test } from 'vitest'
import { type AssistanceTier, assistanceFor, owedAtMost } from './assistance.ts'

const tier = (name: string, more: Partial<AssistanceTier>): AssistanceTier => ({
  ...{ name, incomeBaseCents: 30_000_00, incomePerPersonCents: 10_000_00, discount: 0, mostCents: null },
  ...more,
})

describe('financial assistance', () => {
  test.each([
    ['a share off', { discount: 7_500 }, 400_00, 100_00],
    ['half a cent up', { discount: 5_000 }, 1_01, 51],
    ['at most an amount', { mostCents: 150_00 }, 400_00, 150_00],
    ['the lesser of both', { discount: 5_000, mostCents: 150_00 }, 200_00, 100_00],
    ['all of it', { discount: 10_000 }, 400_00, 0],
    [
      'an amount, where nothing is known of what is owed',
      { discount: 5_000, mostCents: 150_00 },
      null,
      150_00,
    ],
    ['nothing known, without either', { discount: 5_000 }, null, null],
  ])('%s', (_, more, owed, most) => {
    expect(assistanceFor([tier('Help', more)], owed).map(({ mostCents }) => mostCents)).toEqual([most])
  })

  it('gives the income limits for households of one to four', () => {
    expect(assistanceFor([tier('Help', { discount: 10_000 })], 1)).toEqual([
      { name: 'Help', mostCents: 0, incomeUpToCents: [30_000_00, 40_000_00, 50_000_00, 60_000_00] },
    ])
  })

  it('leaves out tiers that save nothing, and begins with the lowest income', () => {
    const tiers = [
      tier('Some', { incomeBaseCents: 60_000_00, discount: 5_000 }),
      tier('Limit', { mostCents: 500_00 }),
      tier('All', { discount: 10_000 }),
    ]
    expect(assistanceFor(tiers, 400_00).map(({ name }) => name)).toEqual(['All', 'Some'])
    expect(assistanceFor(tiers, 0)).toEqual([])
  })
})

test('is calculated from the amount, or from the upper end of a range', () => {
  expect(owedAtMost({ kind: 'amount', cents: 5 })).toBe(5)
  expect(owedAtMost({ kind: 'range', low: 1, high: 9 })).toBe(9)
  expect(owedAtMost({ kind: 'none', because: 'missing', reason: '' })).toBeNull()
})

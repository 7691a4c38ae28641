import { describe, expect, test } from 'vitest'
import { estimateCost } from './cost.ts'
import { resultWords, whatChanged } from './estimate-changes.ts'
import { parseWorkedExamples } from './testing/worked-examples.ts'

/** The columns are explained in cost.test.ts. */
function estimate(row: string, more: Partial<ReturnType<typeof estimateCost>> = {}) {
  const [found] = parseWorkedExamples(`case | ${row} | | by hand`)
  if (!found) throw new Error(`no case: ${row}`)
  return { ...estimateCost(found.question), ...more }
}
const BEFORE = estimate('900 | - | 20% | 5000 | | 1000')

describe('the changes since an estimate was given', () => {
  test.each([
    ['nothing', BEFORE, []],
    [
      'the deductible was met',
      estimate('0 | - | 20% | 5000 | | 1000'),
      [
        'The estimate was $920.00; it is now $200.00.',
        '$0.00 of the deductible, not $900.00.',
        '$200.00 coinsurance, not $20.00.',
      ],
    ],
    [
      'the maximum is reached',
      estimate('900 | - | 20% | 100 | | 1000'),
      [
        'The estimate was $920.00; it is now $100.00.',
        '$820.00 off, due to the out-of-pocket maximum, not $0.00.',
      ],
    ],
    [
      'the coverage has ended',
      estimate('900 | - | 20% | 5000 | inactive | 1000'),
      ['The estimate was $920.00; it is now no amount (The coverage is not active).'],
    ],
    [
      'something is not known any more',
      estimate('? | - | 20% | 5000 | | 1000'),
      [
        'The estimate was $920.00; it is now between $200.00 and $1,000.00.',
        '$1,000.00 of the deductible, not $900.00.',
        '$0.00 coinsurance, not $20.00.',
        'No longer known: How much is left of the deductible.',
      ],
    ],
    ['the same comes of it by another way', estimate('920 | - | 0% | 5000 | | 1000'), []],
    [
      'an authorization is required',
      { ...BEFORE, authorizationRequired: 'yes' as const },
      ['Prior authorization is now required.'],
    ],
    [
      'out of network',
      { ...BEFORE, isOutOfNetwork: true },
      ['The laboratory is now out of the plan’s network.'],
    ],
    ['no insurance', null, ['Insurance is no longer billed.']],
  ])('%s', (_, now, words) => {
    expect(whatChanged(BEFORE, now)).toEqual(words)
  })

  test('reports an insurance that is new', () => {
    expect(whatChanged(null, BEFORE)).toEqual(['Insurance is now billed.'])
    expect(whatChanged(null, null)).toEqual([])
  })
})

test.each([
  [{ kind: 'amount', cents: 40_000 } as const, '$400.00'],
  [{ kind: 'range', low: 0, high: 40_000 } as const, 'between $0.00 and $400.00'],
  [
    { kind: 'none', because: 'missing', reason: 'Too much is not known.' } as const,
    'no amount (Too much is not known)',
  ],
])('writes a result in a sentence: %j', (result, words) => {
  expect(resultWords(result)).toBe(words)
})

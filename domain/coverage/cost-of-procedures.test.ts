import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { summarizeBenefits } from './benefit-summary.ts'
import type { Benefit } from './benefits.ts'
import { estimateCost } from './cost.ts'
import type { PricedTest } from './estimate.ts'
import { ANSWER, ROW, resultText } from './testing/worked-examples.ts'

const TERMS = { inNetwork: true, copayBeforeDeductible: false, balanceBilling: false }

function billed(
  code: string,
  allowed: number,
  cptCodes: string[],
  more: Partial<PricedTest> = {},
): PricedTest {
  return {
    ...{ code, name: `Test ${code}`, allowedCents: allowed * 100, listPriceCents: allowed * 200 },
    ...{ selfPayCents: null, covered: 'yes', authorizationRequired: 'no', cptCodes, ...more },
  }
}
/** Active, 100 left of the deductible, 20 %, 5000 left of the maximum, plus the rows of the case. */
const benefitSummary = (rows: readonly Partial<Benefit>[]) =>
  summarizeBenefits(
    {
      ...ANSWER,
      benefits: [
        { ...ROW, kind: 'active' },
        { ...ROW, kind: 'deductible', period: 'remaining', level: 'individual', amountCents: 100_00 },
        { ...ROW, kind: 'out-of-pocket', period: 'remaining', level: 'individual', amountCents: 5_000_00 },
        { ...ROW, kind: 'coinsurance', rate: 2_000 },
        ...rows.map((more) => ({ ...ROW, ...more })),
      ],
    },
    true,
  )
const estimate = (rows: readonly Partial<Benefit>[], tests: readonly PricedTest[]) =>
  estimateCost({ benefitSummary: benefitSummary(rows), terms: TERMS, tests })

const copay = (procedure: string, dollars: number | null) =>
  ({ kind: 'copayment', procedure, amountCents: dollars === null ? null : dollars * 100 }) as const
const share = (procedure: string, rate: number | null) => ({ kind: 'coinsurance', procedure, rate }) as const
const GENERAL_COPAY = { kind: 'copayment', amountCents: 30_00, period: 'visit' } as const
const A = billed('A', 500, ['81406'])
const B = billed('B', 300, ['81479'])
const AB = billed('AB', 500, ['81406', '81479'])

describe("a payer's benefits for one procedure", () => {
  test.each([
    ['counts for its test', [copay('81406', 75)], [A], '240.00', '100 + 75 + 20 % of 325'],
    ['and for no other', [copay('81406', 75)], [B], '140.00', '100 + 20 % of 200'],
    ['beside another in one order', [copay('81406', 75)], [A, B], '300.00', '240; then 20 % of 300'],
    ['instead of the general copayment', [GENERAL_COPAY, copay('81406', 75)], [A], '240.00', 'not 75 + 30'],
    [
      'which the other test still has',
      [GENERAL_COPAY, copay('81406', 75)],
      [A, B],
      '324.00',
      '240; then 30 + 20 % of 270',
    ],
    [
      'twice the code is one procedure',
      [copay('81406', 75)],
      [billed('A', 500, ['81406', '81406'])],
      '240.00',
      'as once',
    ],
    ['a share', [share('81406', 5_000)], [A], '300.00', '100 + 50 % of 400'],
    ['a share of nothing', [share('81406', 0)], [A], '100.00', '100 + 0 % of 400'],
    ['of a part of the test: the highest counts', [share('81406', 0)], [AB], '180.00', '100 + 20 % of 400'],
    [
      'and the highest of two procedures',
      [copay('81406', 75), copay('81479', 50)],
      [AB],
      '240.00',
      '100 + 75 + 20 % of 325',
    ],
    [
      'one that cannot be read',
      [copay('81406', null)],
      [A],
      'none missing',
      'the maximum ends it nowhere below',
    ],
    ['does not touch another test', [copay('81406', null)], [B], '140.00', '100 + 20 % of 200'],
    [
      'not covered: the list price',
      [{ kind: 'non-covered', procedure: '81406' }],
      [A],
      '1000.00',
      'twice 500',
    ],
    [
      'not covered in part: both ways',
      [{ kind: 'non-covered', procedure: '81406' }],
      [AB],
      '180.00 to 1000.00',
      '100 + 80; or the list price',
    ],
    [
      'covered where laboratory tests are not',
      [{ kind: 'non-covered' }, { kind: 'active', procedure: '81406' }],
      [A],
      '180.00',
      '100 + 20 % of 400',
    ],
    [
      'covered in place of a rule that is not known',
      [{ kind: 'active', procedure: '81406' }],
      [{ ...A, covered: 'unknown' }],
      '180.00',
      'covered for certain',
    ],
    [
      'not in place of a rule that says no',
      [{ kind: 'active', procedure: '81406' }],
      [{ ...A, covered: 'no' }],
      '1000.00',
      'the list price',
    ],
    [
      'inactive for one procedure is not inactive',
      [{ kind: 'inactive', procedure: '81406' }],
      [B],
      '140.00',
      '100 + 40',
    ],
    [
      'a limit for one procedure is not counted',
      [{ kind: 'deductible', procedure: '81406', period: 'remaining', amountCents: 0 }],
      [A],
      '180.00',
      '100 + 80',
    ],
    [
      'of a network that is not the laboratory’s',
      [{ ...copay('81406', 75), network: 'out' }],
      [A],
      '180.00',
      '100 + 80',
    ],
  ] as [string, Partial<Benefit>[], PricedTest[], string, string][])('%s', (_, rows, tests, owed) => {
    expect(resultText(estimate(rows, tests).result)).toBe(owed)
  })

  it('are noted if there are several amounts', () => {
    const { steps } = estimate([share('81406', 0)], [AB])
    expect(steps[0]?.words).toBe(
      'The payer gives several amounts for the coinsurance; the estimate uses the highest.',
    )
    expect(estimate([copay('81406', 75)], [A]).steps.map(({ kind }) => kind)).toEqual([
      ...['deductible', 'copay', 'coinsurance'],
    ])
  })

  test.each([
    ['required for a part of it', [{ procedure: '81406', authorization: 'yes' }], AB, 'yes'],
    ['not required for any', [{ procedure: '81406', authorization: 'no' }], A, 'no'],
    ['said of one only', [{ procedure: '81406', authorization: 'no' }], AB, 'unknown'],
    [
      'for the procedure, whatever for all',
      [{ authorization: 'yes' }, { procedure: '81406', authorization: 'no' }],
      A,
      'no',
    ],
    [
      'for all, where nothing is said of it',
      [{ authorization: 'yes' }, { procedure: '81406', authorization: 'no' }],
      B,
      'yes',
    ],
  ] as [string, Partial<Benefit>[], PricedTest, string][])('authorization: %s', (_, rows, one, required) => {
    const withoutRule = { ...one, authorizationRequired: 'unknown' as const }
    expect(estimate(rows, [withoutRule]).authorizationRequired).toBe(required)
  })

  it('never give an amount that is negative, above the list prices, or different from the sum of its steps', () => {
    const anyRow = fc.record({
      kind: fc.constantFrom('copayment', 'coinsurance', 'non-covered', 'active', 'inactive', 'deductible'),
      procedure: fc.constantFrom('81406', '81479', '81415'),
      amountCents: fc.option(fc.integer({ min: 0, max: 100_000 })),
      rate: fc.option(fc.integer({ min: 0, max: 10_000 })),
    })
    fc.assert(
      fc.property(fc.array(anyRow, { maxLength: 6 }), fc.subarray([A, B, AB]), (rows, tests) => {
        const { result, steps } = estimate(rows, tests)
        if (result.kind === 'none') return
        const [low, high] =
          result.kind === 'amount' ? [result.cents, result.cents] : [result.low, result.high]
        expect(low).toBeGreaterThanOrEqual(0)
        expect(high).toBeGreaterThanOrEqual(low)
        expect(high).toBeLessThanOrEqual(
          tests.reduce((total, { listPriceCents }) => total + listPriceCents, 0),
        )
        expect(steps.reduce((total, { cents }) => total + cents, 0)).toBe(high)
        expect(estimate(rows, tests.toReversed()).result).toEqual(result)
      }),
      { numRuns: 300 },
    )
  })
})

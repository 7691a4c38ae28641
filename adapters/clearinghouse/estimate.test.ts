import { expect, test } from 'vitest'
import { summarizeBenefits } from '#domain/coverage/benefit-summary.ts'
import { estimateCost } from '#domain/coverage/cost.ts'
import type { PricedTest } from '#domain/coverage/estimate.ts'
import { read271 } from './read-271.ts'
import { answerWith } from './testing/messages.ts'

const TEST: PricedTest = {
  ...{ code: 'T1', name: 'Test 1', allowedCents: 1_000_00, listPriceCents: 1_500_00, selfPayCents: null },
  ...{ covered: 'yes', authorizationRequired: 'no' },
}

/** What the patient owes under these 271 rows, when $1,000 is allowed and $250 of the deductible remains. */
function owedBy(...rows: string[]): string {
  const { answer } = read271(answerWith('EB*1**30', 'EB*C*IND*30***29*250', 'EB*G*IND*30***29*5000', ...rows))
  const terms = { inNetwork: true, copayBeforeDeductible: false, balanceBilling: false }
  const { result } = estimateCost({ benefitSummary: summarizeBenefits(answer, true), terms, tests: [TEST] })
  if (result.kind === 'none') return result.because
  const [low, high] = result.kind === 'amount' ? [result.cents, result.cents] : [result.low, result.high]
  return low === high ? `${low / 100}` : `${low / 100} to ${high / 100}`
}

test.each([
  ['a fifth as .2', ['EB*A**5*****.2'], '400', '250 + 750 × 20 %'],
  ['a fifth as 0.20', ['EB*A**5*****0.20'], '400', '250 + 750 × 20 %'],
  ['a fifth as 20', ['EB*A**5*****20'], '400', '250 + 750 × 20 %: above 1 is per cent'],
  ['all of it as 1', ['EB*A**5*****1'], '1000', '250 + 750 × 100 %'],
  ['all of it as 100', ['EB*A**5*****100'], '1000', '250 + 750 × 100 %'],
  ['nothing of it as 0', ['EB*A**5*****0'], '250', '250 + 750 × 0 %'],
  ['200 per cent', ['EB*A**5*****200'], 'missing', 'no share: the coinsurance is unknown'],
  ['a share below nothing', ['EB*A**5*****-.2'], 'missing', 'unknown'],
  ['a share with its sign', ['EB*A**5*****20%'], 'missing', 'unknown'],
  ['no share at all', ['EB*A**5'], 'missing', 'unknown, not 0'],
  ['no row of it', [], 'missing', 'unknown, not 0'],
  ['a share of the other network', ['EB*A**5*****.2****N'], 'missing', 'unknown'],
  ['a share for the spouse only', ['EB*A*SPO*5*****.2'], 'missing', 'unknown for this member'],
  ['a share of a network of no known code', ['EB*A**5*****.2****Z'], 'missing', 'unknown'],
  ['a copayment with a comma', ['EB*A**5*****.2', 'EB*B**5***27*1,000'], 'missing', 'unknown'],
  ['a copayment of 40', ['EB*A**5*****.2', 'EB*B**5***27*40'], '432', '250 + 40 + 710 × 20 %'],
  ['a copayment a day', ['EB*A**5*****.2', 'EB*B**5***7*40'], 'missing', 'not known for one order'],
  ['a copayment an admission', ['EB*A**5*****.2', 'EB*B**5***36*40'], '400', 'a laboratory admits nobody'],
  ['the family has less left', ['EB*A**5*****.2', 'EB*C*FAM*30***29*100'], '280', '100 + 900 × 20 %'],
  ['what was paid so far', ['EB*A**5*****.2', 'EB*C*IND*30***24*0'], '400', 'is not what is left'],
  [
    'a deductible of no known period',
    ['EB*A**5*****.2', 'EB*C*IND*5***99*0'],
    '200 to 1000',
    'met: 1,000 × 20 %; not met: all of it',
  ],
])('%s: %j is %s, %s', (_what, rows, owed) => {
  expect(owedBy(...rows)).toBe(owed)
})

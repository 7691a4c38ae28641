import type { CostEstimate, SavedEstimate } from '#contract/coverage.ts'
import { summarizeBenefits } from '#domain/coverage/benefit-summary.ts'
import type { Benefit, Cents } from '#domain/coverage/benefits.ts'
import { estimateCost } from '#domain/coverage/cost.ts'
import type { ContractTerms, PricedTest } from '#domain/coverage/estimate.ts'
import { ANSWER, ROW } from '#domain/coverage/testing/worked-examples.ts'

/** Rows of a payer's answer: $400 left of the deductible, 20% after it, $2,000 left of the yearly maximum. */
export const ROWS = {
  active: { ...ROW, kind: 'active' },
  deductible: { ...ROW, kind: 'deductible', level: 'individual', period: 'remaining', amountCents: 400_00 },
  coinsurance: { ...ROW, kind: 'coinsurance', rate: 20_00 },
  maximum: { ...ROW, kind: 'out-of-pocket', level: 'individual', period: 'remaining', amountCents: 2_000_00 },
  copay: { ...ROW, kind: 'copayment', amountCents: 35_00 },
  inactive: { ...ROW, kind: 'inactive' },
} satisfies Record<string, Benefit>

export function testOf(code: string, name: string, more: Partial<PricedTest> = {}): PricedTest {
  return {
    ...{ code, name, allowedCents: 1_500_00, listPriceCents: 2_500_00, selfPayCents: 1_200_00 },
    ...{ covered: 'yes', authorizationRequired: 'yes', ...more },
  }
}

const IN_NETWORK: ContractTerms = { inNetwork: true, copayBeforeDeductible: false, balanceBilling: false }
export const OUT_OF_NETWORK: ContractTerms = { ...IN_NETWORK, inNetwork: false, balanceBilling: true }

const totalOf = (amounts: (Cents | null)[]) =>
  amounts.reduce<Cents | null>((sum, one) => (sum === null || one === null ? null : sum + one), 0)

/**
 * A stored estimate, calculated by the real rules from rows and tests; `benefits` null means no payer was
 * queried and no insurance is billed.
 */
export function savedEstimate(
  tests: readonly PricedTest[],
  benefits: readonly Benefit[] | null,
  { terms = IN_NETWORK, ...more }: Partial<SavedEstimate> & { terms?: ContractTerms } = {},
): SavedEstimate {
  const benefitSummary = benefits && summarizeBenefits({ ...ANSWER, benefits }, terms.inNetwork)
  const estimate = benefitSummary && estimateCost({ benefitSummary, terms, tests })
  return {
    ...{ id: 900_001, orderId: 500_123, madeAt: '2026-03-12T15:00:00Z', madeBy: 'Ada Okafor' },
    ...{ countsUntil: '2026-03-26', patientName: 'Linh Nguyễn', patientDateOfBirth: '2019-03-14' },
    ...(benefits
      ? { payerName: 'Papermoon Health', memberId: 'PH 123-456', planName: 'Papermoon Choice PPO' }
      : { payerName: '', memberId: '', planName: '' }),
    checkedAt: benefits ? '2026-03-11T15:00:00Z' : null,
    tests: tests.map((test) => ({ ...test, cptCodes: ['81415'], note: '' })),
    listPriceCents: totalOf(tests.map(({ listPriceCents }) => listPriceCents)) ?? 0,
    selfPayCents: totalOf(tests.map(({ selfPayCents }) => selfPayCents)),
    // As read back from the database.
    estimate: estimate && asSaved({ ...estimate, amountPayable: amountOf(estimate.result) }),
    assistance: [
      { name: 'Tier 1', incomeUpToCents: [31_300_00, 42_300_00, 53_300_00, 64_300_00], mostCents: 0 },
      { name: 'Tier 2', incomeUpToCents: [46_950_00, 63_450_00, 79_950_00, 96_450_00], mostCents: 150_00 },
    ],
    ...more,
  }
}

const amountOf = (result: CostEstimate['result']) => (result.kind === 'amount' ? result.cents : null)

function asSaved(estimate: object): CostEstimate {
  return JSON.parse(JSON.stringify(estimate))
}

import type { CoverageFiles } from '../reference/coverage-files.ts'
import type { Coverage } from '../reference/coverage-rows.ts'

type Payer = Coverage['payers'][number]
const payer = (id: string, name: string, more: Partial<Payer>): Payer => ({
  ...{ id, name, aliases: [], kind: 'Commercial', clearinghouseId: null },
  ...{ memberIdPatterns: [], memberIdHint: '', phone: '614-555-0100' },
  ...more,
})

const SINCE = { effectiveFrom: '2020-01-01', effectiveUntil: null }

type Contract = Coverage['contracts'][number]
const contract = (payerId: string, more: Partial<Contract>): Contract => ({
  ...{ payerId, ...SINCE, inNetwork: true, copayBeforeDeductible: false, balanceBilling: false },
  allowedShare: null,
  ...more,
})

type Rule = Coverage['rules'][number]
const rule = (payerId: string, more: Partial<Rule>): Rule => ({
  ...{ payerId, ...SINCE, testCode: null, category: null, covered: 'yes', authorizationRequired: 'no' },
  ...{ documents: [], note: '' },
  ...more,
})

/** Coverage files for the tests in server/testing/world.ts, all of which cost $1,000.00. */
export const COVERAGE: CoverageFiles = {
  coverage: {
    payers: [
      payer('papermoon', 'Papermoon Health', {
        ...{ aliases: ['Papermoon PPO'], clearinghouseId: 'SIM01' },
        ...{ memberIdPatterns: ['PMH[0-9]{9}'], memberIdHint: 'PMH and nine digits' },
      }),
      payer('glass-harbor', 'Glass Harbor Mutual', {
        ...{ clearinghouseId: 'SIM02', memberIdPatterns: ['GH[0-9]{8}'] },
        memberIdHint: 'GH and eight digits',
      }),
      payer('medicare', 'Medicare', { kind: 'Medicare', clearinghouseId: 'SIM80' }),
      payer('medicaid', 'Medicaid', { kind: 'Medicaid', clearinghouseId: 'SIM90' }),
      payer('tidewater', 'Tidewater Mutual', {}),
    ],
    contracts: [
      contract('papermoon', { allowedShare: 6_000 }),
      contract('glass-harbor', { copayBeforeDeductible: true, allowedShare: 5_000 }),
      contract('medicare', {}),
      contract('medicaid', { allowedShare: 3_500 }),
    ],
    contractPrices: [
      { payerId: 'papermoon', ...SINCE, testCode: 'TRI6', cptCode: null, allowed: 80_000, share: null },
      { payerId: 'medicare', ...SINCE, testCode: null, cptCode: '81479', allowed: 30_000, share: null },
    ],
    rules: [
      rule('papermoon', {}),
      rule('papermoon', {
        ...{ category: 'wes', authorizationRequired: 'yes' },
        documents: ['Letter', 'Additional Clinical Information: clinic notes', 'Insurance Card'],
        note: 'Decided within five working days.',
      }),
      rule('papermoon', { testCode: 'CON5', covered: 'no' }),
      rule('glass-harbor', { authorizationRequired: 'unknown' }),
      rule('medicaid', { authorizationRequired: 'yes', documents: ['Letter'] }),
    ],
    prices: [
      { testCode: 'WES1', ...SINCE, listPrice: 100_000, selfPayPrice: 45_000 },
      { testCode: 'TRI6', ...SINCE, listPrice: 100_000, selfPayPrice: 55_000 },
      { testCode: 'KNO9', ...SINCE, listPrice: 100_000, selfPayPrice: null },
    ],
    assistance: [
      {
        ...{ name: 'Full assistance', ...SINCE, incomeBase: 3_000_000, incomePerPerson: 1_000_000 },
        ...{ discount: 10_000, most: 0 },
      },
      {
        ...{ name: 'Part assistance', ...SINCE, incomeBase: 6_000_000, incomePerPerson: 2_000_000 },
        ...{ discount: 5_000, most: 20_000 },
      },
    ],
  },
  named: [],
}

import { describe, expect, it, test } from 'vitest'
import {
  type ContractPrice,
  type CoverageRule,
  type OfferedTest,
  type PayerContract,
  pricedTests,
  type Reference,
} from './contract.ts'

const EXOME: OfferedTest = {
  ...{ code: 'E1', name: 'Exome Trio', category: 'wes', cptCodes: ['81415', '81416', '81416'] },
  listPriceCents: 5_000_00,
}
const CONTRACT: PayerContract = {
  ...{ inNetwork: true, copayBeforeDeductible: true, balanceBilling: false, allowedShare: 6_000 },
}
const PAYER: Reference['payer'] = {
  ...{ id: 'alder', name: 'Alder Health', aliases: [], kind: 'Commercial', clearinghouseId: null },
  ...{ memberIdPatterns: [], memberIdHint: '', phone: '' },
}
const reference = (more: Partial<Reference> = {}): Reference => ({
  ...{ day: '2026-11-21', until: null, payer: PAYER, contract: CONTRACT },
  ...{ contractPrices: [], rules: [], testPrices: [] },
  tests: [EXOME],
  ...more,
})
const first = (more: Partial<Reference>) => {
  const [test] = pricedTests(reference(more)).tests
  if (!test) throw new Error('no test')
  return test
}

const ofTest = (more: Partial<ContractPrice>): ContractPrice => ({
  ...{ testCode: 'E1', cptCode: null, allowedCents: null, allowedShare: null },
  ...more,
})
const ofUnit = (cptCode: string, allowedCents: number): ContractPrice => ({
  ...{ testCode: null, cptCode, allowedCents, allowedShare: null },
})

describe('the allowed amount of a contract', () => {
  const units = [ofUnit('81415', 2_000_00), ofUnit('81416', 480_00)]
  const noShare = { ...CONTRACT, allowedShare: null }
  test.each([
    ['its share of the list price', {}, 3_000_00],
    [
      'the price of the test, before all else',
      { contractPrices: [...units, ofTest({ allowedCents: 1 })] },
      1,
    ],
    ['a share for the test', { contractPrices: [ofTest({ allowedShare: 7_050 })] }, 3_525_00],
    ['a price of nothing', { contractPrices: [ofTest({ allowedCents: 0 })] }, 0],
    ['each unit of a code', { contractPrices: units }, 2_960_00],
    ['the share, where a code has no price', { contractPrices: units.slice(0, 1) }, 3_000_00],
    [
      'nothing known, where there is no share either',
      { contract: noShare, contractPrices: [ofUnit('81416', 1)] },
      null,
    ],
    ['nothing known, without any price', { contract: noShare }, null],
    [
      'nothing known of a test without codes',
      { contract: noShare, tests: [{ ...EXOME, cptCodes: [] }] },
      null,
    ],
    ['never more than the list price', { contractPrices: [ofTest({ allowedCents: 9_000_00 })] }, 5_000_00],
    [
      'half a cent up',
      { tests: [{ ...EXOME, listPriceCents: 101 }], contract: { ...CONTRACT, allowedShare: 5_000 } },
      51,
    ],
    ['nothing known without a contract', { contract: null, contractPrices: units }, null],
    [
      'the share of the list price that is in force',
      { testPrices: [{ testCode: 'E1', listCents: 1_000_00, selfPayCents: null }] },
      600_00,
    ],
  ] as [string, Partial<Reference>, number | null][])('%s', (_, more, cents) => {
    expect(first(more).allowedCents).toBe(cents)
  })
})

describe('prices', () => {
  it('are those of the files, if given', () => {
    const testPrices = [{ testCode: 'E1', listCents: 4_800_00, selfPayCents: 2_400_00 }]
    expect(first({ testPrices })).toMatchObject({ listPriceCents: 4_800_00, selfPayCents: 2_400_00 })
    const [price] = testPrices.map((one) => ({ ...one, selfPayCents: null }))
    expect(first({ testPrices: price ? [price] : [] }).selfPayCents).toBeNull()
  })

  it('are otherwise the catalogue’s', () => {
    const testPrices = [{ testCode: 'E2', listCents: 1, selfPayCents: 1 }]
    expect(first({ testPrices })).toMatchObject({ listPriceCents: 5_000_00, selfPayCents: 5_000_00 })
  })
})

describe('a payer’s rule', () => {
  const rule = (more: Partial<CoverageRule>): CoverageRule => ({
    ...{ testCode: null, category: null, covered: 'yes', authorizationRequired: 'no', documents: [] },
    ...{ note: '', ...more },
  })
  const ALL = rule({ note: 'all' })
  const WES = rule({ category: 'wes', note: 'category', authorizationRequired: 'yes', documents: ['Letter'] })
  const ONE = rule({ testCode: 'E1', note: 'test', covered: 'unknown' })
  test.each([
    ['of the test', [ALL, WES, ONE], 'test'],
    ['of its category', [ALL, WES], 'category'],
    [
      'for all',
      [ALL, rule({ category: 'wgs', note: 'other' }), rule({ testCode: 'E2', note: 'other' })],
      'all',
    ],
    ['or none', [], ''],
  ])('%s', (_, rules, note) => {
    expect(first({ rules }).note).toBe(note)
    expect(first({ rules: rules.toReversed() }).note).toBe(note)
  })

  it('applies as a whole: its gaps are not filled from other rules', () => {
    expect(first({ rules: [ALL, WES, ONE] })).toMatchObject({
      ...{ covered: 'unknown', authorizationRequired: 'no', documents: [] },
    })
    expect(first({ rules: [ALL, WES] })).toMatchObject({
      authorizationRequired: 'yes',
      documents: ['Letter'],
    })
  })

  it('missing: coverage and authorization are unknown', () => {
    expect(first({})).toMatchObject({ covered: 'unknown', authorizationRequired: 'unknown' })
  })
})

describe('the contract’s terms', () => {
  it("are the contract's own", () => {
    expect(pricedTests(reference()).terms).toEqual({
      ...{ inNetwork: true, copayBeforeDeductible: true, balanceBilling: false },
    })
  })

  it('[PAY-09] missing: the network is unknown', () => {
    expect(pricedTests(reference({ contract: null })).terms).toEqual({
      ...{ inNetwork: false, copayBeforeDeductible: false, balanceBilling: true },
      isOnFile: false,
    })
  })
})

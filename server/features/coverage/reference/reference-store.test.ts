import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { pricedTests } from '#domain/coverage/contract.ts'
import { administer, type Connection, connect } from '#server/database/connection/connect.ts'
import { TEST_SECRET, type TestDatabase, testDatabase } from '#server/testing/database.ts'
import { makeWorld } from '#server/testing/world.ts'
import { COVERAGE } from '../testing/files.ts'
import type { CoverageFiles } from './coverage-files.ts'
import type { Coverage } from './coverage-rows.ts'
import { importCoverage } from './import.ts'
import { payersOf, referenceOf, tiersOf } from './reference-store.ts'

let database: TestDatabase
let portal: Connection
beforeAll(async () => {
  database = await testDatabase()
  portal = connect({ url: database.url, secret: TEST_SECRET, role: 'karyo_portal', max: 2 })
  await administer(database.url, makeWorld)
})
afterAll(async () => {
  await portal?.close()
  await database?.drop()
})

const { coverage } = COVERAGE
const load = (more: Partial<Coverage>, named: CoverageFiles['named'] = []) =>
  administer(database.url, (db) => importCoverage(db, { coverage: { ...coverage, ...more }, named }))
const DAY = '2026-11-21'
const priced = async (company: string, codes: string[], day = DAY) =>
  pricedTests(await referenceOf(portal.db, day, { company, codes }))

describe('the reference data for an order', () => {
  beforeAll(() => load({}))

  it('is for the payer, by any of its names, and for the tests in the order given', async () => {
    const { tests, terms } = await priced(' papermoon  ppo', ['KNO9', 'TRI6', 'gone', 'WES1', 'CON5'])
    expect(terms).toEqual({ inNetwork: true, copayBeforeDeductible: false, balanceBilling: false })
    const prices = tests.map(({ code, listPriceCents, selfPayCents, allowedCents }) => [
      ...[code, listPriceCents, selfPayCents, allowedCents],
    ])
    expect(prices).toEqual([
      ['KNO9', 100_000, null, 60_000],
      ['TRI6', 100_000, 55_000, 80_000],
      ['WES1', 100_000, 45_000, 60_000],
      ['CON5', 100_000, 100_000, 60_000],
    ])
    const ruled = tests.map(({ covered, authorizationRequired }) => [covered, authorizationRequired])
    expect(ruled).toEqual([
      ['yes', 'no'],
      ['yes', 'yes'],
      ['yes', 'yes'],
      ['no', 'no'],
    ])
  })

  it('is only for that payer, not for others', async () => {
    expect((await priced('Medicare', ['TRI6'])).tests).toMatchObject([
      { allowedCents: 30_000, covered: 'unknown', authorizationRequired: 'unknown' },
    ])
    for (const company of ['', 'Nobody’s Insurance', 'Tidewater Mutual'])
      expect(await priced(company, ['TRI6'])).toMatchObject({
        terms: { inNetwork: false },
        tests: [{ allowedCents: null, listPriceCents: 100_000 }],
      })
  })

  it('may be requested without tests', async () => {
    expect((await priced('Papermoon Health', [])).tests).toEqual([])
  })

  it('has the assistance programs of the day', async () => {
    const names = async (day: string) => (await tiersOf(portal.db, day)).map(({ name }) => name).sort()
    expect(await names(DAY)).toEqual(['Full assistance', 'Part assistance'])
    expect(await names('2019-12-31')).toEqual([])
  })
})

describe('with several versions', () => {
  const version = (effectiveFrom: string, effectiveUntil: string | null, listPrice: number) => ({
    ...{ testCode: 'WES1', effectiveFrom, effectiveUntil, listPrice, selfPayPrice: null },
  })
  beforeAll(() =>
    load({
      prices: [
        version('2026-06-01', '2026-06-30', 300),
        version('2025-01-01', null, 100),
        version('2026-01-01', null, 200),
      ],
      contracts: [
        ...coverage.contracts,
        {
          ...{ payerId: 'tidewater', effectiveFrom: '2026-02-01', effectiveUntil: '2026-02-28' },
          ...{ inNetwork: true, copayBeforeDeductible: false, balanceBilling: false, allowedShare: 10_000 },
        },
      ],
    }),
  )
  test.each([
    ['2024-12-31', 100_000, 'before the first version the catalogue’s price applies'],
    ['2025-01-01', 100, 'from its first day on'],
    ['2025-12-31', 100, 'until another one starts'],
    ['2026-01-01', 200, 'the one that started last applies'],
    ['2026-06-30', 300, 'until its last day'],
    ['2026-07-01', 100_000, 'and when it has ended no older one applies again'],
  ])('on %s is %d: %s', async (day, cents) => {
    const { tests } = await priced('', ['WES1'], day)
    expect(tests[0]?.listPriceCents).toBe(cents)
  })

  test.each<[string, string, string | null, string]>([
    ['2024-12-30', '', '2024-12-31', 'another price begins'],
    ['2026-06-15', '', '2026-06-30', 'the price ends'],
    ['2026-07-01', '', null, 'nothing changes any more'],
    ['2026-01-15', 'Tidewater Mutual', '2026-01-31', 'a contract begins'],
    ['2026-02-10', 'Tidewater Mutual', '2026-02-28', 'the contract ends'],
    ['2026-02-10', 'Papermoon Health', '2026-05-31', 'a contract of another payer is nothing to it'],
  ])('known on %s for %j is valid until %s: %s', async (day, company, until) => {
    expect((await referenceOf(portal.db, day, { company, codes: ['WES1'] })).until).toBe(until)
  })

  test.each([
    ['2026-01-31', false],
    ['2026-02-01', true],
    ['2026-02-28', true],
    ['2026-03-01', false],
  ])('a contract is valid as long: %s, in network %s', async (day, inNetwork) => {
    expect((await priced('Tidewater Mutual', ['WES1'], day)).terms.inNetwork).toBe(inNetwork)
  })
})

describe('an import', () => {
  beforeEach(() => load({}))

  const names = async () => (await payersOf(portal.db)).map(({ name }) => name)

  it('hides payers that are no longer in the files, keeps them, and restores them', async () => {
    const [first, ...rest] = coverage.payers
    if (!first) throw new Error('no payer')
    const gone = { contracts: [], contractPrices: [], rules: [] }
    await load({ payers: rest, ...gone })
    expect(await names()).not.toContain(first.name)
    const stored = await portal.db
      .selectFrom('payer')
      .select('removed_at')
      .where('id', '=', first.id)
      .execute()
    expect(stored).toEqual([{ removed_at: expect.any(Date) }])
    await load({ payers: [{ ...first, name: 'Papermoon Wellness' }, ...rest] })
    expect(await names()).toEqual(
      [...rest.map(({ name }) => name), 'Papermoon Wellness'].sort((a, b) => a.localeCompare(b)),
    )
  })

  it('reports tests and categories that were never in the catalogue, and changes nothing', async () => {
    const before = await names()
    const inRules = { file: 'rules.csv', row: 7 }
    const named = [
      { file: 'prices.csv', row: 2, column: 'testCode', name: 'WES1' } as const,
      { ...inRules, column: 'testCode', name: 'WES9' } as const,
      { ...inRules, row: 8, column: 'category', name: 'wes' } as const,
      { ...inRules, row: 9, column: 'category', name: 'exomes' } as const,
    ]
    await expect(load({ payers: [] }, named)).rejects.toThrow(
      /^rules.csv, row 7, column testCode: 'WES9' is not the code of a test in the catalogue\nrules.csv, row 9, column category: 'exomes' is not a category of the catalogue$/,
    )
    expect(await names()).toEqual(before)
  })

  it('with empty files leaves no rows', async () => {
    await load({
      ...{ payers: [], contracts: [], contractPrices: [], rules: [], prices: [], assistance: [] },
    })
    expect(await names()).toEqual([])
    expect(await tiersOf(portal.db, DAY)).toEqual([])
  })
})

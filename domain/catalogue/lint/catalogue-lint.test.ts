import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { SymbolMeaning } from '../../genes/gene.ts'
import type { SpecimenType } from '../../lookups.ts'
import { type LintedTest, lintCatalogue } from './catalogue-lint.ts'
import { endedCode, type ProcedureCode } from './procedure-codes.ts'

const TODAY = '2026-11-23'

const MEANINGS: Record<string, SymbolMeaning> = {
  TWNK: { kind: 'approved', hgncId: 'HGNC:1160' },
  C10orf2: { kind: 'previous', symbols: ['TWNK'] },
  PEO1: { kind: 'alias', symbols: ['TWNK'] },
}
const symbols = {
  meaning: (symbol: string): SymbolMeaning =>
    MEANINGS[symbol] ??
    (/^G\d+$/.test(symbol) ? { kind: 'approved', hgncId: 'HGNC:1' } : { kind: 'unknown' }),
}

const code = (more: Partial<ProcedureCode>): ProcedureCode => ({
  ...{ code: '10001', validFrom: '', validUntil: '', minimumGenes: null, maximumGenes: null, namedGenes: [] },
  ...more,
})
const procedureCodes = [
  code({ code: '10001', minimumGenes: 3 }),
  code({ code: '10002', minimumGenes: 2, maximumGenes: 3 }),
  code({ code: '10003', namedGenes: ['G1', 'G7'] }),
  code({ code: '10004', validUntil: '2024-12-31' }),
  code({ code: '10005', validFrom: '2027-01-01' }),
  code({ code: '10006', minimumGenes: 9, validUntil: '2024-12-31' }),
  code({ code: '10006', minimumGenes: 2, validFrom: '2025-01-01' }),
]

const genesTo = (count: number) => Array.from({ length: count }, (_, index) => `G${index + 1}`)
const tested = (more: Partial<LintedTest>): LintedTest => ({
  ...{ row: 2, genes: [], geneCount: 0, geneChoice: 'all', cptCodes: [] },
  ...{ specimens: ['Blood'] as SpecimenType[], specimenNote: '', lives: new Map(), storages: new Map() },
  leasts: new Map(),
  ...more,
})
const stored = (type: SpecimenType, ...storages: string[]) =>
  new Map<SpecimenType, ReadonlySet<string>>([[type, new Set(storages)]])
const kept = (type: SpecimenType, storage: string) => ({
  ...{ specimens: [type], storages: stored(type, storage) },
})
const rulesOf = (more: Partial<LintedTest>) =>
  lintCatalogue({ tests: [tested(more)], procedureCodes, symbols, today: TODAY }).map(
    ({ row, column, rule }) => [row, column, rule],
  )

describe('[CODE-01] the lint finds', () => {
  const five = { genes: genesTo(5), geneCount: 5 }
  const life = (type: SpecimenType, hours: number | null) => ({
    specimens: [type],
    lives: new Map([[type, hours]]),
  })
  test.each<[string, Partial<LintedTest>, string, string]>([
    [
      'a previous symbol, and names the approved one',
      { genes: ['C10orf2'] },
      'genes',
      "'C10orf2' is a previous symbol of TWNK",
    ],
    ['an alias, and names the approved one', { genes: ['PEO1'] }, 'genes', "'PEO1' is an alias of TWNK"],
    [
      'a symbol that HGNC does not know',
      { genes: ['BRCAX'] },
      'genes',
      "'BRCAX' is not a symbol that HGNC has approved",
    ],
    [
      'too few genes for a code',
      { genes: genesTo(2), geneCount: 2, cptCodes: ['10001'] },
      'cptCodes',
      "'10001' needs at least 3 genes; the test has 2",
    ],
    [
      'too few genes where they are only counted',
      { geneCount: 2, cptCodes: ['10001'] },
      'cptCodes',
      "'10001' needs at least 3 genes; the test has 2",
    ],
    [
      'too many genes for a code',
      { ...five, cptCodes: ['10002'] },
      'cptCodes',
      "'10002' is for at most 3 genes; the test has 5",
    ],
    [
      'a missing named gene',
      { ...five, cptCodes: ['10003'] },
      'cptCodes',
      "'10003' needs G7 among the genes",
    ],
    ['a deleted code', { cptCodes: ['10004'] }, 'cptCodes', "'10004' ended on 2024-12-31"],
    ['a code that has not begun', { cptCodes: ['10005'] }, 'cptCodes', "'10005' begins on 2027-01-01"],
    [
      'a code that is not listed',
      { cptCodes: ['99999'] },
      'cptCodes',
      "'99999' is not in procedure-codes.csv",
    ],
    [
      'an RNA tube in the note of a test that takes blood in any',
      {
        furtherSpecimens: ['Blood in PAXgene Tube'],
        specimenNote: '2.5 mL of blood in an RNA-stabilizing tube.',
      },
      'specimenNote',
      'wants blood in an RNA-stabilizing tube, but the test accepts Blood in any tube',
    ],
    [
      'less blood of infants in the note than the catalogue takes',
      {
        specimenNote: 'Blood 3 to 5 mL in EDTA (1 to 2 mL for infants).',
        leasts: new Map([['Blood', { least: 3, youngest: 3 }]]),
      },
      'specimenNote',
      'takes 1 mL of infants, but the catalogue wants at least 3 mL of Blood at every age: set leastByAge',
    ],
    [
      'a specimen in the note that is not accepted',
      { specimenNote: 'Blood in EDTA, or urine.' },
      'specimenNote',
      'names urine, which the test does not accept',
    ],
    [
      'an accepted specimen that the note leaves out',
      { specimens: ['Blood', 'Saliva'], specimenNote: 'Blood in EDTA.' },
      'specimenNote',
      'does not say how to send Saliva, which the test accepts',
    ],
    [
      'more time in the note than the specimen has',
      { ...life('Blood', 48), specimenNote: 'Ship blood within 5 days.' },
      'specimenNote',
      'allows 5 days for Blood, which can be used for 2 days',
    ],
    [
      'a specimen accepted long after it must arrive',
      { ...life('Blood', 336), specimenNote: 'Blood must arrive within 48 hours.' },
      'specimenNote',
      'wants Blood within 2 days, but the catalogue accepts it for 14 days',
    ],
    [
      'a note at room temperature for a tube that is kept refrigerated',
      {
        ...kept('Blood', 'COOL'),
        specimenNote: 'Blood 3 mL in EDTA. Ship at room temperature within 5 days.',
      },
      'specimenNote',
      'wants Blood at room temperature, but the catalogue keeps it refrigerated',
    ],
    [
      'frozen blood in the note that the catalogue refrigerates',
      {
        ...kept('Blood', 'COOL'),
        specimenNote: '2.5 mL of blood. Freeze within 24 hours and ship on dry ice.',
      },
      'specimenNote',
      'wants Blood frozen, but the catalogue keeps it refrigerated',
    ],
    [
      'a note that forbids how the catalogue keeps it',
      { ...kept('Blood', 'COOL'), specimenNote: 'Blood in EDTA. Do not refrigerate.' },
      'specimenNote',
      'forbids to keep Blood refrigerated, as the catalogue does',
    ],
  ])('%s', (_, more, column, rule) => {
    expect(rulesOf(more)).toEqual([[2, column, rule]])
  })

  it('several faults of several rows together', () => {
    const tests = [
      tested({ row: 2, genes: ['PEO1'], cptCodes: ['10004'] }),
      tested({ row: 3 }),
      tested({ row: 4, specimenNote: 'Saliva.' }),
    ]
    const found = lintCatalogue({ tests, procedureCodes, symbols, today: TODAY })
    expect(found.map(({ row, column }) => [row, column])).toEqual([
      [2, 'genes'],
      [2, 'cptCodes'],
      [4, 'specimenNote'],
      [4, 'specimenNote'],
    ])
  })

  test.each<[string, Partial<LintedTest>]>([
    ['enough genes', { genes: genesTo(3), geneCount: 3, cptCodes: ['10001', '10002'] }],
    ['the minimum of today, not that of an earlier period', { ...five, cptCodes: ['10006'] }],
    ['named genes where the test names none', { geneCount: 20_000, cptCodes: ['10003'] }],
    [
      'the list that genes are chosen from',
      { genes: ['G2'], geneCount: 1, geneChoice: 'one', cptCodes: ['10001'] },
    ],
    [
      'the mother’s blood beside villi',
      { specimens: ['CVS'], specimenNote: '20 mg of villi. Send 3 mL of maternal blood in EDTA.' },
    ],
    [
      'blood of the parents beside the newborn’s',
      { specimenNote: '1 mL of blood in EDTA from the newborn and 3 to 5 mL from each parent.' },
    ],
    [
      'storage that is given for each specimen apart',
      {
        specimens: ['Blood', 'Saliva'],
        storages: new Map([...stored('Blood', 'COOL'), ...stored('Saliva', 'ROOM')]),
        lives: new Map([
          ['Blood', 14 * 24],
          ['Saliva', 60 * 24],
        ]),
        specimenNote:
          'Keep blood refrigerated: it must arrive within 14 days. Ship saliva at room temperature.',
      },
    ],
    [
      'one of two ways to keep it, and what must not be done',
      { storages: stored('Blood', 'ROOM', 'COOL'), specimenNote: 'Refrigerate blood. Do not freeze.' },
    ],
    ['a way to keep what no row stores', { specimenNote: 'Ship blood at room temperature.' }],
    ['a note about an amount alone', { specimenNote: '3 mL' }],
    [
      'a specimen that does not spoil',
      {
        specimens: ['Extracted DNA'],
        lives: new Map([['Extracted DNA', null]]),
        specimenNote: 'DNA must arrive within 5 days.',
      },
    ],
  ])('nothing about %s', (_, more) => {
    expect(rulesOf(more)).toEqual([])
  })

  it('nothing that it has no list for', () => {
    const tests = [tested({ genes: ['BRCAX'], cptCodes: ['99999'] })]
    expect(lintCatalogue({ tests, procedureCodes: null, symbols: null, today: TODAY })).toEqual([])
  })
})

test('a code is judged by the period that includes the day', () => {
  const day = fc.constantFrom('2024-06-01', '2024-12-31', '2025-01-01', '2026-11-23')
  fc.assert(
    fc.property(day, (on) => {
      expect(endedCode(procedureCodes, '10006', on)).toBeNull()
      expect(endedCode(procedureCodes, '10004', on) === null).toBe(on <= '2024-12-31')
    }),
  )
})

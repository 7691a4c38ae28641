import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, describe, expect, it, test } from 'vitest'
import { readCatalogue } from '#server/features/catalogue/catalogue-files.ts'
import { readCoverage } from './coverage-files.ts'

const DATA = path.join(import.meta.dirname, '../../../../data')
const made: string[] = []
let dir: string
beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'karyo-coverage-'))
  made.push(dir)
  await cp(path.join(DATA, 'coverage'), dir, { recursive: true })
})
afterAll(() => Promise.all(made.map((one) => rm(one, { recursive: true, force: true }))))

describe('the demo’s coverage files', () => {
  const { coverage, named } = readCoverage(path.join(DATA, 'coverage'))
  const tests = new Map(
    readCatalogue(path.join(DATA, 'catalogue')).tests.map((one) => [one.code, one.listPriceCents]),
  )

  it('name only tests in the catalogue, and price every one', () => {
    expect(named.filter(({ column, name }) => column === 'testCode' && !tests.has(name))).toEqual([])
    expect([...tests.keys()].filter((code) => !coverage.prices.some((row) => row.testCode === code))).toEqual(
      [],
    )
  })

  it('have the catalogue’s list prices from today on, and no self-pay price above one', () => {
    const open = coverage.prices.filter(({ effectiveUntil }) => effectiveUntil === null)
    expect(open.filter((row) => row.listPrice !== tests.get(row.testCode))).toEqual([])
    expect(coverage.prices.filter((row) => (row.selfPayPrice ?? 0) > row.listPrice)).toEqual([])
  })

  it('have payers that can be queried, payers that cannot, one out of network and one without a contract', () => {
    const { payers, contracts } = coverage
    expect(payers.filter(({ clearinghouseId }) => clearinghouseId !== null)).toHaveLength(4)
    expect(payers.filter(({ clearinghouseId }) => clearinghouseId === null).length).toBeGreaterThanOrEqual(3)
    expect(contracts.filter(({ inNetwork }) => !inNetwork).map(({ payerId }) => payerId)).toEqual([
      'meadow-mutual',
    ])
    expect(
      payers.filter(({ id }) => !contracts.some(({ payerId }) => payerId === id)).map(({ id }) => id),
    ).toEqual(['northlight'])
  })
})

/** The problems reported when `line` is added to a file. */
async function wrong(file: string, line: string): Promise<string> {
  const filePath = path.join(dir, file)
  await writeFile(filePath, `${(await readFile(filePath, 'utf8')).trimEnd()}\n${line}\n`)
  try {
    readCoverage(dir)
    return ''
  } catch (error) {
    return error instanceof Error ? error.message.replaceAll(/ row \d+,/g, '') : String(error)
  }
}

describe('an invalid cell is reported', () => {
  test.each([
    [
      'payers.csv',
      'a b,,,Best,x,(,,1',
      [
        "payers.csv, column id: 'a b' is not a code of 1 to 20 letters and digits",
        'payers.csv, column name: an empty cell is not allowed here',
        "payers.csv, column kind: 'Best' is not one of Commercial, Medicare, Medicaid, TRICARE, Other",
        "payers.csv, column clearinghouseId: 'x' is not an identifier of 2 to 80 letters and digits",
        "payers.csv, column memberIdPatterns: '(' is not a regular expression",
        "payers.csv, column phone: '1' is not a phone number such as 614-555-0101",
      ],
    ],
    [
      'payers.csv',
      'other,Other,PAPERMOON-PPO,Commercial,,,,',
      ["payers.csv, column aliases: 'PAPERMOON-PPO' is already a name of payer papermoon"],
    ],
    [
      'contracts.csv',
      'nobody,2026-02-30,,maybe,no,no,100.5',
      [
        "contracts.csv, column effectiveFrom: '2026-02-30' is not a date such as 2026-01-31",
        "contracts.csv, column inNetwork: 'maybe' is not one of yes, no",
        "contracts.csv, column allowedShare: '100.5' must be a percentage such as 62.5, or empty",
        "contracts.csv, column payerId: 'nobody' is not the id of a payer in payers.csv",
      ],
    ],
    [
      'contracts.csv',
      'papermoon,2030-01-01,2029-12-31,yes,no,no,50',
      ["contracts.csv, column effectiveUntil: '2029-12-31' is before effectiveFrom"],
    ],
    [
      'contract-prices.csv',
      'papermoon,2030-01-01,,1600,81415,,',
      [
        "contract-prices.csv, column testCode: '1600' is wrong here: a row names either a test or a CPT code",
        'contract-prices.csv, column allowed: an empty cell is wrong here: a row has either a price or a share',
      ],
    ],
    [
      'contract-prices.csv',
      'papermoon,2030-01-01,,,81415,,50',
      [
        "contract-prices.csv, column share: '50' is not allowed with a CPT code, which has no list price: enter the allowed price",
      ],
    ],
    [
      'contract-prices.csv',
      'papermoon,2026-01-01,,1600,,1.00,',
      [
        "contract-prices.csv, column payerId, testCode, cptCode, effectiveFrom: 'papermoon 1600  2026-01-01' is already in row 3",
      ],
    ],
    [
      'rules.csv',
      'papermoon,2030-01-01,,1600,wes,often,no,Letter|Photograph: of the card,',
      [
        "rules.csv, column covered: 'often' is not one of yes, no, unknown",
        "rules.csv, column documents: 'Photograph: of the card' must begin with a document type or with Letter",
      ],
    ],
    [
      'rules.csv',
      'papermoon,2030-01-01,,1600,wes,yes,no,,',
      ["rules.csv, column testCode: '1600' is wrong here: a row cannot name both a test and a category"],
    ],
    [
      'prices.csv',
      '1600,2030-01-01,,1,00.5',
      ["prices.csv, column selfPayPrice: '00.5' must be a price such as 2450.00, or empty"],
    ],
    [
      'assistance.csv',
      'None,2030-01-01,,,1,101,',
      [
        'assistance.csv, column incomeBase: an empty cell is not a price such as 2450.00',
        "assistance.csv, column discount: '101' is not a percentage such as 62.5",
      ],
    ],
  ])('%s: %s', async (file, line, problems) => {
    expect((await wrong(file, line)).split('\n')).toEqual(problems)
  })

  it('a missing file is reported', async () => {
    await rm(path.join(dir, 'rules.csv'))
    expect(() => readCoverage(dir)).toThrow('rules.csv: the file is missing')
  })
})

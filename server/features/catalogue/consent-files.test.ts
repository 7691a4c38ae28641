import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { DataFileProblem } from '#server/csv/data-table.ts'
import { readConsentFiles } from './consent-files.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'karyo-consents-'))
})
afterEach(() => rmSync(dir, { recursive: true }))

const among = (...names: string[]) => ({ has: (_column: string, name: string) => names.includes(name) })

function problemsOf(file: string, ...lines: string[]) {
  writeFileSync(join(dir, file), lines.join('\n'))
  const problems: DataFileProblem[] = []
  const data = readConsentFiles(dir, { tests: among('1600'), consents: among('testing') }, problems)
  return { data, problems: problems.map(({ row, column, rule }) => `${row} ${column}: ${rule}`) }
}

const STATES = 'state,rule,value,consent,validFrom,validTo'
const APPROVALS = 'testCode,state,status,validFrom,validTo'
const TEXTS = 'consent,version,language,jurisdiction,validFrom,validTo,list,title,text'

test.each<[string, string[], string[]]>([
  ['consent-states.csv', [STATES, 'NY,written,,,2000-01-01,'], []],
  ['consent-states.csv', [`${STATES},verified,source`, 'NY,written,,,2000-01-01,,yes,79-l'], []],
  [
    'consent-states.csv',
    [`${STATES},verified,source`, 'NY,written,,,2000-01-01,,yes,', 'NY,attestation,,,2000-01-01,,maybe,'],
    ["3 verified: 'maybe' is not yes or no", '2 source: is required for a verified row'],
  ],
  [
    'consent-states.csv',
    [STATES, 'NY,majority-age,,,2000-01-01,', 'NY,consent,,,2000-01-02,2000-01-01', 'NY,written,,none,2000,'],
    [
      "4 validFrom: '2000' is not a day such as 2026-03-14",
      "4 consent: 'none' is not in consents.csv",
      '3 validTo: is before validFrom',
      '2 value: is required for the rule majority-age',
      '3 consent: is required for the rule consent',
    ],
  ],
  [
    'test-approvals.csv',
    [`${APPROVALS},verified,source`, '9999,NY,approved,2000-01-01,,yes,'],
    ["2 testCode: '9999' is not in tests.csv", '2 source: is required for a verified row'],
  ],
  [
    'consent-texts.csv',
    [TEXTS, 'testing,1,en,,2000-01-01,,,Testing,Words', 'testing,1,en,,2001-01-01,,,Testing,Others'],
    ["3 consent, version, language, jurisdiction: 'testing 1 en ' is already in row 2"],
  ],
])('%s: each wrong cell is named with its rule (%#)', (file, lines, expected) => {
  expect(problemsOf(file, ...lines).problems).toEqual(expected)
})

test('without the files a laboratory has no data about consents', () => {
  const { data, problems } = problemsOf('other.csv', '')
  expect(problems).toEqual([])
  expect(Object.values(data).flat()).toEqual([])
})

test.each(['consent-states.csv', 'test-approvals.csv'])(
  '[CNST-03] each shipped row of %s names its source, and whether it was compared with it',
  (file) => {
    const rows: Record<string, string>[] = parse(readFileSync(join('data/catalogue', file)), {
      columns: true,
    })
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows)
      expect([row.verified, row.source]).toEqual([
        expect.stringMatching(/^(yes|no)$/),
        expect.stringMatching(/\S/),
      ])
  },
)

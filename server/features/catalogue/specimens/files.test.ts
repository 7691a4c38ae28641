import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it, test } from 'vitest'
import { SPECIMEN_ROLES } from '#domain/specimens/details.ts'
import { typesFor } from '#domain/specimens/requirements.ts'
import type { DataFileProblem } from '#server/csv/data-table.ts'
import { readCatalogue } from '../catalogue-files.ts'
import { NamedInCatalogue } from '../named.ts'
import { readSpecimens } from './files.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'karyo-specimens-'))
})
afterEach(() => rmSync(dir, { recursive: true }))

const SPECIMENS =
  'testCode,category,role,type,additive,state,least,unit,life,lifeUnit,storage,transitDays,needed,refused'
const HISTORY =
  'testCode,category,transfusion,transfusionDays,transfusionRefused,transplant,transplantAdmitted,bloodCancer,instead'

function read(files: Record<string, string[]>) {
  for (const [file, lines] of Object.entries(files)) writeFileSync(path.join(dir, file), lines.join('\n'))
  const problems: DataFileProblem[] = []
  const found = readSpecimens(
    dir,
    new NamedInCatalogue((what, name) => what === 'specimen' || ['1600', 'wes'].includes(name)),
    problems,
  )
  return { ...found, problems: problems.map(({ row, column, rule }) => `${row} ${column}: ${rule}`) }
}

it('reads nothing where the files are missing', () =>
  expect(read({})).toEqual({ specimens: [], bloodHistory: [], problems: [] }))

const YOUNG = SPECIMENS.replace('unit,', 'unit,leastByAge,')
const ofAges = (least: string, steps: string) =>
  read({
    'specimens.csv': [
      YOUNG,
      `1600,,Proband,Blood,EDTK,,${least},${least && 'mL'},${steps},14,days,COOL,,no,`,
    ],
  })

it('reads how much less is enough of the young', () => {
  const { specimens, problems } = ofAges('3', '28d=0.5|1y=1')
  expect(problems).toEqual([])
  expect(specimens[0]?.leastByAge).toEqual([
    { underAge: '28d', least: 0.5 },
    { underAge: '1y', least: 1 },
  ])
})

it.each([
  ['an age without an amount', '3', '1y', "leastByAge: '1y' is not an age and an amount such as 1y=1"],
  [
    'no amount of the others',
    '',
    '1y=1',
    "leastByAge: '1y=1' is wrong here: give the least amount of everybody else as well",
  ],
  [
    'the older first',
    '3',
    '1y=1|28d=0.5',
    "leastByAge: '1y=1|28d=0.5' is not in the order of age: name the youngest first",
  ],
  [
    'more of the young',
    '3',
    '1y=4',
    "leastByAge: '1y=4' wants 4 under 1 year, which is no less than 3 later",
  ],
  ['nothing of the young', '3', '1y=0', "leastByAge: '1y=0' has an amount of nothing"],
])('reports a row with %s', (_, least, steps, problem) =>
  expect(ofAges(least, steps).problems).toEqual([`2 ${problem}`]),
)

it('reads amounts, lives and refusals', () => {
  const { specimens, bloodHistory, problems } = read({
    'specimens.csv': [
      SPECIMENS,
      '1600,,Relative,Blood,EDTK,,2.5,mL,48,hours,COOL,1,no,',
      ',wes,,Blood,HEPN,,,,,,,,no,Heparin inhibits PCR',
    ],
    'blood-history.csv': [HISTORY, ',wes,asked,14,no,required,no,asked,Cultured Fibroblasts|Skin Biopsy'],
  })
  expect(problems).toEqual([])
  expect(specimens).toMatchObject([
    {
      ...{ testCode: '1600', role: 'Relative', type: 'Blood', additive: 'EDTK', least: 2.5, unit: 'mL' },
      ...{ life: 48, lifeUnit: 'hours', storage: 'COOL', transitDays: 1, isNeeded: false, refused: '' },
    },
    { category: 'wes', role: '', least: null, life: null, lifeUnit: 'days', transitDays: 0 },
  ])
  expect(bloodHistory).toMatchObject([
    { transfusionDays: 14, transplant: 'required', instead: ['Cultured Fibroblasts', 'Skin Biopsy'] },
  ])
})

test.each([
  [
    'neither test nor category',
    ',,Proband,Blood,,,,,,,,,no,',
    'testCode: an empty cell is wrong here: a row names either a test or a category',
  ],
  [
    'test and category',
    '1600,wes,Proband,Blood,,,,,,,,,no,',
    "testCode: '1600' is wrong here: a row names either a test or a category",
  ],
  [
    'no role',
    '1600,,,Blood,,,,,,,,,no,',
    'role: an empty cell is not allowed here: only a refusal may be for every role',
  ],
  [
    'no type',
    '1600,,Proband,,,,,,,,,,no,',
    'type: an empty cell is not allowed here: only a refusal may be for every type',
  ],
  [
    'an unknown role',
    '1600,,Uncle,Blood,,,,,,,,,no,',
    "role: 'Uncle' is not one of Proband, Relative, Contamination check, Tumor, Matched normal, Positive control or empty",
  ],
  [
    'a refusal of everything',
    '1600,,Proband,,,,,,,,,,no,Because',
    "refused: 'Because' would refuse everything: name a type, an additive or a state",
  ],
  [
    'an amount without unit',
    '1600,,Proband,Blood,,,3,,,,,,no,',
    'unit: an empty cell does not go with the least amount: give both or none',
  ],
  [
    'a life without unit',
    '1600,,Proband,Blood,,,,,14,,,,no,',
    'lifeUnit: an empty cell does not go with the life: give both or none',
  ],
  [
    'an amount in words',
    '1600,,Proband,Blood,,,three,mL,,,,,no,',
    "least: 'three' must be a number such as 3 or 0.5, or empty",
  ],
  [
    'an unknown test',
    '1700,,Proband,Blood,,,,,,,,,no,',
    "testCode: '1700' is not the code of a test in tests.csv",
  ],
])('reports a row with %s', (_, row, problem) => {
  expect(read({ 'specimens.csv': [SPECIMENS, row] }).problems).toEqual([`2 ${problem}`])
})

it('reports a window without the question, and a row twice', () => {
  const { problems } = read({
    'blood-history.csv': [HISTORY, '1600,,no,14,no,asked,no,asked,', '1600,,asked,14,no,no,no,no,'],
  })
  expect(problems).toEqual([
    "2 transfusionDays: '14' goes with the question about transfusion: give both or none",
    "3 testCode, category: '1600 ' is already in row 2",
  ])
})

const shipped = readCatalogue(path.join(import.meta.dirname, '../../../../data/catalogue'))

/** A test's rows as the import assigns them. */
function rowsOf({ code, category }: (typeof shipped.tests)[number]) {
  const own = shipped.specimens.filter(({ testCode }) => testCode === code)
  return own.length > 0 ? own : shipped.specimens.filter((row) => row.category === category)
}

test('[SPCM-01] in the shipped catalogue parents give blood for every prenatal trio, and each role has types', () => {
  const prenatal = shipped.tests.filter(
    ({ relatives, specimens }) =>
      relatives === 2 && specimens.includes('CVS') && !specimens.includes('Blood'),
  )
  expect(prenatal.map(({ code }) => code)).toEqual(['1606', '1616', '1707'])
  for (const test of prenatal) {
    const asked = { specimens: test.specimens, specimenRequirements: rowsOf(test) }
    expect(typesFor(asked, 'Relative')).toContain('Blood')
    expect(typesFor(asked, 'Contamination check')).toContain('Blood')
    expect(typesFor(asked, 'Proband')).not.toContain('Blood')
  }
  const roles = new Set(shipped.specimens.map(({ role }) => role))
  expect(SPECIMEN_ROLES.filter((role) => !roles.has(role))).toEqual([])
})

test('the shipped catalogue proposes in place of blood only what the test is done on', () => {
  for (const test of shipped.tests) {
    const history =
      shipped.bloodHistory.find(({ testCode }) => testCode === test.code) ??
      shipped.bloodHistory.find(({ category }) => category === test.category)
    const types = typesFor({ specimens: test.specimens, specimenRequirements: rowsOf(test) }, 'Proband')
    expect(history?.instead.filter((type) => !types.includes(type)) ?? [], test.code).toEqual([])
  }
})

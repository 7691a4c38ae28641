import { expect, test } from 'vitest'
import { vaMenu } from './va-menu.ts'

const one = (code: string, testName: string, displayTestCode = '') => ({ code, testName, displayTestCode })
const [heart, blood, nerves] = [
  one('2201', 'Heart Panel', 'none'),
  one('2713', 'Iron'),
  one('2101', 'Nerve Panel'),
]
const seen = (panels: Parameters<typeof vaMenu>[0]) =>
  vaMenu(panels).map((entry) => [entry.test.testName, entry.test.code, entry.panels.join('+')])

test.each<[string, Parameters<typeof vaMenu>[0], string[][]]>([
  ['nothing', [], []],
  ['a panel without tests', [{ panel: 'Empty', tests: [] }], []],
  [
    'a test of several panels once, where it stands first',
    [
      { panel: 'Often', tests: [blood] },
      { panel: 'Heart', tests: [heart, blood] },
      { panel: 'Nerves', tests: [nerves, heart] },
    ],
    [
      ['Iron', '2713', 'Often+Heart'],
      ['Heart Panel', '2201', 'Heart+Nerves'],
      ['Nerve Panel', '2101', 'Nerves'],
    ],
  ],
  [
    'one name under different codes, however it is written',
    [
      { panel: 'Heart', tests: [heart] },
      { panel: 'Old', tests: [one('9201', 'heart panel ')] },
    ],
    [['Heart Panel', '2201', 'Heart+Old']],
  ],
  [
    'a name twice in one panel',
    [{ panel: 'Heart', tests: [heart, one('9201', 'Heart Panel')] }],
    [['Heart Panel', '2201', 'Heart']],
  ],
])('[VA-02] merges panels, and lists each test name once: %s', (_what, panels, expected) => {
  expect(seen(panels)).toEqual(expected)
})

const gene = one('1213', 'Gene')
test.each<[string, Parameters<typeof vaMenu>[0], string]>([
  [
    'by its own display code',
    [{ panel: 'Single Gene', tests: [{ ...gene, displayTestCode: '1300' }] }],
    '1300',
  ],
  ['without one in the catalogue', [{ panel: 'Single Gene', tests: [gene] }], '1300'],
  [
    'with another in the catalogue',
    [{ panel: 'Single Gene', tests: [{ ...gene, displayTestCode: 'X' }] }],
    '1300',
  ],
  [
    'listed in another panel before',
    [
      { panel: 'Often', tests: [gene] },
      { panel: 'Single Gene', tests: [gene] },
    ],
    '1300',
  ],
])('[VA-03] gives a test of the single-gene panel the display code 1300: %s', (_what, panels, expected) => {
  expect(vaMenu(panels).map(({ test, displayCode }) => [test.code, displayCode])).toEqual([
    ['1213', expected],
  ])
})

test("gives tests of other panels the catalogue's display code, if there is one", () => {
  const tests = [heart, one('2302', 'Breast', 'B-7'), nerves]
  expect(vaMenu([{ panel: 'Heart', tests }]).map(({ displayCode }) => displayCode)).toEqual(['', 'B-7', ''])
})

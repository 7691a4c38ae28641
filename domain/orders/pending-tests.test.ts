import { describe, expect, test } from 'vitest'
import { PROBAND } from './document.ts'
import { pendingInWords, pendingTests, reportedInFull } from './pending-tests.ts'

const report = (testCode: string, person = PROBAND, status: 'final' | 'preliminary' = 'final') => ({
  ...{ testCode, person, status },
  state: 'current' as const,
})
const BOTH = { subjects: [PROBAND], tests: ['WES', 'CYS'], cancelledTests: [] as string[] }

describe('the tests that are still awaited', () => {
  test.each([
    ['none before the first final report', [report('WES', PROBAND, 'preliminary')], {}, null],
    ['the one without a report', [report('WES')], {}, ['CYS']],
    [
      'the one with a preliminary report',
      [report('WES'), report('CYS', PROBAND, 'preliminary')],
      {},
      ['CYS'],
    ],
    ['none, once each has one', [report('WES'), report('CYS')], {}, null],
    ['none, if the laboratory cancelled the other', [report('WES')], { cancelledTests: ['CYS'] }, null],
    ['none, if one report is of none of them by its code', [report('51969-4')], {}, null],
    ['none, if the other is called otherwise', [report('WES'), report('CFTR')], {}, null],
    [
      'not known which, if one of three is called otherwise',
      [report('WES'), report('CFTR')],
      { tests: ['WES', 'CYS', 'EPI'] },
      [],
    ],
    [
      'that of one twin, while the other has both',
      [report('WES', 'fetus-1'), report('CYS', 'fetus-1'), report('WES', 'fetus-2')],
      { subjects: ['fetus-1', 'fetus-2'] },
      ['CYS'],
    ],
    [
      'none before each twin has a report',
      [report('WES', 'fetus-1')],
      { subjects: ['fetus-1', 'fetus-2'] },
      null,
    ],
    ['each once', [report('WES')], { tests: ['WES', 'CYS', 'CYS'] }, ['CYS']],
  ])('are %s', (_, reports, more, expected) => {
    expect(pendingTests(reports, { ...BOTH, ...more })).toEqual(expected)
  })
})

test('people are reported in full once each of their tests is', () => {
  const tests = { tests: ['WES', 'CYS'], cancelledTests: [] }
  expect(reportedInFull([report('WES'), report('WES', 'mother'), report('CYS', 'mother')], tests)).toEqual([
    'mother',
  ])
  expect(reportedInFull([report('WES')], { ...tests, cancelledTests: ['CYS'] })).toEqual([PROBAND])
  expect(reportedInFull([report('WES', PROBAND, 'preliminary')], tests)).toEqual([])
})

test('tests are named, or are another one', () => {
  const words = (...names: string[]) => pendingInWords(names.map((testName) => ({ testName })))
  expect(words()).toBe('another test')
  expect(words('Exome')).toBe('Exome')
  expect(words('Exome', 'Microarray', 'CFTR')).toBe('Exome, Microarray and CFTR')
})

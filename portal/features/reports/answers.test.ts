import { expect, test } from 'vitest'
import type { ReportVersionView, ReportView } from '#contract/reports.ts'
import { someResult } from '#domain/results/testing/some-results.ts'
import { answersInWords } from './words.ts'

type State = ReportVersionView['state']

function version(number: number, overall: string | null, state: State = 'current'): ReportVersionView {
  const data = { kind: 'genetics' as const, part: 1, label: '', result: someResult() }
  const given = overall === null || overall === '' ? {} : { overall }
  return {
    ...{ id: number, version: number, number, status: 'final', state, change: null, words: '' },
    ...{ madeAt: '2026-11-12T16:00:00Z', receivedAt: '2026-11-12T16:00:00Z', withdrawn: null },
    ...{ laboratory: '', signedBy: '', isQuestioned: false, isUnread: false, notice: null },
    parts: overall === null ? [] : [{ ...data, result: someResult(given) }],
  }
}

const report = (testName: string, ...versions: ReportVersionView[]): ReportView => ({
  ...{ testCode: '1600', testName, person: 'proband', personName: 'Ida Berg' },
  ...{ current: versions[0]?.version ?? null, versions },
})

test.each<[string, ReportView[], string[]]>([
  ['of one report, in a word', [report('Exome', version(1, 'Positive'))], ['Positive']],
  [
    'of the version that counts',
    [report('Exome', version(2, 'Inconclusive'), version(1, 'Positive', 'superseded'))],
    ['Inconclusive'],
  ],
  [
    'of several reports, each with whose it is: a negative one never stands for all',
    [report('Panel', version(2, 'Negative')), report('Exome', version(1, 'Positive'))],
    ['Panel, Ida Berg: Negative', 'Exome, Ida Berg: Positive'],
  ],
  [
    'of one with data beside one without',
    [
      report('Panel', version(2, 'Negative')),
      report('Array', version(1, null)),
      report('Exome', version(3, '')),
    ],
    ['Panel, Ida Berg: Negative', 'Array, Ida Berg: read the report', 'Exome, Ida Berg: read the report'],
  ],
  [
    'of a report and its addendum, both',
    [report('Exome', version(2, 'Negative'), version(1, 'Positive'))],
    ['Negative; Positive'],
  ],
  ['in the laboratory’s own words', [report('Exome', version(1, 'Carrier'))], ['Carrier']],
  ['never of a withdrawn one', [report('Exome', version(1, 'Positive', 'withdrawn'))], []],
  [
    'of what is left beside a withdrawn one',
    [report('Exome', version(1, 'Positive', 'withdrawn')), report('Panel', version(2, 'Negative'))],
    ['Panel, Ida Berg: Negative'],
  ],
  ['not of documents alone', [report('Exome', version(1, null)), report('Panel', version(2, null))], []],
])('the answer is told %s', (_, reports, told) => {
  expect(answersInWords(reports)).toEqual(told)
})

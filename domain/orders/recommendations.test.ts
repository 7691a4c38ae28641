import { describe, expect, test } from 'vitest'
import type { MessageStatus } from '../reports/statuses.ts'
import type { LabEvent, LabEventContent } from './lab-events.ts'
import { projectLabEvents } from './lab-projection.ts'

const onDay = (day: number) => new Date(Date.UTC(2026, 2, day))
type Status = Exclude<MessageStatus, 'none'>

/** A report event of the test on a day; '' for no content. */
const report = (status: Status, content = 'one', testCode = 'WES'): LabEventContent => ({
  ...{ kind: 'result', person: 'proband', status, words: '', change: null },
  identity: { filler: '', accession: '', testCode, group: '' },
  parts: content === '' ? [] : [{ kind: 'lines', label: '', lines: [content] }],
  ...{ madeAt: '2026-03-01T00:00:00.000Z', sentAt: '2026-03-01T00:00:00.000Z' },
})
/** A recommendation; `report`: the day of the report it came with. */
const advice = (text: string, day?: number): LabEventContent => ({
  ...{ kind: 'treatment', treatment: 'WES/1', testCode: 'WES', title: 'Diet', text },
  ...(day === undefined ? {} : { report: `${day}` }),
})
const decided = (day: number, outcome: 'taken' | 'refused'): LabEventContent => ({
  ...{ kind: 'decided', result: `${day}`, outcome, as: null },
})

function recommended(...entries: [day: number, content: LabEventContent][]) {
  const labEvents = entries.map(([day, what], index): LabEvent => {
    const at = onDay(day)
    if (what.kind !== 'result') return { ...what, at, key: `${what.kind} ${index}` }
    return { ...what, madeAt: at.toISOString(), sentAt: at.toISOString(), at, key: `${day}` }
  })
  const { treatments } = projectLabEvents(labEvents, { turnaroundDays: null, samples: [] })
  return treatments.map(({ text, isWithdrawn }) => (isWithdrawn ? 'none' : text))
}

describe('[RPT-02] a recommendation', () => {
  const FINAL: [number, LabEventContent] = [1, report('final')]
  test.each<[string, [number, LabEventContent][], string]>([
    ['is valid with its report', [FINAL, [1, advice('A', 1)]], 'A'],
    ['is withdrawn with its report', [FINAL, [1, advice('A', 1)], [2, report('withdrawn', '')]], 'none'],
    [
      'is withdrawn with its report’s cancellation',
      [FINAL, [1, advice('A', 1)], [2, report('cancelled', '')]],
      'none',
    ],
    [
      'stays valid if its report is corrected',
      [FINAL, [1, advice('A', 1)], [2, report('corrected', 'two')]],
      'A',
    ],
    [
      'sent without a report, is withdrawn with a report of its test',
      [FINAL, [2, advice('A')], [3, report('withdrawn', '')]],
      'none',
    ],
    [
      'sent without a report after the withdrawal, stays valid',
      [FINAL, [2, report('withdrawn', '')], [3, advice('A')]],
      'A',
    ],
    ['sent without any report, stays valid', [[1, advice('A')]], 'A'],
    [
      'stays valid if another test’s report is withdrawn',
      [FINAL, [1, advice('A', 1)], [1, report('final', 'x', 'CMA')], [2, report('withdrawn', '', 'CMA')]],
      'A',
    ],
    [
      'is valid again with the report that replaces the withdrawn one',
      [
        FINAL,
        [1, advice('A', 1)],
        [2, report('withdrawn', '')],
        [3, report('final', 'new')],
        [3, advice('B', 3)],
      ],
      'B',
    ],
    [
      'is the previous one if the later report is not valid',
      [FINAL, [1, advice('A', 1)], [2, report('preliminary', 'late')], [2, advice('B', 2)]],
      'A',
    ],
    [
      'waits with a report at the result desk',
      [FINAL, [2, report('preliminary', 'late')], [2, advice('B', 2)]],
      'none',
    ],
    [
      'is refused with its report',
      [FINAL, [2, report('preliminary', 'late')], [2, advice('B', 2)], [3, decided(2, 'refused')]],
      'none',
    ],
    [
      'is valid once that report is accepted',
      [FINAL, [2, report('preliminary', 'late')], [2, advice('B', 2)], [3, decided(2, 'taken')]],
      'B',
    ],
    ['is withdrawn on its own', [FINAL, [1, advice('A', 1)], [2, advice('')]], 'none'],
    ['is sent again after that', [FINAL, [1, advice('A', 1)], [2, advice('')], [3, advice('C')]], 'C'],
  ])('%s', (_what, entries, expected) => {
    expect(recommended(...entries)).toEqual([expected])
  })
})

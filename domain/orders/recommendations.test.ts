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
    ['counts with the report that it came with', [FINAL, [1, advice('A', 1)]], 'A'],
    ['goes with it', [FINAL, [1, advice('A', 1)], [2, report('withdrawn', '')]], 'none'],
    ['goes with its cancellation', [FINAL, [1, advice('A', 1)], [2, report('cancelled', '')]], 'none'],
    [
      'stays where its report was corrected',
      [FINAL, [1, advice('A', 1)], [2, report('corrected', 'two')]],
      'A',
    ],
    [
      'goes with a report of its test, said by itself',
      [FINAL, [2, advice('A')], [3, report('withdrawn', '')]],
      'none',
    ],
    [
      'stays, said by itself after the withdrawal',
      [FINAL, [2, report('withdrawn', '')], [3, advice('A')]],
      'A',
    ],
    ['stays, said by itself where no report came', [[1, advice('A')]], 'A'],
    [
      'stays where the report of another test goes',
      [FINAL, [1, advice('A', 1)], [1, report('final', 'x', 'CMA')], [2, report('withdrawn', '', 'CMA')]],
      'A',
    ],
    [
      'comes again with the report in the place of the one that was withdrawn',
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
      'is the one before where only the later report is none',
      [FINAL, [1, advice('A', 1)], [2, report('preliminary', 'late')], [2, advice('B', 2)]],
      'A',
    ],
    [
      'waits with a report that waits for a person',
      [FINAL, [2, report('preliminary', 'late')], [2, advice('B', 2)]],
      'none',
    ],
    [
      'is refused with it',
      [FINAL, [2, report('preliminary', 'late')], [2, advice('B', 2)], [3, decided(2, 'refused')]],
      'none',
    ],
    [
      'counts once that report was taken',
      [FINAL, [2, report('preliminary', 'late')], [2, advice('B', 2)], [3, decided(2, 'taken')]],
      'B',
    ],
    ['is taken back by itself', [FINAL, [1, advice('A', 1)], [2, advice('')]], 'none'],
    ['is said again after that', [FINAL, [1, advice('A', 1)], [2, advice('')], [3, advice('C')]], 'C'],
  ])('%s', (_what, entries, expected) => {
    expect(recommended(...entries)).toEqual([expected])
  })
})

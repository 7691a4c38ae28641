import { expect, test } from 'vitest'
import { reportDay } from './report-day.ts'

/** A Monday; the sample arrived on the Monday before. */
const TODAY = '2026-11-23'
const sample = { accessionedAt: '2026-11-16T15:00:00.000Z', rejected: null }
const hold = (heldAt: string, releasedAt: string | null = null) => ({
  heldAt: `${heldAt}T15:00:00.000Z`,
  releasedAt: releasedAt && `${releasedAt}T15:00:00.000Z`,
})
const day = (holds: ReturnType<typeof hold>[], samples = [sample]) =>
  reportDay({ expectedOn: '2026-12-04', holds, samples }, TODAY)

test('returns null before the turnaround starts', () => {
  expect(reportDay({ expectedOn: null, holds: [], samples: [] }, TODAY)).toBeNull()
})

test.each([
  ['is the expected day without holds', [], '2026-12-04', 0],
  ['includes the days of released holds', [hold('2026-11-17', '2026-11-20')], '2026-12-04', 3],
  ['moves with every working day of a current hold', [hold('2026-11-18')], '2026-12-09', 3],
  [
    'counts days shared by two holds once',
    [hold('2026-11-17', '2026-11-19'), hold('2026-11-18', '2026-11-20')],
    '2026-12-04',
    3,
  ],
  [
    'adds current holds to past ones',
    [hold('2026-11-17', '2026-11-18'), hold('2026-11-19')],
    '2026-12-08',
    3,
  ],
  ['does not count days before the sample arrived', [hold('2026-11-10', '2026-11-17')], '2026-12-04', 1],
])('the day %s', (_what, holds, on, movedDays) => expect(day(holds)).toEqual({ on, movedDays }))

test('does not start with a rejected sample', () => {
  const rejected = { accessionedAt: '2026-11-10T15:00:00.000Z', rejected: {} }
  expect(day([hold('2026-11-12', '2026-11-17')], [rejected, sample] as never)).toEqual({
    ...{ on: '2026-12-04', movedDays: 1 },
  })
})

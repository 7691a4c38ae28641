import { describe, expect, test } from 'vitest'
import { readBehind } from '#domain/figures/behind.ts'
import type { FiguresReply } from './queries.ts'
import { groupTables, monthTables } from './tables.ts'

const COUNTS = {
  ...{ submitted: 1234, cancelled: 2, 'reported:on-time': 30, 'reported:late-1': 8, 'reported:late-11': 2 },
  ...{ 'reported:no-day': 5, hold: 3, 'hold:consent': 2, 'hold:other': 2, rejected: 1, 'rejected:QS': 1 },
  ...{ 'result:positive': 6, 'result:negative': 20, 'result:uncertain': 4, 'result:failed': 3, vus: 5 },
}
const REPLY: FiguresReply = {
  isComplete: true,
  months: [{ month: '2026-05', counts: COUNTS, days: 900 }],
  tests: [{ code: 'WES1', name: 'Whole Exome', counts: COUNTS, days: 900 }],
  providers: [{ name: 'Lucía Moreno', counts: { submitted: 2, 'reported:on-time': 2 }, days: 30 }],
  now: { late: 0, onHold: 0, missingInfo: 0, unread: 0 },
}
const ASKED = { months: ['2026-04', '2026-05'], test: '', provider: '' }
const tables = () => [...monthTables(REPLY, ASKED), ...groupTables(REPLY, ASKED)]
const rowOf = (id: string, key: string) => {
  const table = tables().find((one) => one.id === id)
  const row = table?.rows.find((one) => one.key === key)
  return Object.fromEntries((table?.columns ?? []).map((column, index) => [column, row?.cells[index]?.text]))
}

describe('[DIR-01] the tables of figures', () => {
  test('have a row for every month of the period, also for one without orders', () => {
    for (const table of monthTables(REPLY, ASKED))
      expect(table.rows.map(({ label }) => label)).toEqual(['Apr 2026', 'May 2026'])
    expect(rowOf('orders', '2026-04')).toEqual({ Submitted: '0', Cancelled: '0', Reported: '0' })
  })

  test('give numbers and shares as defined', () => {
    expect(rowOf('orders', '2026-05')).toEqual({ Submitted: '1,234', Cancelled: '2', Reported: '45' })
    expect(rowOf('turnaround', '2026-05')).toMatchObject({
      ...{ 'On time': '30', '1–2 days late': '8', 'Over 10': '2', 'No promised day': '5' },
      ...{ 'Share on time': '30 of 40 (75%)', 'Mean days from order to report': '20' },
    })
    // A failed test has no result, and is in no share.
    expect(rowOf('results', '2026-05')).toMatchObject({
      Yield: '6 of 30 (20%)',
      VUS: '5 of 30 (17%)',
      Failed: '3',
    })
    expect(rowOf('holds', '2026-05')).toEqual({
      ...{ 'Orders held': '3', 'A consent is missing': '2', 'Question from the laboratory': '2' },
    })
    expect(rowOf('rejections', '2026-05')).toEqual({
      ...{ 'Orders with a rejection': '1', 'There is not enough specimen': '1' },
    })
  })

  test('say a small share as its two numbers', () => {
    expect(rowOf('providers', 'Lucía Moreno')).toMatchObject({ Submitted: '2', Late: '0 of 2' })
  })

  test('link each number above zero to its own list, and no share', () => {
    for (const table of tables())
      for (const { cells } of table.rows)
        for (const { text, behind } of cells)
          if (behind === undefined)
            expect(text === '0' || !/^[\d,]+$/.test(text) || /^\d+$/.test(text)).toBe(true)
          else expect(readBehind(behind)).not.toBeNull()
    const [row] = groupTables(REPLY, ASKED)[0]?.rows ?? []
    expect(readBehind(row?.cells[0]?.behind ?? '')).toEqual({
      ...{ figure: 'submitted', from: '2026-04', to: '2026-05', test: 'WES1', provider: '' },
    })
  })
})

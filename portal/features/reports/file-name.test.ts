import { expect, test } from 'vitest'
import { reportFileName } from './file-name.ts'

test('names a report file by laboratory number and version, never by the patient', () => {
  const second = { version: 2, state: 'current', status: 'final', isQuestioned: false } as const
  const order = { accessionNumber: '26-104417', id: 7 }
  expect(reportFileName(order, second)).toBe('report-26-104417-v2.pdf')
  const old = { ...second, version: 1, state: 'superseded' } as const
  expect(reportFileName(order, old)).toBe('report-26-104417-v1-superseded.pdf')
})

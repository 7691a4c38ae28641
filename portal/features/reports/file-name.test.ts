import { expect, test } from 'vitest'
import { twins } from '#domain/orders/testing/prenatal-order.ts'
import { reportFileName } from './file-name.ts'

const CURRENT = { state: 'current', status: 'final', isQuestioned: false } as const
const order = { accessionNumber: '26-104417', id: 7, document: twins() }
const named = (person: string, number: number, more = {}) =>
  reportFileName(order, { report: { person, testCode: '1700' }, version: { ...CURRENT, number, ...more } })

test('names a report file by laboratory number and version, never by the patient', () => {
  expect(named('proband', 2)).toBe('report-26-104417-v2.pdf')
  expect(named('proband', 1, { state: 'superseded' })).toBe('report-26-104417-v1-superseded.pdf')
  expect(
    reportFileName(
      { ...order, accessionNumber: null },
      { report: { person: 'proband', testCode: '' }, version: { ...CURRENT, number: 1 } },
    ),
  ).toBe('report-7-v1.pdf')
})

test('the first reports of two fetuses, and those of two tests, have names of their own', () => {
  expect(named('fetus-1', 1)).toBe('report-26-104417-fetus-A-v1.pdf')
  expect(named('fetus-2', 1)).toBe('report-26-104417-fetus-B-v1.pdf')
  const [one] = order.document.tests
  const both = { ...order.document, tests: one ? [one, { ...one, testCode: '1600' }] : [] }
  const of = (testCode: string) =>
    reportFileName(
      { ...order, document: both },
      { report: { person: 'fetus-1', testCode }, version: { ...CURRENT, number: 1 } },
    )
  expect([of('1700'), of('1600')]).toEqual([
    'report-26-104417-fetus-A-1700-v1.pdf',
    'report-26-104417-fetus-A-1600-v1.pdf',
  ])
})

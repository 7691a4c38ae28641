import { expect, test } from 'vitest'
import { markedFileName } from './file-name.ts'

const version = (more: Partial<Parameters<typeof markedFileName>[1]> = {}) => ({
  ...({ state: 'current', status: 'final', isQuestioned: false } as const),
  ...more,
})

test.each([
  ['report.pdf', version(), 'report.pdf'],
  ['report.pdf', version({ state: 'superseded' }), 'report-superseded.pdf'],
  ['report.pdf', version({ state: 'superseded', isQuestioned: true }), 'report-superseded.pdf'],
  ['report.pdf', version({ state: 'withdrawn' }), 'report-withdrawn.pdf'],
  ['report.pdf', version({ isQuestioned: true }), 'report-being-checked.pdf'],
  ['report.pdf', version({ status: 'preliminary' }), 'report-preliminary.pdf'],
  ['report.pdf', version({ status: 'partial' }), 'report-partial.pdf'],
  ['report.pdf', version({ status: 'addended' }), 'report.pdf'],
  ['gel.1.tiff', version({ state: 'superseded' }), 'gel.1-superseded.tiff'],
  ['report', version({ state: 'superseded' }), 'report-superseded'],
  ['.pdf', version({ state: 'superseded' }), '.pdf-superseded'],
])('saves %s of %o as %s', (filename, of, expected) => {
  expect(markedFileName(filename, of)).toBe(expected)
})

import { expect, test } from 'vitest'
import { newOrder } from '#domain/orders/document.ts'
import { clinicalLines } from './clinical-lines.ts'
import { labelOf } from './labels.ts'

const blank = newOrder()

function lineOf(prior: Partial<(typeof blank)['priorTesting']>) {
  const lines = clinicalLines({ ...blank, priorTesting: { ...blank.priorTesting, ...prior } })
  return lines.find(([name]) => name === 'Prior testing')?.[1]
}

test('earlier results are listed once they are entered, unless the answer is that there are none', () => {
  const results = { chromosomalMicroarrayAnalysis: 'Abnormal', detailForAbnormalResult: '15q11.2' } as const
  const words = `${labelOf('/chromosomalMicroarrayAnalysis')}: Abnormal · ${labelOf('/detailForAbnormalResult')}: 15q11.2`
  expect(lineOf(results)).toBe(words)
  expect(lineOf({ ...results, performed: 'Yes' })).toBe(words)
  expect(lineOf({ ...results, performed: 'No' })).toBe('No')
  expect(lineOf({ performed: 'Yes' })).toBe('Yes')
  expect(lineOf({})).toBeUndefined()
})

import { expect, test } from 'vitest'
import { newOrder } from '#domain/orders/document.ts'
import { clinicalFields } from './clinical.ts'

const blank = newOrder()

test('prints earlier results once they are entered, unless the answer is that there are none', () => {
  const printed = (prior: Partial<(typeof blank)['priorTesting']>) =>
    new Map(clinicalFields({ ...blank, priorTesting: { ...blank.priorTesting, ...prior } })).get(
      'Prior testing',
    )
  const results = { chromosomalMicroarrayAnalysis: 'Abnormal', detailForAbnormalResult: '15q11.2' } as const
  expect(printed(results)).toBe('microarray abnormal; 15q11.2')
  expect(printed({ ...results, performed: 'Yes' })).toBe('microarray abnormal; 15q11.2')
  expect(printed({ ...results, performed: 'No' })).toBe('None')
  expect(printed({ performed: 'Yes' })).toBe('Yes')
  expect(printed({})).toBe('')
})

import { expect, test } from 'vitest'
import { completeOrder } from '#domain/orders/testing/complete-order.ts'
import { twins } from '#domain/orders/testing/prenatal-order.ts'
import { withdrawnInWords } from './notice.ts'

const result = { test: { code: '1401', name: 'Microarray' } } as Parameters<
  typeof withdrawnInWords
>[0]['result']

test('[SUBJ-03] the page in place of a withdrawn report says which twin’s it was', () => {
  const of = (stream: string, document = twins()) =>
    withdrawnInWords({ result, filler: '771-2', stream, document })
  expect(of('fetus-2 1401')).toContain('its report of Microarray, fetus B, number 771-2.')
  expect(of('proband 1401', completeOrder())).toContain('its report of Microarray, number 771-2.')
})

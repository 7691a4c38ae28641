import { expect, test } from 'vitest'
import type { OrderDocument } from '#domain/orders/document.ts'
import { createServer, createTab } from './draft/testing/server.ts'
import { question } from './use-checks.ts'

test('the checks of an order on another stored specimen are others', () => {
  const state = createTab(createServer(), 'Ada', () => 'fine')
    .form()
    .state()
  const addOn = { orderId: 7, kind: 'add-on', labNumber: 'L-7' } as const
  const on = (sampleId: number) =>
    question({ ...state, document: { ...state.document, addOn: { ...addOn, sampleId } } as OrderDocument })
  expect(on(41)).not.toBe(on(42))
  expect(on(41)).toBe(on(41))
})

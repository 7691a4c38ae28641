import { expect, test } from 'vitest'
import { openWorkInWords } from './open-work.ts'

test('open work is counted, and what there is none of is not named', () => {
  expect(openWorkInWords({ drafts: 2, orders: 1 })).toBe('2 drafts and 1 order')
  expect(openWorkInWords({ drafts: 0, orders: 12 })).toBe('12 orders')
  expect(openWorkInWords({ drafts: 0, orders: 0 })).toBe('')
})

import { expect, test } from 'vitest'
import { counted } from './counted.ts'

test('groups figures, and uses singular and plural', () => {
  expect(counted(1, 'report')).toBe('1 report')
  expect(counted(30_000, 'order')).toBe('30,000 orders')
  expect(counted(2, 'address', 'addresses')).toBe('2 addresses')
})

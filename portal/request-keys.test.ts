import { expect, test } from 'vitest'
import { createRequestKeys } from './request-keys.ts'

test('a request keeps its key while it is tried again, and has another for other content', () => {
  const keyOf = createRequestKeys()
  const first = keyOf({ member: 'ana', copies: [1] })
  expect(keyOf({ member: 'ana', copies: [1] })).toBe(first)
  const other = keyOf({ member: 'leo', copies: [1] })
  expect(other).not.toBe(first)
  expect(keyOf({ member: 'leo', copies: [1] })).toBe(other)
  expect(keyOf({ member: 'ana', copies: [1] })).toBe(first)
  expect(createRequestKeys()({ member: 'ana', copies: [1] })).not.toBe(first)
})

import { expect, test } from 'vitest'
import { showBytes } from './bytes.ts'

test.each([
  [0, '0 bytes'],
  [17, '17 bytes'],
  [1024, '1 kB'],
  [319_488, '312 kB'],
  [1_468_006, '1.4 MB'],
  [20 * 1024 * 1024, '20 MB'],
  [150.4 * 1024 * 1024, '150 MB'],
])('shows %d bytes as %s', (bytes, text) => expect(showBytes(bytes)).toBe(text))

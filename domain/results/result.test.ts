import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readResult } from './read-result.ts'
import { anyResult } from './testing/any-result.ts'
import { writeResult } from './write-result.ts'

test('every result is read back as it was written', () => {
  fc.assert(
    fc.property(anyResult, (result) => {
      expect(readResult(writeResult(result))).toEqual(result)
    }),
    { numRuns: 1000 },
  )
})

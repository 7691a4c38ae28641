import metadata from 'libphonenumber-js/min/metadata'
import { expect, test } from 'vitest'
import { hasAllDigits } from './phone-lengths.ts'

test('has the number lengths of libphonenumber for every calling code', () => {
  const known = new Map<string, Set<number>>()
  for (const country of [...Object.values(metadata.countries), ...Object.values(metadata.nonGeographic)]) {
    const [code, , , lengths] = country as unknown as [string, string, string, number[]]
    known.set(code, new Set([...(known.get(code) ?? []), ...lengths]))
  }
  expect(known.size).toBeGreaterThan(200)
  // North American numbers have their own rule.
  known.delete('1')
  for (const [code, lengths] of known)
    for (let length = 1; length <= 18; length += 1)
      expect(hasAllDigits(code + '5'.repeat(length)), `${code}, ${length}`).toBe(lengths.has(length))
})

test.each(['', '0', '999', '9991234567', '210123456', '1', '1614555'])('rejects %j', (digits) => {
  expect(hasAllDigits(digits)).toBe(false)
})

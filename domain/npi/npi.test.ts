import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { isNpi } from './npi.ts'

const VALID = ['1234567893', '1000000004', '1000000012', '1000000020', '1000000038', '2000000002']

describe('an NPI', () => {
  test.each(VALID)('accepts %s', (text) => expect(isNpi(text)).toBe(true))

  test.each([
    ['the check digit is another', '1234567890'],
    ['two neighbours are swapped', '1234576893'],
    ['it begins with neither 1 nor 2, though the check digit is right', '3000000000'],
    ['it begins with 0, though the check digit is right', '0000000006'],
    ['it has nine digits', '123456789'],
    ['it has eleven digits', '12345678930'],
    ['the prefix 80840 is written out', '808401234567893'],
    ['it has a space around it', ' 1234567893'],
    ['it ends with a line', '1234567893\n'],
    ['it is grouped', '123-456-7893'],
    ['its digits are not ASCII', '١٢٣٤٥٦٧٨٩٣'],
    ['there is nothing', ''],
  ])('is invalid when %s', (_why, text) => expect(isNpi(text)).toBe(false))

  it('is invalid when any one digit is changed', () => {
    const changed = fc.tuple(
      fc.constantFrom(...VALID),
      fc.integer({ min: 0, max: 9 }),
      fc.integer({ min: 1, max: 9 }),
    )
    fc.assert(
      fc.property(changed, ([npi, position, more]) => {
        const digit = (Number(npi[position]) + more) % 10
        expect(isNpi(npi.slice(0, position) + digit + npi.slice(position + 1))).toBe(false)
      }),
    )
  })

  it('has exactly one check digit for any first nine digits', () => {
    fc.assert(
      fc.property(fc.integer({ min: 100_000_000, max: 299_999_999 }), (nine) => {
        const valid = Array.from({ length: 10 }, (_, digit) => `${nine}${digit}`).filter(isNpi)
        expect(valid).toHaveLength(1)
      }),
    )
  })
})

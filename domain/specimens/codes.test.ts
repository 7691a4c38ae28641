import { describe, expect, it, test } from 'vitest'
import { SPECIMEN_TYPES } from '../lookups.ts'
import { amountInWords, typeCode } from './codes.ts'

test.each(SPECIMEN_TYPES)('%s has a SNOMED CT code with a valid check digit', (specimenType) => {
  const { snomed, name, table0487 } = typeCode({ specimenType }) ?? expect.fail('no code')
  expect(isSnomed(snomed)).toBe(true)
  expect(name).not.toBe('')
  expect(table0487).toMatch(/^([A-Z]{2,6})?$/)
})

describe('the code of a specimen', () => {
  it('is more exact with its additive or kind of tissue', () => {
    expect(typeCode({ specimenType: 'Blood', additive: 'EDTK' })).toMatchObject({
      snomed: '445295009',
      table0487: 'BLD',
    })
    expect(typeCode({ specimenType: 'Blood', additive: 'HEPN' })?.snomed).toBe('119297000')
    expect(typeCode({ specimenType: 'Fresh Tissue', tissue: 'POC' })?.snomed).toBe('258428005')
    expect(typeCode({ specimenType: 'Fresh Tissue', tissue: 'Villi' })?.snomed).toBe('258565009')
  })
  it('is unknown for a type that the portal does not know', () => {
    expect(typeCode({ specimenType: 'Cloth' })).toBeNull()
    expect(typeCode({ specimenType: '__proto__' })).toBeNull()
  })
})

test('an amount is written with its unit', () => {
  expect(amountInWords(3, 'mL')).toBe('3 mL')
  expect(amountInWords('1', '{slides}')).toBe('1 slide')
  expect(amountInWords(10, '{slides}')).toBe('10 slides')
  expect(amountInWords('2', '')).toBe('2')
})

/** Verhoeff's check digit, as every SNOMED CT identifier has. */
function isSnomed(code: string): boolean {
  const permute = (position: number, digit: number) => {
    const first = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4]
    let value = digit
    for (let n = 0; n < position % 8; n += 1) value = first[value] ?? 0
    return value
  }
  const times = (a: number, b: number) =>
    a < 5 ? (b < 5 ? (a + b) % 5 : ((a + b) % 5) + 5) : b < 5 ? ((a - b + 5) % 5) + 5 : (a - b + 5) % 5
  return [...code].reverse().reduce((sum, digit, at) => times(sum, permute(at, Number(digit))), 0) === 0
}

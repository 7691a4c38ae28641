import { describe, expect, it } from 'vitest'
import { genesInWords, labelOf, valueInWords, visibleCodeOf } from './labels.ts'

describe('words of the order form', () => {
  it('[ENT-08] shows the raw code of a test whose display code is empty or none', () => {
    expect(visibleCodeOf({ code: '1600', displayTestCode: '' })).toBe('1600')
    expect(visibleCodeOf({ code: '1600', displayTestCode: 'none' })).toBe('1600')
    expect(visibleCodeOf({ code: '1600', displayTestCode: '1300' })).toBe('1300')
  })

  it('names a field by the last name of its pointer', () => {
    expect(labelOf('/patients/0/address/postalCode')).toBe('ZIP code')
    expect(labelOf('/recipients')).toBe('Recipients')
    expect(labelOf('/knownVariants/0/kind')).toBe('Kind of variant')
    expect(labelOf('/payment/insurance/kind')).toBe('Plan type')
    expect(labelOf('/samples/0')).toBe('Specimens')
  })

  it('says any value of the document in words', () => {
    expect(valueInWords('2019-03-14')).toBe('14 Mar 2019')
    expect(valueInWords('')).toBe('empty')
    expect(valueInWords([])).toBe('none')
    expect(valueInWords([{ code: 'G40.309', description: 'Epilepsy' }])).toBe('G40.309 Epilepsy')
    expect(valueInWords({ physicianId: null, firstName: 'Ada', npi: '' })).toBe('Ada')
    expect(valueInWords(false)).toBe('No')
  })

  it('counts genes', () => {
    expect([genesInWords(1), genesInWords(19433)]).toEqual(['1 gene', '19,433 genes'])
  })
})

import { expect, it } from 'vitest'
import { maxLengthAt } from './max-length.ts'

it('finds the contract’s length of a text anywhere in the document', () => {
  expect(maxLengthAt('/patients/0/firstName')).toBe(225)
  expect(maxLengthAt('/patients/0/addresses/0/postalCode')).toBe(20)
  expect(maxLengthAt('/patients/1/payment/insurance/memberId')).toBe(50)
  expect(maxLengthAt('/clinicalNotes')).toBe(4000)
})

it('finds none where there is none', () => {
  expect(maxLengthAt('/isVOB')).toBeUndefined()
  expect(maxLengthAt('/patients/0')).toBeUndefined()
})

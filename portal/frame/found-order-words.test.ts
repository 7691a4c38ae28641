import { expect, test } from 'vitest'
import { foundOrderWords } from './use-found.ts'

test('[UX-12] the search names a patient with the date of birth', () => {
  const patient = { firstName: 'Lucía', lastName: 'Moreno', dateOfBirth: '2019-03-14', sex: '' }
  expect(foundOrderWords({ patient, testName: 'Exome' })).toBe('Moreno, Lucía, DOB 14 Mar 2019 · Exome')
})

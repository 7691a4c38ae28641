import { expect, test } from 'vitest'
import { foundOrderWords } from './use-found.ts'

test('[UX-12] the search names a patient with the date of birth', () => {
  const patient = { firstName: 'Lucía', lastName: 'Moreno', dateOfBirth: '2019-03-14', sex: '', fetuses: '' }
  expect(foundOrderWords({ patient, testName: 'Exome' })).toBe('Moreno, Lucía, DOB 14 Mar 2019 · Exome')
  expect(foundOrderWords({ patient: { ...patient, fetuses: 'fetus A' }, testName: 'Exome' })).toBe(
    'Moreno, Lucía, fetus A, mother’s DOB 14 Mar 2019 · Exome',
  )
})

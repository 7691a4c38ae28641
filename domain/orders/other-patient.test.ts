import { expect, test } from 'vitest'
import { blankPatient } from './document.ts'
import { namesAnotherPatient } from './other-patient.ts'

const family = [
  { ...blankPatient('Proband', 'proband'), lastName: 'Nguyễn-Quietharbor', dateOfBirth: '2019-03-14' },
  { ...blankPatient('Mother', 'relative-1'), lastName: 'Fernwhistle', dateOfBirth: '1990-07-09' },
]

test.each([
  ['the proband', 'Nguyễn-Quietharbor', '2019-03-14', false],
  ['as a system without accents writes it', 'NGUYEN QUIETHARBOR', '2019-03-14', false],
  ['a relative of the order', 'Fernwhistle', '1990-07-09', false],
  ['a new name, the same day', 'Larkspur', '2019-03-14', false],
  ['the name, a mistyped day', 'Nguyen Quietharbor', '2019-03-15', false],
  ['no name', '', '2001-01-01', false],
  ['no day', 'Larkspur', '', false],
  ['neither name nor day of anybody', 'Larkspur', '2001-01-01', true],
])('%s', (_who, lastName, dateOfBirth, another) => {
  expect(namesAnotherPatient(family, { lastName, dateOfBirth })).toBe(another)
})

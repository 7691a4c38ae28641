import { expect, test } from 'vitest'
import { listName, personName, sameName } from './words.ts'

test('a person is named with title and degree, in a list by last name', () => {
  const ada = { prefix: 'Dr', firstName: 'Ada', lastName: 'Okafor', suffix: 'MD' }
  expect(personName(ada)).toBe('Dr Ada Okafor, MD')
  expect(personName({ firstName: 'Ada', lastName: 'Okafor' })).toBe('Ada Okafor')
  expect(listName(ada)).toBe('Okafor, Ada')
})

test('a name is the same whatever its case, accents and marks', () => {
  const typed = { firstName: 'Lucía', lastName: 'O’Leary-Nguyễn' }
  expect(sameName(typed, { firstName: 'LUCIA', lastName: "O'LEARY NGUYEN" })).toBe(true)
  expect(sameName(typed, { firstName: 'LUCIA', lastName: 'OLEARY' })).toBe(false)
})

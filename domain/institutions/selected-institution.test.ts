import { expect, test } from 'vitest'
import { selectedInstitution } from './selected-institution.ts'

const first = { code: '1001' }
const second = { code: '1002' }
const own = { code: '1003', createdByCurrentUser: true }

test('the institution chosen last is selected again', () => {
  expect(selectedInstitution([first, second, own], '1002')).toBe(second)
})

test('without a choice the one the user created is selected, else the first', () => {
  expect(selectedInstitution([first, second, own], null)).toBe(own)
  expect(selectedInstitution([first, second], null)).toBe(first)
})

test('a stored code that is not the user’s counts as no choice', () => {
  expect(selectedInstitution([first, second], '9999')).toBe(first)
  expect(selectedInstitution([], '1001')).toBeUndefined()
})

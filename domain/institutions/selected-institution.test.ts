import { expect, test } from 'vitest'
import { selectedInstitution } from './selected-institution.ts'

const first = { code: '1001', createdByUser: false }
const second = { code: '1002', createdByUser: false }
const own = { code: '1003', createdByUser: true }
const nothing = { selected: null, byDefault: null }

test("selects the user's last choice again, even for a user who created an institution", () => {
  expect(selectedInstitution([first, second], { selected: '1002', byDefault: '1001' })).toBe(second)
  expect(selectedInstitution([first, second, own], { selected: '1002', byDefault: '1003' })).toBe(second)
})

test('without a choice selects the institution the user created, otherwise the first', () => {
  expect(selectedInstitution([first, second, own], nothing)).toBe(own)
  expect(selectedInstitution([first, second], nothing)).toBe(first)
})

test('keeps the default until the user creates an institution', () => {
  expect(selectedInstitution([second, first], { selected: '1001', byDefault: '1001' })).toBe(first)
  expect(selectedInstitution([first, own], { selected: '1001', byDefault: '1001' })).toBe(own)
})

test('ignores a stored code that is not the user’s', () => {
  expect(selectedInstitution([first, second], { selected: '9999', byDefault: '1001' })).toBe(first)
  expect(selectedInstitution([first, own], { selected: '9999', byDefault: null })).toBe(own)
  expect(selectedInstitution([], { selected: '1001', byDefault: null })).toBeUndefined()
})

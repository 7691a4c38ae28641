import { expect, test } from 'vitest'
import { roleChange, rolesInWords } from './role-words.ts'

test('roles are said by name, always in the same order', () => {
  expect(rolesInWords(['UserAdmin', 'OrderCreator'])).toBe('Order creator, User administrator')
  expect(rolesInWords([])).toBe('No role')
})

test('a change of roles says what it gives and what it takes', () => {
  expect(roleChange(['OrderCreator', 'UserAdmin'], ['OrderSubmitter', 'UserAdmin'])).toEqual({
    given: ['OrderSubmitter'],
    taken: ['OrderCreator'],
  })
  expect(roleChange(['OrderViewer'], ['OrderViewer'])).toEqual({ given: [], taken: [] })
})

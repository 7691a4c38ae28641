import { expect, test } from 'vitest'
import { roleChange, rolesInWords } from './role-words.ts'

test('lists roles by name, always in the same order', () => {
  expect(rolesInWords(['UserAdmin', 'OrderCreator'])).toBe('Order creator, User administrator')
  expect(rolesInWords([])).toBe('No role')
})

test('lists the roles that a change adds and removes', () => {
  expect(roleChange(['OrderCreator', 'UserAdmin'], ['OrderSubmitter', 'UserAdmin'])).toEqual({
    given: ['OrderSubmitter'],
    taken: ['OrderCreator'],
  })
  expect(roleChange(['OrderViewer'], ['OrderViewer'])).toEqual({ given: [], taken: [] })
})

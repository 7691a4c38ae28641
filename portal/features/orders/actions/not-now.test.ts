import { expect, test } from 'vitest'
import { whyNot } from './not-now.ts'

const everything = () => true
const nothing = () => false

test('what can be done needs no reason', () => {
  expect(whyNot('cancel', { state: 'en-route', abilities: ['cancel'] }, everything)).toBe('')
})

test('what cannot be done now says why, to those who otherwise may, and is absent for the others', () => {
  const reported = { state: 'reported', abilities: [] } as const
  expect(whyNot('cancel', { ...reported, abilities: [] }, everything)).toBe('The report is there already.')
  expect(whyNot('cancel', { ...reported, abilities: [] }, nothing)).toBeNull()
})

test('what can never be done to such an order is absent', () => {
  expect(whyNot('cancel', { state: 'cancelled', abilities: [] }, everything)).toBeNull()
  expect(whyNot('addDocument', { state: 'cancelled', abilities: [] }, everything)).toBeNull()
})

import { expect, test } from 'vitest'
import { newKey, refused } from './send.ts'

test('the fields of a refusal, each with its rule', () => {
  const errors = [
    { path: '/email', rule: 'email', message: 'Enter a valid email address' },
    { path: '/lastName', rule: 'too-long', message: 'Enter at most 10 characters' },
    { path: '/insuranceId', rule: 'of tomorrow', message: 'Not known here yet' },
    { path: '/somethingElse', rule: 'required', message: 'Required' },
  ]
  expect(refused({ code: 'invalid-fields', errors })).toEqual({
    email: 'email',
    lastName: 'too-long',
    insuranceId: 'choice',
  })
})

test.each([null, {}, { errors: 'none' }, { code: 'unavailable' }])('%j names no field', (problem) => {
  expect(refused(problem)).toEqual({})
})

test('a key is a UUID, and another one each time', () => {
  const keys = [newKey(), newKey()]
  for (const key of keys)
    expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(new Set(keys).size).toBe(2)
})

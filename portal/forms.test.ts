import { expect, test } from 'vitest'
import { ProblemError, problemOf } from '#contract/errors.ts'
import { fieldErrorsOf, fieldName, wrongFields } from './forms.ts'

test.each([
  ['/firstName', 'firstName'],
  ['/phones/0/phoneNumber', 'phones.0.phoneNumber'],
  ['/a~1b/~0c', 'a/b.~c'],
  ['', ''],
])('the pointer %s is the field %s', (pointer, name) => {
  expect(fieldName(pointer)).toBe(name)
})

test('nested errors become one list, in the order of the form', () => {
  const errors = {
    firstName: { type: 'too_small', message: 'Enter your first name.' },
    delegate: { providerNpi: { type: 'npi', message: 'A digit is wrong.' } },
    phones: [undefined, { phoneNumber: { type: 'format', message: 'Enter a whole phone number.' } }],
    addresses: { root: { type: 'too_small', message: 'Enter the address.' } },
  } as unknown as Parameters<typeof wrongFields>[0]
  expect(wrongFields(errors)).toEqual([
    { name: 'firstName', message: 'Enter your first name.' },
    { name: 'delegate.providerNpi', message: 'A digit is wrong.' },
    { name: 'phones.1.phoneNumber', message: 'Enter a whole phone number.' },
    { name: 'addresses', message: 'Enter the address.' },
  ])
})

test('only a refusal with field errors has field errors', () => {
  const errors = [{ path: '/npi', rule: 'npi', message: 'A digit is wrong.' }]
  expect(fieldErrorsOf(new ProblemError(problemOf('invalid-fields', { errors })))).toEqual(errors)
  expect(fieldErrorsOf(new ProblemError(problemOf('unavailable')))).toEqual([])
  expect(fieldErrorsOf(new TypeError('broken'))).toEqual([])
})

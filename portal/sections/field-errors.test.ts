import { expect, test } from 'vitest'
import { addressList } from '#contract/addresses.ts'
import { phoneList } from '#contract/people.ts'
import { firstOfEach, messagesOf } from './field-errors.ts'

test('everything that is wrong with a list is said at once, each at its field', () => {
  const messages = messagesOf(addressList, [
    { type: 'Primary', addressLine1: ' ', addressLine2: '', city: 'Columbus', state: '', postalCode: '432' },
    { type: 'All', addressLine1: '1 Main St', addressLine2: '', city: '', state: 'OH', postalCode: '43215' },
  ])
  expect(messages).toEqual({
    '/0/addressLine1': 'Enter the street and number.',
    '/0/state': 'Choose the state.',
    '/0/postalCode': 'Enter a ZIP code such as 43215 or 43215-1234.',
    '/1/city': 'Enter the city.',
  })
})

test('what is wrong with the list as a whole stands at the empty pointer', () => {
  const eleven = Array.from({ length: 11 }, () => ({ type: 'Work', phoneNumber: '+16145550101' }))
  expect(messagesOf(phoneList, eleven)).toEqual({ '': 'Enter at most 10 phone numbers.' })
  expect(messagesOf(phoneList, eleven.slice(1))).toEqual({})
})

test('the first message of a field stands', () => {
  expect(
    firstOfEach([
      { path: '/0/city', message: 'Enter the city.' },
      { path: '/0/city', message: 'At least 2 characters.' },
    ]),
  ).toEqual({ '/0/city': 'Enter the city.' })
})

import { expect, test } from 'vitest'
import { CARRIERS } from '#domain/lookups.ts'
import {
  carrierOf,
  FRESH_FEEDBACK,
  mayCancel,
  maySaveTracking,
  maySendFeedback,
  NO_CANCELLATION,
  RATINGS,
  ratingWord,
} from './rules.ts'

test.each([
  ['', false, false],
  ['The patient has moved', false, false],
  ['', true, false],
  [' \n ', true, false],
  ['The patient has moved', true, true],
])('an order is cancelled only with a reason and the authorization: %j, %s', (reason, authorized, may) =>
  expect(mayCancel({ reason, authorized })).toBe(may),
)

test('the cancel dialog opens without both', () => expect(mayCancel(NO_CANCELLATION)).toBe(false))

test('feedback is 1 Very Poor to 5 Excellent, 5 by default, and its text is optional', () => {
  expect(RATINGS.map((_, index) => `${index + 1} ${ratingWord(index + 1)}`)).toEqual([
    '1 Very Poor',
    '2 Poor',
    '3 Fair',
    '4 Good',
    '5 Excellent',
  ])
  expect(FRESH_FEEDBACK).toEqual({ rating: 5, text: '' })
  expect(maySendFeedback(FRESH_FEEDBACK)).toBe(true)
  expect([0, 6].some((rating) => maySendFeedback({ rating, text: 'Quick' }))).toBe(false)
})

test('a tracking number is saved with Fedex or USPS, as chosen or as the number determines', () => {
  expect(CARRIERS).toEqual(['Fedex', 'USPS'])
  const usps = ' 9400 1000 0000 0000 0000 06 '
  expect(carrierOf({ carrier: '', trackingNumber: usps })).toBe('USPS')
  expect(carrierOf({ carrier: '', trackingNumber: '1234 5678 9012' })).toBe('Fedex')
  expect(carrierOf({ carrier: 'Fedex', trackingNumber: usps })).toBe('Fedex')
  expect(carrierOf({ carrier: '', trackingNumber: '9400' })).toBe('')
  expect(maySaveTracking({ carrier: 'USPS', trackingNumber: usps })).toBe(true)
  expect(maySaveTracking({ carrier: '', trackingNumber: usps })).toBe(true)
  // A number that only looks wrong gets a warning (domain/tracking-number) and is saved.
  expect(maySaveTracking({ carrier: 'Fedex', trackingNumber: usps })).toBe(true)
  expect(maySaveTracking({ carrier: 'Fedex', trackingNumber: '123456789013' })).toBe(true)
  expect(maySaveTracking({ carrier: '', trackingNumber: '9400' })).toBe(false)
  expect(maySaveTracking({ carrier: 'Fedex', trackingNumber: '9400;1' })).toBe(false)
  expect(maySaveTracking({ carrier: 'Fedex', trackingNumber: '  ' })).toBe(false)
})

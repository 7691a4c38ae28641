import { expect, test } from 'vitest'
import { APPOINTMENT } from '#server/testing/examples/counseling.ts'
import { addressKey, contentKey } from './limits.ts'

const SECRET = 'a-secret-that-somebody-has-chosen-well'
const of = (address: string) => addressKey(SECRET, address)
const request = { ...APPOINTMENT, preferredLanguage: 'Spanish', preferredContact: 'no' } as const

test('an IPv4 address counts individually, an IPv6 address as its network', () => {
  expect(of('203.0.113.7')).not.toBe(of('203.0.113.8'))
  expect(of('2001:db8:1:2::1')).toBe(of('2001:db8:1:2::2'))
  expect(of('2001:db8:1:2::1')).not.toBe(of('2001:db8:1:3::1'))
})

test('the content key ignores letter case and field order, and differs if one word differs', () => {
  const reversed = Object.fromEntries(Object.entries(request).reverse()) as typeof request
  expect(contentKey(SECRET, { ...reversed, email: request.email.toUpperCase() })).toBe(
    contentKey(SECRET, request),
  )
  expect(contentKey(SECRET, { ...request, labNumber: '' })).not.toBe(contentKey(SECRET, request))
})

test('a key reveals nothing without the installation’s secret', () => {
  expect(addressKey(`${SECRET}2`, '203.0.113.7')).not.toBe(of('203.0.113.7'))
  expect(contentKey(`${SECRET}2`, request)).not.toBe(contentKey(SECRET, request))
  expect(contentKey(SECRET, request)).not.toContain('Quillbrook')
})

import { expect, test } from 'vitest'
import { frameMessage, notOrdered } from './frame-messages.ts'

test.each([
  { type: 'token', tokenExpirationDate: 1_790_000_000_000 },
  { type: 'logout' },
  { type: 'ordered', codes: ['1600', '1102'] },
])('accepts $type as a message', (message) => {
  expect(frameMessage(message)).toEqual(message)
})

test.each([
  null,
  'logout',
  42,
  [],
  {},
  { type: 'login' },
  { type: 'token' },
  { type: 'token', tokenExpirationDate: '1790000000000' },
  { type: 'token', tokenExpirationDate: Number.NaN },
  { type: 'token', tokenExpirationDate: -1 },
  { type: 'token', tokenExpirationDate: 1.5 },
  { type: 'ordered' },
  { type: 'ordered', codes: '1600' },
  { type: 'ordered', codes: ['1600', 7] },
  { type: 'ordered', codes: new Array(1000).fill('1600') },
])('rejects %j', (data) => {
  expect(frameMessage(data)).toBeNull()
})

test('drops unknown fields of a message', () => {
  expect(frameMessage({ type: 'logout', extra: 'x' })).toEqual({ type: 'logout' })
})

test('removes only the ordered tests from the cart', () => {
  const cart = [
    { code: '1600', addOns: ['1400'] },
    { code: '1102', addOns: [] },
    { code: '1500', addOns: [] },
  ]
  expect(notOrdered(cart, ['1600', '1400', '1500']).map(({ code }) => code)).toEqual(['1102'])
})

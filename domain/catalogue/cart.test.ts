import { describe, expect, test } from 'vitest'
import { CART_LIMIT, itemsOfValues, itemValues, orderLink, readCart, withItem, withoutItem } from './cart.ts'

const CART = [
  { code: '1600', addOns: ['1400', '1500'] },
  { code: '2001', addOns: [] },
]

test('reads a cart back as it was stored', () => {
  expect(readCart(JSON.stringify(CART))).toEqual(CART)
})

test.each([
  ['nothing', null],
  ['no JSON', '{'],
  ['no list', '{"code":"1600"}'],
  ['null', 'null'],
  ['no items', '[1, null, "1600", {}, {"code": 5}]'],
  ['a code that is none', '[{"code":"<b>","addOns":[]}]'],
])('reads %s as an empty cart', (_what, stored) => {
  expect(readCart(stored)).toEqual([])
})

test("drops add-on codes that are invalid or the test's own", () => {
  expect(readCart('[{"code":"1600","addOns":["1600","1400","1400",7,"a b"]}]')).toEqual([
    { code: '1600', addOns: ['1400'] },
  ])
})

test('keeps a test once, in its place, with the add-on tests chosen last', () => {
  expect(withItem(CART, { code: '1600', addOns: [] })).toEqual([
    { code: '1600', addOns: [] },
    { code: '2001', addOns: [] },
  ])
  expect(withItem(CART, { code: '1700', addOns: [] }).map(({ code }) => code)).toEqual([
    '1600',
    '2001',
    '1700',
  ])
  expect(withoutItem(CART, '1600')).toEqual([{ code: '2001', addOns: [] }])
})

test('limits the size of a cart', () => {
  const many = Array.from({ length: CART_LIMIT + 5 }, (_, at) => ({ code: String(1000 + at), addOns: [] }))
  expect(many.reduce<ReturnType<typeof readCart>>(withItem, [])).toHaveLength(CART_LIMIT)
})

test('writes a cart into an address and reads it back', () => {
  expect(itemValues(CART)).toEqual(['1600~1400~1500', '2001'])
  expect(itemsOfValues(itemValues(CART))).toEqual(CART)
  expect(itemsOfValues(['', '~', '2001~', '2001'])).toEqual([{ code: '2001', addOns: [] }])
})

describe('the order link of a cart', () => {
  const named = (code: string, displayCode = '', addOns: string[] = []) => ({ code, displayCode, addOns })
  test.each([
    ['nothing', [], null],
    ['a test', [named('1600')], { test: ['1600'] }],
    ['one by its display code', [named('1213', '1300')], { test: ['1300'], ctc: '1213' }],
    [
      'several with their add-on tests, each once',
      [named('1213', '1300', ['1400']), named('1600', '', ['1400', '1500']), named('1500')],
      { test: ['1300', '1400', '1600', '1500'], ctc: '1213' },
    ],
  ])('for %s', (_what, cart, link) => {
    expect(orderLink(cart)).toEqual(link)
  })
})

import { expect, test } from 'vitest'
import { brand } from '#server/testing/brand.ts'
import type { Shades } from './brand.ts'
import { unreadable } from './contrast.ts'

const withShade = (shade: number, color: string) => brand.accent.with(shade, color) as unknown as Shades

test('every shade of the shipped accent can be read wherever the sites write with it', () => {
  expect(unreadable(brand.accent)).toEqual([])
})

test.each([
  [6, '#7d7d7d', 'white text on it has a contrast of 4.11 : 1'],
  [7, '#808080', 'white text on it'],
  [7, '#767676', 'a link in it on the pale page'],
  [8, '#757575', 'text in it on shade 0'],
  [9, '#6a6a6a', 'text in it on shade 2'],
  [4, '#777777', 'a link in it on a dark card'],
  [2, '#666666', 'text in it on shade 9 and a dark page'],
  [0, '#404040', 'text in it on shade 9, darkened'],
])('shade %i as %s is named, with what cannot be read', (shade, color, what) => {
  const found = unreadable(withShade(shade, color))
  expect(found.map((one) => one.shade)).toContain(shade)
  expect(found.map(({ rule }) => rule).join('\n')).toContain(what)
})

test('the limit is 4.5 : 1, not rounded', () => {
  // White on these is 4.54 and 4.48.
  expect(unreadable(withShade(6, '#767676'))).toEqual([])
  expect(unreadable(withShade(6, '#777777')).map(({ rule }) => rule)).toEqual([
    'is unreadable: white text on it has a contrast of 4.47 : 1 and needs 4.5, choose a darker one',
  ])
})

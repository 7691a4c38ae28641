import { describe, expect, test } from 'vitest'
import { brand as first } from './brand.ts'
import { brand as second } from './second/brand.ts'

/** Relative luminance of WCAG 2.2. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

describe.each([first, second])('$name', (brand) => {
  test.each([6, 7, 8, 9])('white text is readable on shade %i of the accent (4.5 : 1)', (shade) => {
    expect(1.05 / (luminance(brand.accent[shade] ?? '') + 0.05)).toBeGreaterThanOrEqual(4.5)
  })

  test('every link leads to a page on the web', () => {
    const { home, contact, search, menus, footer } = brand.website
    const links = [...menus, ...menus.flatMap(({ entries }) => entries), ...footer].map(({ href }) => href)
    for (const link of [home, contact, search, brand.partner.website, ...links])
      expect(link).toMatch(/^https:\/\/./)
  })
})

test('the menus of the specification, in its order', () => {
  expect(
    first.website.menus.map(({ label, entries }) => [label, entries.map((entry) => entry.label)]),
  ).toEqual([
    ['Partners', []],
    ['Providers', ['Ordering', 'Support', 'Resources']],
    ['Tests', ['Comprehensive', 'Reproductive', 'Specialized Modality']],
    ['About Us', []],
    ['News & Updates', []],
  ])
})

test('the second brand shares no word with the first', () => {
  const texts = (value: unknown): string[] =>
    typeof value === 'string'
      ? [value]
      : value && typeof value === 'object'
        ? Object.values(value).flatMap(texts)
        : []
  const common = texts(second).filter((text) => texts(first).includes(text))
  expect(common).toEqual([])
})

import { expect, test } from 'vitest'
import { brand } from './brand.ts'

/** Relative luminance of WCAG 2.2. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

test.each([6, 7, 8, 9])('white text is readable on shade %i of the accent (4.5 : 1)', (shade) => {
  expect(1.05 / (luminance(brand.accent[shade] ?? '') + 0.05)).toBeGreaterThanOrEqual(4.5)
})

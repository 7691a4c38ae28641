import { expect, test } from 'vitest'
import { brand } from '#brand/brand.ts'
import { CATEGORIES } from '#domain/lookups.ts'
import { categoryLink } from './category-link.ts'

test('each category has a page of its own in the catalogue', () => {
  const links = CATEGORIES.map(categoryLink)
  expect(new Set(links).size).toBe(8)
  for (const link of links) expect(link.startsWith(`${brand.links.testCatalog}/`)).toBe(true)
})

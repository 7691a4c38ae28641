import { expect, test } from 'vitest'
import { CATEGORIES } from '#domain/lookups.ts'
import { catalogueLink, categoryLink } from './other-sites.ts'

const sites = { catalogue: 'https://catalogue.example', appointment: 'https://form.example' }

test('each category has a page of its own in the catalogue', () => {
  const links = CATEGORIES.map((category) => categoryLink({ sites }, category))
  expect(new Set(links).size).toBe(8)
  expect(links).toContain('https://catalogue.example/catalogue/category/wgs')
  for (const link of links) expect(link.startsWith(catalogueLink({ sites }))).toBe(true)
})

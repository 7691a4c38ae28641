import { expect, test } from 'vitest'
import { catalogueLink, categoryLink } from './other-sites.ts'

const sites = { catalogue: 'https://catalogue.example', appointment: 'https://form.example' }

test('each category has a page of its own in the catalogue', () => {
  const link = categoryLink({ sites }, 'wgs')
  expect(link).toBe('https://catalogue.example/catalogue/category/wgs')
  expect(link.startsWith(catalogueLink({ sites }))).toBe(true)
})

import { brand } from '#brand/brand.ts'
import type { CATEGORIES } from '#domain/lookups.ts'

/** A category's page in the laboratory's catalogue. */
export function categoryLink(category: (typeof CATEGORIES)[number]): string {
  return `${brand.links.testCatalog}/${category}`
}

import type { Configuration } from './guards.ts'

/** The catalogue site's first page. */
export function catalogueLink({ sites }: Pick<Configuration, 'sites'>): string {
  return `${sites.catalogue}/catalogue/`
}

/** A category's page in the catalogue (specification §2, Dashboard). */
export function categoryLink(configuration: Pick<Configuration, 'sites'>, category: string): string {
  return `${catalogueLink(configuration)}category/${encodeURIComponent(category)}`
}

import type { CatalogueData } from './catalogue-site.ts'

/** A page of a public site as its server bundle (`render.tsx`) gives it: what goes into the site's `index.html`. */
export interface SitePage {
  status: number
  /** A BCP 47 tag, for `<html lang>`. */
  language: string
  direction: 'ltr' | 'rtl'
  /** HTML for `<head>`: title, descriptions, structured data. No scripts that run, no styles: the policy forbids them. */
  head: string
  /** HTML for the element `root`. */
  body: string
}

/** Where the three sites are: origins without a path, the same one three times where they share one. */
export interface SiteOrigins {
  portal: string
  catalogue: string
  appointment: string
}

export interface AppointmentRequest {
  /** A BCP 47 tag, one of the bundle's `LANGUAGES`. */
  language: string
  origins: SiteOrigins
}

/** What `appointment/render.tsx` exports. */
export interface AppointmentBundle {
  LANGUAGES: readonly string[]
  renderAppointment(request: AppointmentRequest): SitePage
}

/** What `catalogue/render.tsx` exports. */
export interface CatalogueBundle {
  renderCatalogue(request: CatalogueRequest): SitePage
}

export interface CatalogueRequest {
  /** Below `/catalogue`, decoded: `/`, `/test/WES-TRIO`. */
  path: string
  query: URLSearchParams
  origins: SiteOrigins
  data: CatalogueData
}

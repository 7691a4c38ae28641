import type { Brand, LegalText, Partner } from '#domain/brand/brand.ts'
import type { CatalogueData } from './catalogue-site.ts'

/**
 * A page of a public site as rendered by its server bundle (`render.tsx`), to be inserted into the site's
 * `index.html`.
 */
export interface SitePage {
  status: number
  /** A BCP 47 tag, for `<html lang>`. */
  language: string
  direction: 'ltr' | 'rtl'
  /**
   * HTML for `<head>`: title, descriptions, structured data. No executable scripts or styles: the policy
   * forbids them.
   */
  head: string
  /** HTML for the element with id `root`. */
  body: string
}

/** The origins of the three sites, without a path; all the same if they share one. */
export interface SiteOrigins {
  portal: string
  catalogue: string
  /** Null: there is no counseling partner, and no form. */
  appointment: string | null
}

/** The laboratory, as a public site shows it. */
export interface SiteBrand {
  brand: Brand
  privacyNotice: LegalText
  /** The address of the laboratory's mark. */
  icon: string
}

export interface AppointmentRequest extends SiteBrand {
  /** A BCP 47 tag, one of the brand's `languages`. */
  language: string
  origins: SiteOrigins & { appointment: string }
  partner: Partner
}

/** What `appointment/render.tsx` exports. */
export interface AppointmentBundle {
  renderAppointment(request: AppointmentRequest): SitePage
}

/** What `catalogue/render.tsx` exports. */
export interface CatalogueBundle {
  renderCatalogue(request: CatalogueRequest): SitePage
}

export interface CatalogueRequest extends SiteBrand {
  /** The decoded path below `/catalogue`: `/`, `/test/WES-TRIO`. */
  path: string
  query: URLSearchParams
  origins: SiteOrigins
  data: CatalogueData
}

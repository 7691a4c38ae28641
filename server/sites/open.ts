import path from 'node:path'
import type { FastifyPluginAsync } from 'fastify'
import type { CatalogueData } from '#contract/catalogue-site.ts'
import type { SiteOrigins } from '#contract/site.ts'
import type { ReadBrand } from '../brand/read-brand.ts'
import { appointmentSite, noAppointmentSite } from './appointment.ts'
import { catalogueSite } from './catalogue.ts'
import { forCrawlers } from './crawlers.ts'
import { portalSite } from './portal.ts'
import { securityContact } from './security-txt.ts'

interface SitesDeps {
  /** Where the built sites are: below it `portal/dist` and so on. */
  dir: string
  origins: SiteOrigins
  brand: ReadBrand
  catalogueData(): Promise<CatalogueData>
}

/** Mounts the three sites (decision 0030), the portal last: it serves every path that nothing else does. */
export async function openSites({ dir, origins, brand: read, catalogueData }: SitesDeps) {
  const dist = (site: string) => path.join(dir, site, 'dist')
  const { website, contact, partner } = read.brand
  const { appointment } = origins
  return await Promise.all<FastifyPluginAsync>([
    catalogueSite({ dist: dist('catalogue'), origins, read, data: catalogueData }),
    forCrawlers(origins, catalogueData),
    securityContact(origins.portal, contact.email),
    appointment === null || partner === null
      ? noAppointmentSite(website.contact)
      : appointmentSite(dist('appointment'), { origins: { ...origins, appointment }, read, partner }),
    portalSite(dist('portal'), origins, read),
  ])
}

import path from 'node:path'
import type { FastifyPluginAsync } from 'fastify'
import type { CatalogueData } from '#contract/catalogue-site.ts'
import type { SiteOrigins } from '#contract/site.ts'
import { appointmentSite, noAppointmentSite } from './appointment.ts'
import { catalogueSite } from './catalogue.ts'
import { forCrawlers } from './crawlers.ts'
import { portalSite } from './portal.ts'
import { securityContact } from './security-txt.ts'

interface SitesDeps {
  /** Where the built sites are: below it `portal/dist` and so on. */
  dir: string
  origins: SiteOrigins
  /** Pages of the laboratory's own website: its search, and how to reach the laboratory. */
  website: { search: string; contact: string }
  /** The address for reports of vulnerabilities. */
  contact: string
  catalogueData(): Promise<CatalogueData>
}

/** Mounts the three sites (decision 0030), the portal last: it serves every path that nothing else does. */
export async function openSites({ dir, origins, website, contact, catalogueData }: SitesDeps) {
  const dist = (site: string) => path.join(dir, site, 'dist')
  const websiteOrigin = new URL(website.search).origin
  const { appointment } = origins
  return await Promise.all<FastifyPluginAsync>([
    catalogueSite({ dist: dist('catalogue'), origins, websiteOrigin, data: catalogueData }),
    forCrawlers(origins, catalogueData),
    securityContact(origins.portal, contact),
    appointment === null
      ? noAppointmentSite(website.contact)
      : appointmentSite(dist('appointment'), { ...origins, appointment }),
    portalSite(dist('portal'), origins),
  ])
}

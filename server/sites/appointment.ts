import type { FastifyPluginAsync } from 'fastify'
import type { AppointmentBundle, SiteOrigins } from '#contract/site.ts'
import type { Partner } from '#domain/brand/brand.ts'
import type { ReadBrand } from '../brand/read-brand.ts'
import { publicHead, servePublicBrand } from './brand-files.ts'
import { branded, builtBundle, builtPage, fillTemplate, sendPage, serveFiles } from './files.ts'
import { languageOf } from './language.ts'
import { publicPolicy } from './policy.ts'
import { requestPath } from './request-path.ts'

export const APPOINTMENT_PATH = '/gc-appointment-form'

interface AppointmentDeps {
  origins: SiteOrigins & { appointment: string }
  read: ReadBrand
  partner: Partner
}

/** The appointment form, rendered once in each of its languages; its files are below `/appointment/`. */
export async function appointmentSite(
  dist: string,
  { origins, read, partner }: AppointmentDeps,
): Promise<FastifyPluginAsync> {
  const { brand, privacyNotice } = read
  const { head, icon } = publicHead(read, '/appointment/')
  const index = branded(await builtPage(dist, 'client/index.html'), head)
  const { renderAppointment } = await builtBundle<AppointmentBundle>(dist)
  const site = { origins, brand, partner, privacyNotice, icon }
  const pages = new Map<string, string>(
    brand.languages.map((language) => [
      language,
      fillTemplate(index, renderAppointment({ language, ...site })),
    ]),
  )
  const { host } = new URL(origins.appointment)
  return async (app) => {
    await serveFiles(app, `${dist}/client`, '/appointment/')
    servePublicBrand(app, read, '/appointment/')
    app.get<{ Querystring: { lang?: unknown } }>(
      APPOINTMENT_PATH,
      { schema: { hide: true }, ...publicPolicy({}) },
      (request, reply) => {
        if (request.host !== host) return reply.redirect(`${origins.appointment}${requestPath(request.url)}`)
        const language = languageOf(brand.languages, request.query.lang, request.headers['accept-language'])
        reply.header('content-language', language).header('vary', 'accept-language')
        return sendPage(request, reply, pages.get(language) ?? '')
      },
    )
  }
}

/** Without a counseling partner: old links to the form lead to the laboratory's own contact page. */
export function noAppointmentSite(contactPage: string): FastifyPluginAsync {
  return async (app) => {
    app.get(APPOINTMENT_PATH, { schema: { hide: true } }, (_, reply) => reply.redirect(contactPage))
  }
}

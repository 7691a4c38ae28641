import type { FastifyPluginAsync } from 'fastify'
import type { AppointmentBundle, SiteOrigins } from '#contract/site.ts'
import { builtBundle, builtPage, fillTemplate, sendPage, serveFiles } from './files.ts'
import { languageOf } from './language.ts'
import { publicPolicy } from './policy.ts'
import { requestPath } from './request-path.ts'

export const APPOINTMENT_PATH = '/gc-appointment-form'

/** The appointment form, rendered once in each of its languages; its files are below `/appointment/`. */
export async function appointmentSite(
  dist: string,
  origins: SiteOrigins & { appointment: string },
): Promise<FastifyPluginAsync> {
  const index = await builtPage(dist, 'client/index.html')
  const { LANGUAGES, renderAppointment } = await builtBundle<AppointmentBundle>(dist)
  const pages = new Map(
    LANGUAGES.map((language) => [language, fillTemplate(index, renderAppointment({ language, origins }))]),
  )
  const { host } = new URL(origins.appointment)
  return async (app) => {
    await serveFiles(app, `${dist}/client`, '/appointment/')
    app.get<{ Querystring: { lang?: unknown } }>(
      APPOINTMENT_PATH,
      { schema: { hide: true }, ...publicPolicy({}) },
      (request, reply) => {
        if (request.host !== host) return reply.redirect(`${origins.appointment}${requestPath(request.url)}`)
        const language = languageOf(LANGUAGES, request.query.lang, request.headers['accept-language'])
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

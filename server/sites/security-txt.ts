import type { FastifyPluginAsync } from 'fastify'

/** At most a year is recommended (RFC 9116, 2.5.5); until then the address counts as current. */
const GOOD_FOR_MS = 180 * 24 * 60 * 60 * 1000

/** The address for reports of vulnerabilities, at its standard place (RFC 9116). */
export function securityContact(origin: string, email: string): FastifyPluginAsync {
  return async (app) => {
    app.get('/.well-known/security.txt', { schema: { hide: true } }, (_, reply) =>
      reply
        .type('text/plain; charset=utf-8')
        .send(
          [
            `Contact: mailto:${email}`,
            `Expires: ${new Date(Date.now() + GOOD_FOR_MS).toISOString()}`,
            'Preferred-Languages: en, es',
            `Canonical: ${origin}/.well-known/security.txt`,
            '',
          ].join('\n'),
        ),
    )
  }
}

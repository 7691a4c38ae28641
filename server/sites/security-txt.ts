import type { FastifyPluginAsync } from 'fastify'

/** The longest that is recommended is a year (RFC 9116, 2.5.5): by then the address has been looked at again. */
const GOOD_FOR_MS = 180 * 24 * 60 * 60 * 1000

/** Whom to tell of a weakness, where it is looked for (RFC 9116). */
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

import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import { roomOf } from './rooms.ts'

export interface HeaderOptions {
  publicOrigin: string
  /** Where users log in: the portal's own origin, or another identity provider's. */
  identityOrigin: string
  /** The origin of the test catalogue, whose hidden frame is embedded in the portal. */
  catalogueOrigin: string
}

/** Where browsers report what a content security policy of ours has blocked (contract/log.ts). */
export const POLICY_REPORTS = '/api/csp-reports'

/** Browser features that our pages never use; passkeys are not among them. */
const NEVER_ASKED_FOR = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
]
  .map((feature) => `${feature}=()`)
  .join(', ')

/** Sets the security headers of every reply, including the identity provider's and the live stream's. */
export async function securityHeaders(app: FastifyInstance, options: HeaderOptions): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        styleSrcAttr: ["'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        connectSrc: ["'self'", options.identityOrigin],
        frameSrc: ["'self'", 'blob:', options.identityOrigin, options.catalogueOrigin],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'self'"],
        reportUri: [POLICY_REPORTS],
      },
    },
    strictTransportSecurity: options.publicOrigin.startsWith('https:'),
    referrerPolicy: { policy: 'same-origin' },
  })
  app.addHook('onRequest', async (request, reply) => {
    // Not through `reply`: the identity provider writes its replies past it.
    reply.raw.setHeader('permissions-policy', NEVER_ASKED_FOR)
    // Otherwise a browser would write it to disk, where the machine's next user could find it. Refusals too.
    const room = roomOf(request)
    if ((room !== null && room !== 'identity') || request.is404)
      reply.header('cache-control', 'private, no-store')
  })
}

import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import { roomOf } from './rooms.ts'

export interface HeaderOptions {
  publicOrigin: string
  /** Where users log in: the portal's own origin, or another provider's. */
  identityOrigin: string
  /** Of the test catalogue, whose hidden frame the portal has. */
  catalogueOrigin: string
}

/** Where browsers tell what a policy of ours has stopped (contract/log.ts). */
export const POLICY_REPORTS = '/api/csp-reports'

/** What pages could ask a browser for, and ours never do; passkeys are not among it. */
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

/** What browsers are told with every answer, those of the identity provider and of the live stream included. */
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
    // Not through `reply`: what the identity provider writes by itself goes past that.
    reply.raw.setHeader('permissions-policy', NEVER_ASKED_FOR)
    // Else a browser writes it to its disk, where the next user of the machine finds it. Refusals too.
    const room = roomOf(request)
    if (room === 'api' || room === 'fhir' || request.is404) reply.header('cache-control', 'private, no-store')
  })
}

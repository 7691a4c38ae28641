import type { RouteShorthandOptions } from 'fastify'
import { POLICY_REPORTS } from '../http/headers.ts'

interface Policy {
  /** Where forms may be submitted besides the site itself. */
  formAction?: readonly string[]
  /** Who may show the page in a frame; if omitted, nobody. */
  frameAncestors?: readonly string[]
}

/**
 * The content security policy of a public site: files of its own origin only; no inline script or style. Data
 * for the page's script is in a `<script type="application/json">`, which is never executed.
 */
export function publicPolicy({ formAction = [], frameAncestors }: Policy): RouteShorthandOptions {
  return {
    helmet: {
      enableCSPNonces: false,
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'none'"],
          scriptSrc: ["'self'"],
          styleSrc: ["'self'"],
          imgSrc: ["'self'", 'data:'],
          fontSrc: ["'self'"],
          connectSrc: ["'self'"],
          manifestSrc: ["'self'"],
          baseUri: ["'none'"],
          formAction: ["'self'", ...formAction],
          frameAncestors: frameAncestors ? [...frameAncestors] : ["'none'"],
          reportUri: [POLICY_REPORTS],
        },
      },
      // Older than frame-ancestors, and cannot name another origin.
      frameguard: frameAncestors ? false : { action: 'deny' },
      referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    },
  }
}

import type { RouteShorthandOptions } from 'fastify'
import { POLICY_REPORTS } from '../http/headers.ts'

interface Policy {
  /** Where forms may lead besides the site itself. */
  formAction?: readonly string[]
  /** Who may show the page in a frame; left out: nobody. */
  frameAncestors?: readonly string[]
}

/**
 * The content security policy of a public site: files of its own origin only; no script and no style in the page
 * itself. Data for the page's script stands in a `<script type="application/json">`, which is never run.
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
      // Older than frame-ancestors, and knows no other origin.
      frameguard: frameAncestors ? false : { action: 'deny' },
      referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    },
  }
}

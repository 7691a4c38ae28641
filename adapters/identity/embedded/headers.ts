import { createHash } from 'node:crypto'
import { submitScript } from './pages/sign-in.ts'

const submitHash = createHash('sha256').update(submitScript).digest('base64')

/**
 * The provider's own security headers. `form-action` names the portal, because browsers apply it to the
 * redirect after a form; `frame-ancestors 'self'` lets the portal renew in a hidden frame; `script-src`
 * allows the logout form's inline script and the passkey script, and oidc-provider adds the hashes of its
 * own.
 */
export function securityHeaders(portalOrigin: string, passkeyScript: URL): Record<string, string> {
  return {
    'content-security-policy': [
      "default-src 'none'",
      "style-src 'self'",
      // The portal's icon: browsers request /favicon.ico for a page that names no icon.
      `img-src 'self' ${portalOrigin}/icon.svg`,
      `script-src 'sha256-${submitHash}' ${passkeyScript.href}`,
      `form-action 'self' ${portalOrigin}`,
      "frame-ancestors 'self'",
      "base-uri 'none'",
      // The portal's report endpoint (contract/log.ts).
      `report-uri ${portalOrigin}/api/csp-reports`,
    ].join(';'),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
    // Not no-referrer: browsers would then send `Origin: null` with the form, which is refused.
    'referrer-policy': 'same-origin',
  }
}

import type { logRoutes } from '#contract/log.ts'
import type { RequestOf } from '#contract/route.ts'

type Report = RequestOf<(typeof logRoutes)['policyViolation']>['body']['csp-report']

/** The directives of the policies we send; anything else is reported as `other`. */
const DIRECTIVES = [
  ...['default-src', 'script-src', 'script-src-elem', 'script-src-attr', 'style-src', 'style-src-elem'],
  ...['style-src-attr', 'img-src', 'font-src', 'connect-src', 'frame-src', 'child-src', 'worker-src'],
  ...['object-src', 'media-src', 'manifest-src', 'base-uri', 'form-action', 'frame-ancestors'],
]
/** A file of our own sites: its name is a hash, and never typed text. */
const OWN_FILE = /^\/(?:[\w-]+\/)*assets\/[\w.-]{1,200}$/
/** What a browser reports in place of an address. */
const KEYWORDS = ['inline', 'eval', 'wasm-eval', 'data', 'blob', 'self', 'trusted-types-sink']

/**
 * The logged part of a violation: rule, kind of resource, and our own file. Addresses of pages and of blocked
 * resources are omitted: they may identify a patient, or be made up.
 */
export function violationFields(report: Report, portalOrigin: string) {
  const named = report['effective-directive'] ?? report['violated-directive']?.split(' ')[0] ?? ''
  const source = URL.parse(report['source-file'] ?? '')
  const isOwn = source?.origin === portalOrigin
  const blocked = report['blocked-uri'] ?? ''
  return {
    directive: DIRECTIVES.includes(named) ? named : 'other',
    blocked: KEYWORDS.includes(blocked)
      ? blocked
      : URL.parse(blocked)?.origin === portalOrigin
        ? 'own'
        : 'elsewhere',
    file: isOwn && OWN_FILE.test(source.pathname) ? source.pathname : isOwn ? 'page' : 'elsewhere',
    ...(isOwn && report['line-number'] !== undefined ? { line: report['line-number'] } : {}),
  }
}

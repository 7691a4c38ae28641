/**
 * A request line's target as path and query: an absolute URL (RFC 9112, 3.2.2) without its scheme and
 * authority, `OPTIONS *` as the root. All later code sees only this form; what a request is for is decided by
 * the matched route, never by its address, which can be spelled in many ways.
 */
export function originForm(target: string): string {
  const path = target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '')
  return path.startsWith('/') ? path : `/${path.startsWith('?') ? path : ''}`
}

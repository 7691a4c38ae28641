/**
 * The target of a request line as path and query: one that names a whole address (RFC 9112, 3.2.2) without its scheme and
 * authority, `OPTIONS *` as the root. Everything behind sees this form alone; what a request is for is told by the matched
 * route, never by its address, which may be spelled in many ways.
 */
export function originForm(target: string): string {
  const path = target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '')
  return path.startsWith('/') ? path : `/${path.startsWith('?') ? path : ''}`
}

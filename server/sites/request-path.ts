/**
 * The path and query of a request. A request line may contain an absolute URL instead (RFC 9112, 3.2.2);
 * appended to an origin of ours, that would be an address on another site.
 */
export function requestPath(url: string): string {
  return url.startsWith('/') ? url : '/'
}

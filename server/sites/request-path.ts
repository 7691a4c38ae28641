/**
 * The path and query that was asked for. A request line may name a whole address instead (RFC 9112, 3.2.2), which put
 * behind an origin of ours would be an address of somebody else's.
 */
export function requestPath(url: string): string {
  return url.startsWith('/') ? url : '/'
}

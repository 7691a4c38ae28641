/**
 * The key by which a client's address is counted: an IPv4 address itself; for IPv6 its network, the first 64
 * bits, since one customer has all addresses in it (RFC 6177). An IPv4 address written as IPv6
 * (`::ffff:203.0.113.7`, `::ffff:cb00:7107`) is that IPv4 address. A proxy's port and a zone (`%eth0`) are
 * ignored. Anything that is not an address is returned unchanged.
 */
export function networkOf(address: string): string {
  const [plain = ''] = withoutPort(address.trim()).toLowerCase().split('%')
  if (!plain.includes(':')) return plain
  const groups = groupsOf(plain)
  if (!groups) return plain
  const [high = 0, low = 0] = groups.slice(6)
  const mapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (mapped) return [high >> 8, high & 255, low >> 8, low & 255].join('.')
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

function withoutPort(address: string): string {
  const [, v4, v6] = /^(?:(\d+\.\d+\.\d+\.\d+)|\[(.+)\])(?::\d+)?$/.exec(address) ?? []
  return v4 ?? v6 ?? address
}

/** The eight groups of an IPv6 address (RFC 4291, 2.2), or null if it is not one. */
function groupsOf(address: string): number[] | null {
  const halves = address.split('::')
  if (halves.length > 2) return null
  const [before, after] = halves.map((half) => (half === '' ? [] : half.split(':').flatMap(numbersOf)))
  const missing = 8 - (before?.length ?? 0) - (after?.length ?? 0)
  if (after ? missing < 1 : missing !== 0) return null
  const all = [...(before ?? []), ...Array<number>(missing).fill(0), ...(after ?? [])]
  return all.every((group) => group >= 0 && group <= 0xffff) ? all : null
}

/** One group, or two for the last 32 bits written as IPv4; -1 for anything else. */
function numbersOf(part: string): number[] {
  if (/^[0-9a-f]{1,4}$/.test(part)) return [Number.parseInt(part, 16)]
  const bytes = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(part)?.slice(1).map(Number) ?? []
  const [a = 256, b = 256, c = 256, d = 256] = bytes
  return Math.max(a, b, c, d) > 255 ? [-1] : [a * 256 + b, c * 256 + d]
}

import { createHmac } from 'node:crypto'
import { isIPv6 } from 'node:net'
import type { AppointmentRequest } from '#domain/counseling/appointment.ts'

/** The same again within this is one request. */
export const SAME_WITHIN_MS = 24 * 3_600_000
/**
 * Requests of one address that are handed over within an hour; more wait for Support, because the families of a whole
 * clinic, or all customers of a telephone company, may share one.
 */
export const HANDED_OVER = { within: 3_600_000, most: 20 } as const
/** Requests of one address that are stored within a day. */
export const STORED = { within: 24 * 3_600_000, most: 200 } as const
/** Different requests of one day with one e-mail address or phone number that are handed over. */
export const MOST_PER_CONTACT = 5

function keyOf(secret: string, what: string, value: string): string {
  return createHmac('sha256', secret).update(`counseling ${what} ${value}`).digest('base64url')
}

/** Stands for a request's content; whoever reads it can't tell what that is. */
export function contentKey(secret: string, request: AppointmentRequest): string {
  const values = Object.entries(request).sort(([a], [b]) => (a < b ? -1 : 1))
  return keyOf(secret, 'content', JSON.stringify(values).toLowerCase())
}

/** Stands for a sender's address; of IPv6 for the network, whose every address is one customer's. */
export function addressKey(secret: string, address: string): string {
  const plain = withoutPort(address)
  return keyOf(secret, 'address', isIPv6(plain) ? networkOf(plain) : plain)
}

/** Some proxies say the port, too, which is another one each time. */
function withoutPort(address: string): string {
  const [, v4, v6] = /^(?:(\d+\.\d+\.\d+\.\d+)|\[(.+)\])(?::\d+)?$/.exec(address) ?? []
  return v4 ?? v6 ?? address
}

/** The first 64 bits; of an IPv4 address in IPv6's clothes that address. */
function networkOf(address: string): string {
  const [plain = ''] = address.toLowerCase().split('%')
  const v4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain)?.[1]
  if (v4) return v4
  const [head = '', tail] = plain.split('::')
  const groups = (part: string) => (part === '' ? [] : part.split(':'))
  const [before, after] = [groups(head), groups(tail ?? '')]
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length)
  const all = [...before, ...Array<string>(zeros).fill('0'), ...after]
  return all
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')
}

import { createHmac } from 'node:crypto'
import type { AppointmentRequest } from '#domain/counseling/appointment.ts'
import { networkOf } from '#domain/network/network-of.ts'

/** The same content within this time is one request. */
export const SAME_WITHIN_MS = 24 * 3_600_000
/**
 * Requests from one address that are handed over within an hour. More are held back for Support to decide,
 * because all families of a clinic, or all customers of a telephone company, may share an address.
 */
export const HANDED_OVER = { within: 3_600_000, most: 20 } as const
/** Requests from one address that are stored within a day. */
export const STORED = { within: 24 * 3_600_000, most: 200 } as const
/** Different requests with one email address or phone number that are handed over within a day. */
export const MOST_PER_CONTACT = 5

function keyOf(secret: string, what: string, value: string): string {
  return createHmac('sha256', secret).update(`counseling ${what} ${value}`).digest('base64url')
}

/** A key for a request's content that does not reveal the content. */
export function contentKey(secret: string, request: AppointmentRequest): string {
  const values = Object.entries(request).sort(([a], [b]) => (a < b ? -1 : 1))
  return keyOf(secret, 'content', JSON.stringify(values).toLowerCase())
}

/** A key for a sender's address, under which its requests are counted. */
export function addressKey(secret: string, address: string): string {
  return keyOf(secret, 'address', networkOf(address))
}

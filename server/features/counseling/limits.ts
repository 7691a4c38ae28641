import { createHmac } from 'node:crypto'
import type { AppointmentRequest } from '#domain/counseling/appointment.ts'
import { networkOf } from '#domain/network/network-of.ts'

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

/** Stands for a sender's address, as it is counted. */
export function addressKey(secret: string, address: string): string {
  return keyOf(secret, 'address', networkOf(address))
}

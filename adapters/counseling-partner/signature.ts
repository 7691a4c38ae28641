import { createHmac, timingSafeEqual } from 'node:crypto'

/** How far the two clocks may be apart; anything older may be a replay. */
const WITHIN_SECONDS = 300

function hexOf(secret: string, time: number | string, body: string): string {
  return createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
}

/** `t=<unix seconds>,v1=<hex HMAC-SHA256 of "t.body">`, over the body as sent. */
export function signatureOf(secret: string, body: string, now: Date): string {
  const time = Math.floor(now.getTime() / 1000)
  return `t=${time},v1=${hexOf(secret, time, body)}`
}

/**
 * Whether a body was signed with the secret at most five minutes ago. If there are several v1 values, one
 * must match.
 */
export function isSigned(secret: string, signature: string, body: string, now: Date): boolean {
  const pairs = signature.split(',').map((part) => part.trim().split('=', 2))
  const time = pairs.find(([name]) => name === 't')?.[1] ?? ''
  if (!/^\d{1,12}$/.test(time)) return false
  if (Math.abs(now.getTime() / 1000 - Number(time)) > WITHIN_SECONDS) return false
  const expected = Buffer.from(hexOf(secret, time, body))
  return pairs.some(([name, given]) => {
    const one = Buffer.from(given ?? '')
    return name === 'v1' && one.length === expected.length && timingSafeEqual(one, expected)
  })
}

import { createHmac, timingSafeEqual } from 'node:crypto'

/** How far the clocks of the two sides may be apart; what is older is a message sent again by somebody else. */
const WITHIN_SECONDS = 300

function hexOf(secret: string, time: number | string, body: string): string {
  return createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
}

/** `t=<unix seconds>,v1=<hex HMAC-SHA256 of "t.body">`, of the body as it goes over the wire. */
export function signatureOf(secret: string, body: string, now: Date): string {
  const time = Math.floor(now.getTime() / 1000)
  return `t=${time},v1=${hexOf(secret, time, body)}`
}

/** Whether a body was signed with the secret, at most five minutes ago. Of several v1 one must be right. */
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

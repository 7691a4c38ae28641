import { type AppointmentTyped, LONGEST, SHORTEST_OPEN_MS } from '#domain/counseling/appointment.ts'
import type { Errors } from './typed.ts'

export interface AppointmentBody extends AppointmentTyped {
  requestKey: string
  language: string
  /** How long the form was open, in milliseconds. */
  openFor: number
  /** What only a program fills in. */
  website: string
}

/** A slow network is ordinary where this form is read. */
const WITHIN_MS = 45_000

/** Null when the request was received; else the fields that were refused, none where it is not the fields' fault. */
export async function send(sent: AppointmentBody): Promise<Errors | null> {
  try {
    const answer = await fetch('/api/Orders/GCAppointment', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(sent),
      signal: AbortSignal.timeout(WITHIN_MS),
    })
    const reply: unknown = await answer.json()
    return answer.ok && isReceived(reply) ? null : fieldErrorsOf(reply)
  } catch {
    return {}
  }
}

/** Only the server says so: a page of a network that wants a sign-in first, or of a proxy, comes with 200, too. */
function isReceived(reply: unknown): boolean {
  return (reply as { received?: unknown } | null)?.received === true
}

const RULES = ['required', 'email', 'date', 'future', 'too-long', 'phone', 'choice']

/** The fields of an RFC 9457 problem: `{errors: [{path: '/email', rule: 'email'}]}`. */
export function fieldErrorsOf(problem: unknown): Errors {
  const { errors } = (problem ?? {}) as { errors?: { path?: unknown; rule?: unknown }[] }
  if (!Array.isArray(errors)) return {}
  return Object.fromEntries(
    errors
      .map(({ path, rule }) => [String(path).slice(1), RULES.includes(String(rule)) ? rule : 'choice'])
      .filter(([field]) => Object.hasOwn(LONGEST, String(field))),
  )
}

/** A key for a request; also where the page did not come over HTTPS, which crypto.randomUUID asks for. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/**
 * How long the form has been open, in milliseconds: a browser that fills it in at once is no program, and waits. The
 * clock of a phone may have been put back meanwhile.
 */
export async function waitUntilOpenLongEnough(openedAt: number): Promise<number> {
  const openFor = Math.max(0, Date.now() - openedAt)
  if (openFor >= SHORTEST_OPEN_MS) return openFor
  await new Promise((resolve) => setTimeout(resolve, SHORTEST_OPEN_MS - openFor))
  return SHORTEST_OPEN_MS
}

import { setTimeout as delay } from 'node:timers/promises'
import { type Claims, InvalidToken, type TokenVerifier } from '#adapters/identity/port.ts'
import type { Connection } from '../database/connection/connect.ts'
import { ENDED } from './access.ts'

/** Sessions of the embedded identity provider that have ended while one of their tokens may still be valid. */
export interface EndedSessions {
  has(sessionId: string): boolean
  /** Registers a callback for each session that ends from now on. */
  onEnd(listener: (sessionId: string) => void): void
  close(): Promise<void>
}

/**
 * Far longer than the lifetimes of a token and the code that it is exchanged for together
 * (adapters/identity/embedded/provider.ts).
 */
const CACHE_MS = 3_600_000
const AGAIN_AFTER_MS = 500

/**
 * Keeps in memory which sessions have ended, on all portals, from the database's notifications (trigger
 * `tell_of_end`): checking costs a request nothing. They are read again after a gap and at the start.
 */
export async function startEndedSessions(connection: Connection): Promise<EndedSessions> {
  /** When each one ended, oldest first. */
  const ended = new Map<string, number>()
  let closed = false
  const listeners: ((sessionId: string) => void)[] = []

  function add(sessionId: string): void {
    const now = Date.now()
    for (const [id, at] of ended) {
      if (now - at < CACHE_MS) break
      ended.delete(id)
    }
    if (ended.has(sessionId)) return
    ended.set(sessionId, now)
    for (const listener of listeners) listener(sessionId)
  }
  async function readAgain(): Promise<void> {
    for (const { sid } of await connection.db.selectFrom('ended_session').select('sid').execute()) add(sid)
  }

  async function readAgainUntilRead(): Promise<void> {
    while (
      !closed &&
      !(await readAgain().then(
        () => true,
        () => false,
      ))
    )
      await delay(AGAIN_AFTER_MS, undefined, { ref: false })
  }

  const subscription = await connection.listen({ session_event: add }, () => void readAgainUntilRead())
  await readAgain()
  return {
    has: (sessionId) => ended.has(sessionId),
    onEnd: (listener) => void listeners.push(listener),
    close() {
      closed = true
      return subscription.close()
    },
  }
}

export function hasEnded({ sessionId }: Claims, ended: EndedSessions): boolean {
  return sessionId !== null && ended.has(sessionId)
}

/** Refuses tokens of sessions that have ended. Must wrap any verifier that caches verified tokens. */
export function refusingEnded(verifier: TokenVerifier, ended: EndedSessions): TokenVerifier {
  return {
    async verify(token) {
      const claims = await verifier.verify(token)
      if (hasEnded(claims, ended)) throw new InvalidToken(ENDED)
      return claims
    },
  }
}

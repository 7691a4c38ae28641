import { setTimeout as delay } from 'node:timers/promises'
import { InvalidToken, type TokenVerifier } from '#adapters/identity/port.ts'
import type { Connection } from '../database/connection/connect.ts'

/** Sessions of the embedded identity provider that have ended while a token of theirs may still hold. */
export interface EndedSessions {
  has(sessionId: string): boolean
  /** Calls back for each one that ends from now on. */
  onEnd(listener: (sessionId: string) => void): void
  close(): Promise<void>
}

/** Far longer than a token and the code that it comes for live together (adapters/identity/embedded/provider.ts). */
const CACHE_MS = 3_600_000
const AGAIN_AFTER_MS = 500

/**
 * Keeps in memory what the database tells of each end of a session (trigger `tell_of_end`), on all portals: asking
 * costs a request nothing. After a gap, and at the start, it is read again.
 */
export async function startEndedSessions(connection: Connection): Promise<EndedSessions> {
  /** When each ended, oldest first. */
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

  const subscription = await connection.listen('session_event', {
    onMessage: add,
    missed: () => void readAgainUntilRead(),
  })
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

/** Takes no token of a session that has ended. Around whatever remembers tokens that were verified before. */
export function refusingEnded(verifier: TokenVerifier, ended: EndedSessions): TokenVerifier {
  return {
    async verify(token) {
      const claims = await verifier.verify(token)
      if (claims.sessionId !== null && ended.has(claims.sessionId))
        throw new InvalidToken('the session has ended')
      return claims
    },
  }
}

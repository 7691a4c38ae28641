import { setTimeout as delay } from 'node:timers/promises'

interface Look {
  /** Time of the request, by `performance.now()`. */
  at: number
  /** 0 without a reply. */
  status: number
  body: { status?: string; files?: string; laboratory?: { count: number } }
  seconds: number
}

const LOOK_EVERY_MS = 200
/** Timeout of a patient load balancer. */
const WAITS_MS = 5_000

export async function lookAt(origin: string): Promise<Look> {
  const at = performance.now()
  const done = (status: number, body: Look['body']) => ({
    ...{ at, status, body },
    seconds: (performance.now() - at) / 1000,
  })
  try {
    const reply = await fetch(`${origin}/healthz`, { signal: AbortSignal.timeout(WAITS_MS) })
    return done(reply.status, (await reply.json()) as Look['body'])
  } catch {
    return done(0, {})
  }
}

/** Polls a portal's health like a load balancer. */
export function watchHealth(origin: string) {
  const looks: Look[] = []
  let stopping = false
  const working = (async () => {
    while (!stopping) {
      looks.push(await lookAt(origin))
      await delay(LOOK_EVERY_MS)
    }
  })()
  return {
    /** Checks requested from `at` on. */
    since: (at: number) => looks.filter((look) => look.at >= at),
    async stop() {
      stopping = true
      await working
    },
  }
}
export type Watch = ReturnType<typeof watchHealth>

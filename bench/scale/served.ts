import { Browser } from '#adapters/identity/testing/browser.ts'
import { portalClient } from '#adapters/identity/testing/portal-client.ts'
import { DEMO_PASSWORD } from '#server/demo/users.ts'
import { type ScaleCluster, WHO } from './cluster.ts'

/** Tokens are renewed before they expire. */
const TOKEN_FOR_MS = 4 * 60_000

export interface ServedPortal {
  orders: number
  origin: string
  authorization(): Promise<string>
  /** The reply's text and duration in milliseconds; throws if the request is refused. */
  ask(path: string): Promise<{ ms: number; text: string }>
  stop(): Promise<void>
}

/** A portal on the database of a size, with a signed-in user of the vast institution and a small one. */
export async function serve(
  cluster: ScaleCluster,
  orders: number,
  environment: Record<string, string> = {},
): Promise<ServedPortal> {
  const portal = await cluster.portal(orders, environment)
  const { origin } = portal
  let [token, until] = ['', 0]
  async function authorization() {
    if (Date.now() > until) {
      const { accessToken } = await portalClient(origin).tokensFor(new Browser(), WHO, DEMO_PASSWORD)
      if (accessToken === '') throw new Error(`${WHO} could not sign in`)
      ;[token, until] = [`Bearer ${accessToken}`, Date.now() + TOKEN_FOR_MS]
    }
    return token
  }
  return {
    ...{ orders, origin, authorization, stop: () => portal.stop() },
    async ask(path) {
      const headers = { authorization: await authorization() }
      const began = performance.now()
      const reply = await fetch(`${origin}${path}`, { headers })
      const text = await reply.text()
      const ms = performance.now() - began
      if (!reply.ok) throw new Error(`${path} was answered ${reply.status}: ${text}`)
      return { ms, text }
    },
  }
}

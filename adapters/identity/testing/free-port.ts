import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Below the ports that systems assign to outgoing connections and to servers that ask for any: one of those could take it before
 * it is used, seconds later. Each worker of the tests has its own.
 */
const PORTS = { from: 7_000, perWorker: 800 }
const given = new Set<number>()

/** A port that is free and was not given before. */
export async function freePort(): Promise<number> {
  const first = PORTS.from + (Number(process.env.VITEST_POOL_ID ?? 0) % 4) * PORTS.perWorker
  const port = randomInt(first, first + PORTS.perWorker)
  if (given.has(port)) return freePort()
  const server = createServer().listen(port)
  try {
    await once(server, 'listening')
  } catch {
    return freePort()
  }
  given.add(port)
  server.close()
  await once(server, 'close')
  return port
}

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface Collector {
  /** `127.0.0.1:port` */
  host: string
  /** The bodies posted, in order. */
  posted: { path: string; body: string }[]
  close(): Promise<void>
}

/** An external service on loopback that accepts everything posted. */
export async function startCollector(): Promise<Collector> {
  const posted: Collector['posted'] = []
  const server = createServer(async (request, response) => {
    posted.push({ path: request.url ?? '', body: await text(request) })
    response.setHeader('content-type', 'application/json').end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    posted,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

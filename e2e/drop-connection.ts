import { once } from 'node:events'
import { connect } from 'node:net'
import { within } from './within.ts'

/**
 * Sends a request and drops the connection right after the last byte or, with `before`, that many bytes
 * earlier: the client never receives a reply.
 */
export async function dropConnection(url: string, authorization: string, { before = 0 } = {}): Promise<void> {
  const { host, hostname, port, pathname } = new URL(url)
  const head = [`POST ${pathname} HTTP/1.1`, `host: ${host}`, `authorization: ${authorization}`]
  const request = Buffer.from(`${[...head, 'content-length: 0'].join('\r\n')}\r\n\r\n`)
  const socket = connect(Number(port), hostname)
  await within('a connection to the portal', once(socket, 'connect'))
  const { promise: sent, resolve } = Promise.withResolvers<void>()
  socket.write(request.subarray(0, request.length - before), () => resolve())
  await within('the request to leave', sent)
  socket.resetAndDestroy()
  await once(socket, 'close')
}

import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { decodeText } from './character-set.ts'
import { messagesIn } from './frame-messages.ts'
import { FrameReader, framed } from './frames.ts'
import type { LaboratoryListener, ListeningTls } from './port.ts'

export interface ListenOptions {
  host: string
  /** 0 takes a free port. */
  port: number
  /** Left out: connections are not encrypted. */
  tls?: ListeningTls
  /** Gets the raw message and gives the raw acknowledgement; null or a throw closes the connection unanswered. */
  receive: (raw: string) => Promise<string | null>
  /** What `receive` threw, a frame over the limit, a connection that broke. */
  onError?: (error: Error) => void
}

/**
 * Listens for MLLP messages. A connection's messages are handled one after the other, several connections at the
 * same time. An unanswered sender sends again. After `close()` no connection is left and no `receive` runs.
 */
export async function listenMllp(options: ListenOptions): Promise<LaboratoryListener> {
  const sockets = new Set<Socket>()
  const served = new Set<Promise<void>>()
  let closing = false
  const failed = (cause: unknown) => {
    if (!closing) options.onError?.(cause instanceof Error ? cause : new Error(String(cause)))
  }
  // A sender may end its side and still wait for the answer.
  const server = open(options, (socket) => {
    // The loop that reads hears of errors too; one that comes after it has ended must not end the process.
    socket.on('error', () => undefined)
    const task = serve(socket, options)
      .catch((cause) => {
        socket.destroy()
        failed(cause)
      })
      .finally(() => served.delete(task))
    served.add(task)
  })
  // Before it is encrypted too: whoever opens a connection and says nothing must not hold `close` up.
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.on('tlsClientError', failed)
  server.listen(options.port, options.host)
  await once(server, 'listening')
  server.on('error', failed)
  const address = server.address()
  return {
    port: address !== null && typeof address === 'object' ? address.port : options.port,
    async close() {
      closing = true
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of sockets) socket.destroy()
      await Promise.all([closed, ...served])
    },
  }
}

function open({ tls }: ListenOptions, onConnection: (socket: Socket) => void): Server {
  const options = { allowHalfOpen: true, keepAlive: true, noDelay: true }
  if (!tls) return createServer(options, onConnection)
  const demanded = { requestCert: tls.ca !== undefined, rejectUnauthorized: tls.ca !== undefined }
  return createTlsServer({ ...options, ...tls, ...demanded }, onConnection)
}

async function serve(socket: Socket, { receive }: ListenOptions): Promise<void> {
  const frames = new FrameReader()
  // Reading goes on only once the messages before are answered, so a fast sender is slowed down, not stored.
  for await (const chunk of socket) {
    for (const frame of frames.push(chunk)) {
      for (const message of messagesIn(decodeText(frame))) {
        const acknowledgement = await receive(message)
        if (acknowledgement === null) {
          socket.destroy()
          return
        }
        socket.write(framed(acknowledgement))
      }
    }
  }
  socket.end()
}

import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { decodeText } from './character-set.ts'
import { FrameReader, framed } from './frames.ts'
import type { LaboratoryListener } from './port.ts'

export interface ListenOptions {
  host: string
  /** 0 takes a free port. */
  port: number
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
  const server = createServer({ allowHalfOpen: true, keepAlive: true, noDelay: true }, (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
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

async function serve(socket: Socket, { receive }: ListenOptions): Promise<void> {
  const frames = new FrameReader()
  // Reading goes on only once the messages before are answered, so a fast sender is slowed down, not stored.
  for await (const chunk of socket) {
    for (const frame of frames.push(chunk)) {
      const acknowledgement = await receive(decodeText(frame))
      if (acknowledgement === null) {
        socket.destroy()
        return
      }
      socket.write(framed(acknowledgement))
    }
  }
  socket.end()
}

import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { decodeText } from './character-set.ts'
import { messagesIn } from './frame-messages.ts'
import { FRAME_LIMIT, FrameReader, toFrame } from './frames.ts'
import type { LaboratoryListener, ListeningTls } from './port.ts'

export interface ListenOptions {
  host: string
  /** 0 takes a free port. */
  port: number
  /** Left out: connections are not encrypted. */
  tls?: ListeningTls
  /** Gets the raw message and gives the raw acknowledgement; null or a throw closes the connection unanswered. */
  receive: (raw: string) => Promise<string | null>
  /** Left out: LISTENER_LIMITS. */
  limits?: Partial<ListenerLimits>
  /** What `receive` threw, a frame over the limit, a connection that broke. */
  onError?: (error: Error) => void
}

export interface ListenerLimits {
  /**
   * Connections at once. For one more, the one that has been silent longest is closed; one in the middle of a message only
   * where all are.
   */
  connections: number
  /** How long one may be silent between two messages, in milliseconds. */
  idleMs: number
  /** How long a message may take to come, once it has begun; and a connection to be encrypted. */
  messageMs: number
  /** Of the largest message. */
  frameBytes: number
}

/** A laboratory's system has a few connections, some of which rest for a night. */
const LISTENER_LIMITS: ListenerLimits = {
  ...{ connections: 32, idleMs: 24 * 3_600_000, messageMs: 120_000 },
  frameBytes: FRAME_LIMIT,
}

/** When it is looked whether the other end of a silent connection is still there. */
const LOOKED_AFTER_MS = 60_000

/**
 * Listens for MLLP messages. A connection's messages are handled one after the other, several connections at the
 * same time. An unanswered sender sends again. After `close()` no connection is left and no `receive` runs.
 */
export async function listenMllp(options: ListenOptions): Promise<LaboratoryListener> {
  const limits = { ...LISTENER_LIMITS, ...options.limits }
  /** By their other end, which an encrypted connection shares with what carries it: those longest silent first. */
  const sockets = new Map<string, Socket>()
  /** Those of them in the middle of a message, or of answering it. */
  const busy = new Set<string>()
  const received = (end: string, isBusy: boolean) => {
    const socket = sockets.get(end)
    if (!socket) return
    sockets.delete(end)
    sockets.set(end, socket)
    if (isBusy) busy.add(end)
    else busy.delete(end)
  }
  const longestSilent = () => {
    for (const [end, socket] of sockets) if (!busy.has(end)) return socket
    return sockets.values().next().value
  }
  const served = new Set<Promise<void>>()
  let closing = false
  const failed = (cause: unknown) => {
    if (!closing) options.onError?.(cause instanceof Error ? cause : new Error(String(cause)))
  }
  // A sender may end its side and still wait for the answer.
  const server = open(options, limits, (socket) => {
    // The loop that reads hears of errors too; one that comes after it has ended must not end the process.
    socket.on('error', () => undefined)
    const end = otherEnd(socket)
    const task = serve(socket, options, limits, (isBusy) => received(end, isBusy))
      .catch((cause) => {
        socket.destroy()
        failed(cause)
      })
      .finally(() => served.delete(task))
    served.add(task)
  })
  // Before it is encrypted too: whoever opens a connection and says nothing must not hold `close` up.
  server.on('connection', (socket: Socket) => {
    const end = otherEnd(socket)
    // Whoever opens many and says nothing takes no place from who sends.
    if (sockets.size >= limits.connections) longestSilent()?.destroy()
    sockets.set(end, socket)
    socket.on('close', () => {
      if (sockets.get(end) !== socket) return
      sockets.delete(end)
      busy.delete(end)
    })
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
      for (const socket of sockets.values()) socket.destroy()
      await Promise.all([closed, ...served])
    },
  }
}

function open(
  { tls }: ListenOptions,
  { messageMs }: ListenerLimits,
  onConnection: (socket: Socket) => void,
): Server {
  const options = {
    ...{ allowHalfOpen: true, keepAlive: true, keepAliveInitialDelay: LOOKED_AFTER_MS, noDelay: true },
    handshakeTimeout: messageMs,
  }
  if (!tls) return createServer(options, onConnection)
  const demanded = { requestCert: tls.ca !== undefined, rejectUnauthorized: tls.ca !== undefined }
  return createTlsServer({ ...options, ...tls, ...demanded }, onConnection)
}

const otherEnd = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`

async function serve(
  socket: Socket,
  { receive }: ListenOptions,
  { idleMs, messageMs, frameBytes }: ListenerLimits,
  onMessage: (isBusy: boolean) => void,
): Promise<void> {
  const frames = new FrameReader(frameBytes)
  let isBegun = false
  let timer: NodeJS.Timeout | undefined
  const within = (ms: number, what: string) => {
    clearTimeout(timer)
    timer = setTimeout(() => socket.destroy(new Error(`The connection ${what}`)), ms).unref()
  }
  const rest = () => within(idleMs, 'was silent for too long')
  rest()
  try {
    // Reading goes on only once the messages before are answered, so a fast sender is slowed down, not stored.
    for await (const chunk of socket) {
      const messages = frames.push(chunk)
      if (messages.length > 0) clearTimeout(timer)
      for (const frame of messages) {
        onMessage(true)
        for (const message of messagesIn(decodeText(frame))) {
          const acknowledgement = await receive(message)
          if (acknowledgement === null) {
            socket.destroy()
            return
          }
          socket.write(toFrame(acknowledgement))
        }
      }
      if (messages.length > 0 || (frames.isWithin && !isBegun)) onMessage(frames.isWithin)
      // Bytes that are of no message do not keep it open.
      if (frames.isWithin && (!isBegun || messages.length > 0))
        within(messageMs, 'did not end a message that it began')
      else if (!frames.isWithin && messages.length > 0) rest()
      isBegun = frames.isWithin
    }
    socket.end()
  } finally {
    clearTimeout(timer)
  }
}

import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer, TLSSocket } from 'node:tls'
import { decodeText } from './character-set.ts'
import { messagesIn } from './frame-messages.ts'
import { FRAME_LIMIT, FrameReader, toFrame } from './frames.ts'
import type { ListeningTls, MllpListener } from './port.ts'

export interface ListenOptions {
  host: string
  /** 0 picks a free port. */
  port: number
  /** Omitted: connections are not encrypted. */
  tls?: ListeningTls
  /**
   * Gets the raw message and the SHA-256 fingerprint of the sender's certificate (null: none), and returns the raw
   * acknowledgement, '' for none; null or a rejection closes the connection unanswered.
   */
  receive: (raw: string, certificate: string | null) => Promise<string | null>
  /**
   * Whether anything of a connection with this certificate can be taken. Left out: of every one. A stranger may send one
   * short message at once, to read why nothing is taken; many of them keep neither memory nor connections from others.
   */
  isKnown?: (certificate: string | null) => Promise<boolean>
  /** Defaults to LISTENER_LIMITS. */
  limits?: Partial<ListenerLimits>
  /** Called for an error from `receive`, a frame over the limit, a broken connection. */
  onError?: (error: Error) => void
}

export interface ListenerLimits {
  /**
   * Concurrent connections. To accept one more, the one that has been silent longest is closed; one in the
   * middle of a message only if all of them are.
   */
  connections: number
  /** Maximum silence between two messages, in milliseconds. */
  idleMs: number
  /** Maximum time for a message to arrive once it has begun, and for a TLS handshake. */
  messageMs: number
  /** Size of the largest message. */
  frameBytes: number
}

/** A laboratory's or hospital's system has a few connections, some of which are idle overnight. */
const LISTENER_LIMITS: ListenerLimits = {
  ...{ connections: 32, idleMs: 24 * 3_600_000, messageMs: 120_000 },
  frameBytes: FRAME_LIMIT,
}

/** The limits of one that `isKnown` does not know. */
const STRANGER_LIMITS = { idleMs: 10_000, messageMs: 10_000, frameBytes: 64 * 1024 }

/** Delay of TCP keep-alive probes on an idle connection. */
const LOOKED_AFTER_MS = 60_000

/**
 * Listens for MLLP messages. Messages of one connection are processed in sequence, connections concurrently.
 * An unanswered sender sends again. After `close()` no connection is open and no `receive` runs.
 */
export async function listenMllp(options: ListenOptions): Promise<MllpListener> {
  const limits = { ...LISTENER_LIMITS, ...options.limits }
  /**
   * Keyed by the remote end, which a TLS socket shares with the TCP socket below it. Longest silent first.
   */
  const sockets = new Map<string, Socket>()
  /** Connections in the middle of a message, or of answering one. */
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
  // A sender may half-close its side and still wait for the answer.
  const server = open(options, limits, (socket) => {
    // The reading loop handles errors too; one that arrives after it has ended must not end the process.
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
  // Also before the TLS handshake: a silent connection must not delay `close`.
  server.on('connection', (socket: Socket) => {
    const end = otherEnd(socket)
    // A client that opens many silent connections must not displace active senders.
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
  const { asksForCertificate, ...own } = tls
  const isChecked = tls.ca !== undefined
  const demanded = { requestCert: isChecked || asksForCertificate === true, rejectUnauthorized: isChecked }
  return createTlsServer({ ...options, ...own, ...demanded }, onConnection)
}

function certificateOf(socket: Socket): string | null {
  return socket instanceof TLSSocket ? (socket.getPeerX509Certificate()?.fingerprint256 ?? null) : null
}

const otherEnd = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`

async function serve(
  socket: Socket,
  { receive, isKnown }: ListenOptions,
  limits: ListenerLimits,
  onMessage: (isBusy: boolean) => void,
): Promise<void> {
  const isStranger = isKnown !== undefined && !(await isKnown(certificateOf(socket)))
  const { idleMs, messageMs, frameBytes } = isStranger ? STRANGER_LIMITS : limits
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
    // Reads on only after answering the previous messages, so a fast sender is slowed down instead of
    // buffered.
    for await (const chunk of socket) {
      const messages = frames.push(chunk)
      if (messages.length > 0) clearTimeout(timer)
      for (const frame of messages) {
        onMessage(true)
        for (const message of messagesIn(decodeText(frame))) {
          const acknowledgement = await receive(message, certificateOf(socket))
          if (acknowledgement === null) {
            socket.destroy()
            return
          }
          if (acknowledgement !== '') socket.write(toFrame(acknowledgement))
          if (isStranger) return void socket.end()
        }
      }
      if (messages.length > 0 || (frames.isWithin && !isBegun)) onMessage(frames.isWithin)
      // Bytes outside of a message do not keep the connection open.
      if (frames.isWithin && (!isBegun || messages.length > 0))
        within(messageMs, 'did not complete a message in time')
      else if (!frames.isWithin && messages.length > 0) rest()
      isBegun = frames.isWithin
    }
    socket.end()
  } finally {
    clearTimeout(timer)
  }
}

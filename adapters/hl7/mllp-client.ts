import { once } from 'node:events'
import { connect, isIP, type Socket } from 'node:net'
import { connect as connectTls, TLSSocket } from 'node:tls'
import { decodeText } from './character-set.ts'
import { FrameReader, toFrame } from './frames.ts'
import { parseMessage, textOf } from './message.ts'
import { type Answer, type MllpSender, NotSent, type SendingTls } from './port.ts'

interface PendingMessage<Read> {
  controlId: string
  resolve: (acknowledgement: Read) => void
  reject: (error: Error) => void
}

/**
 * Sends over one MLLP connection: opened with the first message, kept open, and reopened once lost. Messages
 * go one at a time in the order of `send`. `timeoutMs` covers connecting and answering together; after it,
 * the connection is abandoned, because a late answer would be taken for the next one's.
 */
export function connectMllp<Read extends Answer>(options: {
  host: string
  port: number
  timeoutMs: number
  /** Omitted: the connection is not encrypted. */
  tls?: SendingTls
  /** Reads an answer; throws an Error that names the problem. */
  read: (raw: string) => Read
}): MllpSender<Read> {
  const { host, port, timeoutMs, tls, read } = options
  const receiver = `The receiver at ${host}:${port}`
  let socket: Socket | null = null
  /** Resolves once `socket` may be written to. */
  let known: Promise<void> = Promise.resolve()
  let waiting: PendingMessage<Read> | null = null
  let turn: Promise<unknown> = Promise.resolve()
  let closed = false

  function lose(error: Error): void {
    socket?.destroy()
    socket = null
    waiting?.reject(error)
  }

  function open(): Socket {
    const to = { host, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: 30_000 }
    const { fingerprints, ...own } = tls ?? {}
    const name = isIP(host) ? {} : { servername: host }
    // With fingerprints the certificate is compared before anything is written (`agreed`).
    const opened = tls
      ? connectTls({ ...to, ...own, ...name, rejectUnauthorized: fingerprints === undefined })
      : connect(to)
    known = connected(opened, fingerprints)
    const frames = new FrameReader()
    opened.on('data', (chunk) => {
      try {
        for (const frame of frames.push(chunk)) answered(read(decodeText(frame)))
      } catch (cause) {
        lose(new Error(`${receiver} sent an unreadable answer: ${messageOf(cause)}`, { cause }))
      }
    })
    // An error or close of an abandoned connection no longer concerns any message.
    opened.on('error', (cause) => {
      if (socket === opened) lose(new Error(`${receiver} cannot be reached: ${messageOf(cause)}`, { cause }))
    })
    opened.on('close', () => {
      if (socket === opened) lose(new Error(`${receiver} closed the connection before it answered`))
    })
    return opened
  }

  /** Resolves once the receiver is there, and who it must be: nothing is sent to anybody else. */
  async function connected(opened: Socket, fingerprints: readonly string[] | undefined): Promise<void> {
    await once(opened, opened instanceof TLSSocket ? 'secureConnect' : 'connect')
    if (!(opened instanceof TLSSocket && fingerprints)) return
    // Node gives a client the certificate once only.
    const certificate = opened.getPeerX509Certificate()?.fingerprint256 ?? ''
    if (!fingerprints.includes(certificate))
      throw new Error(`${receiver} presents the certificate ${certificate}, which is not the agreed one`)
  }

  function answered(acknowledgement: Read): void {
    // A receiver that could not read our MSH-10 cannot repeat it, and only one message is pending.
    const nameless = acknowledgement.controlId === '' && !acknowledgement.code.endsWith('A')
    if (nameless || acknowledgement.controlId === waiting?.controlId) waiting?.resolve(acknowledgement)
  }

  async function exchange(raw: string): Promise<Read> {
    if (closed) throw new Error('The sender is closed')
    const controlId = controlIdOf(raw)
    const { promise, resolve, reject } = Promise.withResolvers<Read>()
    waiting = { controlId, resolve, reject }
    let isWritten = false
    const timer = setTimeout(
      () => lose(new Error(`${receiver} did not answer in ${timeoutMs} ms`)),
      timeoutMs,
    )
    try {
      const opened = socket ?? open()
      socket = opened
      void known.then(
        () => {
          // Given up meanwhile.
          if (socket !== opened) return
          isWritten = true
          opened.write(toFrame(raw))
        },
        (error: Error) => {
          if (socket === opened) lose(error)
        },
      )
      return await promise
    } catch (error) {
      throw isWritten ? error : new NotSent(messageOf(error), { cause: error })
    } finally {
      clearTimeout(timer)
      waiting = null
    }
  }

  return {
    send(raw) {
      const sent = turn.then(() => exchange(raw))
      turn = sent.catch(() => undefined)
      return sent
    },
    async close() {
      closed = true
      const open = socket
      const ended = open && !open.closed ? new Promise((resolve) => open.once('close', resolve)) : null
      lose(new Error('The sender was closed before the message was answered'))
      await Promise.all([ended, turn])
    },
  }
}

function controlIdOf(raw: string): string {
  const parsed = parseMessage(raw)
  const controlId = parsed.kind === 'parsed' ? textOf(parsed.message.header, 10) : ''
  if (controlId === '') throw new Error('The message to send has no MSH-10 (message control id)')
  return controlId
}

function messageOf(cause: unknown): string {
  if (cause instanceof AggregateError) return cause.errors.map(messageOf).join('; ')
  return cause instanceof Error ? cause.message : String(cause)
}

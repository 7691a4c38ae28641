import { readAnswer } from '#adapters/hl7/acknowledgement.ts'
import { parseMessage, textOf } from '#adapters/hl7/message.ts'
import { connectMllp } from '#adapters/hl7/mllp-client.ts'
import { listenMllp } from '#adapters/hl7/mllp-server.ts'
import type { Answer, ListeningTls, SendingTls } from '#adapters/hl7/port.ts'
import { type Exchanged, Stopped } from './script.ts'

/** A message of the system, as the portal's own code reads it. */
export interface Received<Read> {
  raw: string
  read: Read
  /** SHA-256 fingerprint of the certificate of its connection; null without one. */
  certificate: string | null
}

/** An answer came in time, but MSA-2 does not name the message. */
export class AnswersOther extends Error {
  constructor(controlId: string) {
    super(
      controlId === '' ? 'MSA-2 is empty' : `MSA-2 is ${controlId}, which is not the MSH-10 of the message`,
    )
  }
}

/** How the kit answers a message: it takes or refuses it, or leaves it without an answer. */
export type Answering = 'take' | 'refuse' | 'leave'

export type Link<Read> = Awaited<ReturnType<typeof openLink<Read>>>

interface Waiting<Read> {
  pick(received: Received<Read>): boolean
  answering: Answering
  resolve(received: Received<Read> | null): void
}

export interface LinkOptions<Read> {
  to: { host: string; port: number; tls?: SendingTls }
  listen: { host: string; port: number; tls?: ListeningTls }
  /** A simulator that this kit has started: it may call itself production. */
  isSimulator: boolean
  /** How long an answer may take. */
  answerMs: number
  /** How long to wait for a message that was asked for. */
  patienceMs: number
  read(raw: string): Read
  answer(read: Read, answering: 'take' | 'refuse'): string
}

/**
 * The kit's place in the portal's stead: sends to a system, and takes what it sends. Keeps everything in memory only.
 * Nothing is sent any more as soon as the system calls itself production (MSH-11 `P`).
 */
export async function openLink<Read>(options: LinkOptions<Read>) {
  const { to, listen, isSimulator, answerMs, patienceMs, read, answer } = options
  const log: Exchanged[] = []
  const all: Received<Read>[] = []
  /** Messages that no step has asked for yet. */
  const unclaimed: Received<Read>[] = []
  const waiting = new Set<Waiting<Read>>()
  let stopped: Stopped | null = null

  function seen(raw: string): void {
    log.push({ from: 'system', raw })
    const parsed = parseMessage(raw)
    if (isSimulator || parsed.kind === 'refused') return
    if (textOf(parsed.message.header, 11).toUpperCase() !== 'P') return
    stopped ??= new Stopped('The system calls itself production (MSH-11 P): nothing more was sent to it')
    for (const one of waiting) one.resolve(null)
  }

  const connect = (port: number) =>
    connectMllp({
      ...{ ...to, port, timeoutMs: answerMs },
      read(raw) {
        seen(raw)
        const answer = readAnswer(raw)
        others.push(answer)
        return answer
      },
    })
  /** What came as an answer since the last message was sent: all of it names another message, if there is no answer. */
  let others: Answer[] = []
  let sender = connect(to.port)
  const listener = await listenMllp({
    ...listen,
    async receive(raw, certificate) {
      seen(raw)
      if (stopped) return null
      const received = { raw, read: read(raw), certificate }
      all.push(received)
      const claimed = [...waiting].find(({ pick }) => pick(received))
      const answering = claimed?.answering ?? 'take'
      if (claimed) claimed.resolve(received)
      else unclaimed.push(received)
      if (answering === 'leave') return null
      const text = answer(received.read, answering)
      if (text !== '') log.push({ from: 'kit', raw: text })
      return text
    },
  })

  return {
    port: listener.port,
    log: log as readonly Exchanged[],
    /** Every message of the system so far. */
    received: all as readonly Received<Read>[],
    /** Where the system listens, if it was not known before: a simulator must know the kit's port first. */
    sendTo(port: number): void {
      sender = connect(port)
    },
    /** Sends; the answer, or why there is none. */
    async send(raw: string): Promise<Answer | Error> {
      if (stopped) throw stopped
      log.push({ from: 'kit', raw })
      others = []
      const answered = await sender.send(raw).catch((error: Error) => error)
      if (stopped) throw stopped
      const [other] = others
      return answered instanceof Error && other ? new AnswersOther(other.controlId) : answered
    },
    /**
     * The next message of the system that `pick` names, or null if none comes in time. Ask before the system is made to
     * send: only a message that comes later can be left or refused.
     */
    async next(pick: Waiting<Read>['pick'], answering: Answering = 'take'): Promise<Received<Read> | null> {
      if (stopped) throw stopped
      const before = answering === 'take' ? unclaimed.findIndex(pick) : -1
      if (before >= 0) return unclaimed.splice(before, 1)[0] ?? null
      const { promise, resolve } = Promise.withResolvers<Received<Read> | null>()
      const one = { pick, answering, resolve }
      waiting.add(one)
      const timer = setTimeout(() => resolve(null), patienceMs)
      try {
        const received = await promise
        if (stopped) throw stopped
        return received
      } finally {
        clearTimeout(timer)
        waiting.delete(one)
      }
    },
    async close(): Promise<void> {
      await Promise.all([sender.close(), listener.close()])
      for (const one of waiting) one.resolve(null)
    },
  }
}

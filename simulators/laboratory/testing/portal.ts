import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listenMllp } from '#adapters/hl7/mllp-server.ts'
import type { MllpListener } from '#adapters/hl7/port.ts'
import { connectLaboratory } from '#adapters/laboratory/connect.ts'
import type { Acknowledgement, LabUpdate } from '#adapters/laboratory/port.ts'
import { codec } from '#adapters/laboratory/testing/messages.ts'
import type { Entry } from '../journal.ts'

/** An incoming message, parsed. */
interface ReceivedMessage {
  raw: string
  controlId: string
  updates: LabUpdate[]
}

/** The portal's side, for tests: acknowledges with AA unless `answer` returns something else. */
export interface TestPortal extends MllpListener {
  arrived: ReceivedMessage[]
  /** Resolves once `count` messages have arrived. */
  until(count: number): Promise<ReceivedMessage[]>
}

export type Answer = (message: ReceivedMessage) => Promise<'AA' | 'AE' | null>

export async function testPortal(answer: Answer = async () => 'AA', port = 0): Promise<TestPortal> {
  const arrived: ReceivedMessage[] = []
  const waiting = new Set<() => void>()
  const listener = await listenMllp({
    host: '127.0.0.1',
    port,
    receive: async (raw) => {
      const read = codec.read(raw)
      const message = { raw, controlId: read.controlId, updates: read.kind === 'news' ? read.updates : [] }
      arrived.push(message)
      for (const look of waiting) look()
      const code = await answer(message)
      return code ? codec.writeAcknowledgement(read, code) : null
    },
  })
  return {
    port: listener.port,
    close: () => listener.close(),
    arrived,
    until: (count) =>
      new Promise((resolve) => {
        const look = () => {
          if (arrived.length < count) return
          waiting.delete(look)
          resolve(arrived)
        }
        waiting.add(look)
        look()
      }),
  }
}

/** Sends one raw message like the portal. */
export async function sendTo(port: number, raw: string): Promise<Acknowledgement> {
  const sender = connectLaboratory({ host: '127.0.0.1', port, timeoutMs: 120_000 })
  try {
    return await sender.send(raw)
  } finally {
    await sender.close()
  }
}

export function journalIn(dir: string): Entry[] {
  const lines = readFileSync(join(dir, 'journal.jsonl'), 'utf8').trimEnd().split('\n')
  return lines.map((line) => JSON.parse(line) as Entry)
}

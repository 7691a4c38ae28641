import { readAnswer } from '#adapters/hl7/acknowledgement.ts'
import { connectMllp } from '#adapters/hl7/mllp-client.ts'
import { listenMllp } from '#adapters/hl7/mllp-server.ts'
import type { MllpListener } from '#adapters/hl7/port.ts'
import { ANSWER_MS } from './options.ts'

/** What a relay does to what passes it: the faults of the system behind it. */
export interface Faults {
  /** The answer to a message of the kit; null: none. */
  answer?(sent: string, answer: string): string | null
  /** A message to the kit. `nth`: how often the system has sent it, from 1. */
  message?(raw: string, nth: number): string
  /** What the system behind takes the kit's answer for; null: there was none. */
  answered?(raw: string, answer: string | null): string | null
  /** Whether a message is sent once more although it was answered. */
  repeats?(raw: string, answer: string): boolean
}

/** Changes a field of each segment of that name. */
export function withField(raw: string, name: string, field: number, value: string): string {
  return raw
    .split('\r')
    .map((line) => {
      if (!line.startsWith(`${name}|`)) return line
      const fields = line.split('|')
      const at = name === 'MSH' ? field - 1 : field
      while (fields.length <= at) fields.push('')
      fields[at] = value
      return fields.join('|')
    })
    .join('\r')
}

export function fieldOf(raw: string, name: string, field: number): string {
  const line = raw.split('\r').find((one) => one.startsWith(`${name}|`)) ?? ''
  return line.split('|')[name === 'MSH' ? field - 1 : field] ?? ''
}

interface Simulator<Act> {
  port: number
  act(what: Act): Promise<void>
  close(): Promise<void>
}

/** A simulator behind a relay that breaks what `faults` say. */
export function behindRelay<Act>(simulate: (port: number) => Promise<Simulator<Act>>, faults: Faults) {
  return async (kitPort: number): Promise<Simulator<Act>> => {
    const to = (port: number) =>
      connectMllp({ host: '127.0.0.1', port, timeoutMs: ANSWER_MS, read: readAnswer })
    const times = new Map<string, number>()
    const kit = to(kitPort)
    const toKit: MllpListener = await listenMllp({
      ...{ host: '127.0.0.1', port: 0, limits: LIMITS },
      async receive(raw) {
        const nth = (times.get(raw) ?? 0) + 1
        times.set(raw, nth)
        const altered = faults.message?.(raw, nth) ?? raw
        const answer = await kit.send(altered).then(
          (one) => one.raw,
          () => null,
        )
        if (answer !== null && faults.repeats?.(altered, answer)) await kit.send(altered)
        const id = fieldOf(raw, 'MSH', 10)
        const own = answer === null ? null : withField(answer, 'MSA', 2, id)
        return faults.answered ? faults.answered(raw, own) : own
      },
    })
    const simulator = await simulate(toKit.port)
    const behind = to(simulator.port)
    const fromKit = await listenMllp({
      ...{ host: '127.0.0.1', port: 0, limits: LIMITS },
      async receive(raw) {
        const { raw: answer } = await behind.send(raw)
        return faults.answer ? faults.answer(raw, answer) : answer
      },
    })
    return {
      port: fromKit.port,
      act: simulator.act,
      async close() {
        await simulator.close()
        await Promise.all([fromKit.close(), toKit.close(), kit.close(), behind.close()])
      },
    }
  }
}

const LIMITS = { frameBytes: 40 * 1024 * 1024 }

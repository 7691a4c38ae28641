import { listenMllp } from '#adapters/hl7/mllp-server.ts'

/** How the receiver answers: accepts, refuses with words, or closes the connection without an answer. */
export type Answers = 'AA' | `AE ${string}` | `AR ${string}` | 'none'

/**
 * A hospital's receiver of results on a free port, or on `port`: keeps every message, and answers as it is told. `loses`: the messages, counted from 1, whose answer is lost.
 */
export async function receiver({
  port = 0,
  answers = 'AA' as Answers,
  loses = [] as readonly number[],
} = {}) {
  const messages: string[] = []
  const state = { answers }
  const listener = await listenMllp({
    ...{ host: '127.0.0.1', port },
    async receive(raw) {
      messages.push(raw)
      if (state.answers === 'none' || loses.includes(messages.length)) return null
      const [code, ...words] = state.answers.split(' ')
      const id = raw.split('|')[9]
      return `MSH|^~\\&|EPIC|HOSPITAL|||||ACK^R01|A${messages.length}|P|2.5.1\rMSA|${code}|${id}|${words.join(' ')}\r`
    },
  })
  return {
    port: listener.port,
    messages,
    answer(next: Answers) {
      state.answers = next
    },
    close: () => listener.close(),
  }
}

/** A field of the first segment of a name, as written; components joined by ^. */
export function field(raw: string, name: string, index: number): string {
  const fields = raw
    .split('\r')
    .find((line) => line.startsWith(`${name}|`))
    ?.split('|')
  return fields?.[name === 'MSH' ? index - 1 : index] ?? ''
}

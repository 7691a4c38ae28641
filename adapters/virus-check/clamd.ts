import { connect } from 'node:net'
import type { Verdict, VirusCheck } from './port.ts'

interface ClamdOptions {
  /** `tcp://host:port`; the default port is 3310. */
  url: string
  timeoutMs?: number
}

const CHUNK = 64 * 1024
const LONGEST_ANSWER = 4096

/**
 * clamd's INSTREAM command: chunks, each preceded by its length (32 bits, big-endian), ended by an empty
 * chunk.
 */
function* instream(content: Uint8Array): Generator<Uint8Array> {
  const length = (bytes: number) => {
    const prefix = Buffer.alloc(4)
    prefix.writeUInt32BE(bytes)
    return prefix
  }
  yield Buffer.from('zINSTREAM\0')
  for (let at = 0; at < content.byteLength; at += CHUNK) {
    const chunk = content.subarray(at, at + CHUNK)
    yield length(chunk.byteLength)
    yield chunk
  }
  yield length(0)
}

function verdictOf(answer: string): Verdict {
  const line = answer.replace(/\0.*$/s, '').trim()
  if (line === 'stream: OK') return { clean: true }
  const virus = /^stream: (.+) FOUND$/.exec(line)?.[1]
  if (virus) return { clean: false, virus }
  throw new Error(`The virus check answers: ${line || 'nothing'}`)
}

/** Asks a ClamAV daemon, once per file. */
export function clamdVirusCheck({ url, timeoutMs = 30_000 }: ClamdOptions): VirusCheck {
  const { hostname, port } = new URL(url)
  // Only URLs put IPv6 addresses in brackets.
  const host = hostname.replace(/^\[|\]$/g, '')
  return {
    startLine: `Uploaded documents are checked for viruses by clamd at ${hostname}:${port || 3310}.`,
    check: (content) =>
      new Promise((resolve, reject) => {
        const socket = connect({ host, port: Number(port || 3310) })
        let answer = ''
        const finish = (outcome: () => void) => {
          clearTimeout(patience)
          socket.destroy()
          outcome()
        }
        const patience = setTimeout(
          () => finish(() => reject(new Error('The virus check did not answer in time'))),
          timeoutMs,
        )
        // clamd may answer and close before it has received everything: "size limit exceeded".
        const conclude = () =>
          finish(() => {
            try {
              resolve(verdictOf(answer))
            } catch (error) {
              reject(error)
            }
          })
        socket.setEncoding('utf8')
        socket.on('connect', () => {
          for (const part of instream(content)) socket.write(part)
        })
        socket.on('data', (text) => {
          answer += text
          if (answer.includes('\0') || answer.length > LONGEST_ANSWER) conclude()
        })
        socket.on('end', conclude)
        socket.on('error', (error) => finish(() => reject(error)))
      }),
  }
}

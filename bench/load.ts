import { fork } from 'node:child_process'
import { Agent, request as httpRequest } from 'node:http'
import { performance } from 'node:perf_hooks'

export interface RequestSpec {
  method?: string
  path: string
  headers?: Record<string, string>
  /** Sent as JSON. */
  body?: unknown
}

export interface LoadResult {
  status: number
  text: string
}

/** Sends one request on the connection of this flow. */
export type Send = (spec: RequestSpec) => Promise<LoadResult>

/**
 * What each connection repeats, as the export `flow` of a module under bench/flows: it gets its own `send`
 * and the number of the run, unique over all connections.
 */
export type Flow<Args> = (send: Send, number: number, args: Args) => Promise<void>

export interface Plan {
  origin: string
  /** A file in bench/flows, without extension. */
  flow: string
  args: unknown
  connections: number
  seconds: number
  /** Number of the first run. */
  from?: number
}

export interface Load {
  /** Completed runs per second. */
  perSecond: number
  runs: number
  /** Duration of each run. */
  milliseconds: number[]
  /** Bytes of reply bodies per run. */
  bytes: number
}

/**
 * Puts a server under load from a separate process, over keep-alive connections. A failed run ends the load.
 */
export function load(plan: Plan): Promise<Load> {
  const child = fork(import.meta.filename, { stdio: 'inherit' })
  return new Promise((resolve, reject) => {
    child.once('message', (done: Load | { failed: string }) =>
      'failed' in done ? reject(new Error(done.failed)) : resolve(done),
    )
    child.once('exit', (code) => reject(new Error(`the load ended early, with code ${code}`)))
    child.send(plan)
  })
}

async function perform({ origin, flow: name, args, connections, seconds, from = 0 }: Plan): Promise<Load> {
  const { flow } = (await import(`./flows/${name}.ts`)) as { flow: Flow<unknown> }
  const { hostname, port } = new URL(origin)
  const milliseconds: number[] = []
  let [number, bytes] = [from, 0]
  const start = performance.now()
  const until = start + seconds * 1000
  async function connection(): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const send: Send = ({ method = 'GET', path, headers = {}, body }) =>
      new Promise((resolve, reject) => {
        const content = body === undefined ? undefined : JSON.stringify(body)
        const described = content === undefined ? {} : { 'content-type': 'application/json' }
        const options = { hostname, port, agent, method, path, headers: { ...described, ...headers } }
        const outgoing = httpRequest(options, (answer) => {
          const chunks: Buffer[] = []
          answer.on('data', (chunk: Buffer) => chunks.push(chunk))
          answer.once('error', reject)
          answer.once('end', () => {
            const reply = Buffer.concat(chunks)
            bytes += reply.length
            const status = answer.statusCode ?? 0
            if (status >= 400) reject(new Error(`${method} ${path} was answered ${status}: ${reply}`))
            else resolve({ status, text: reply.toString() })
          })
        })
        outgoing.once('error', reject)
        outgoing.end(content)
      })
    while (performance.now() < until) {
      const began = performance.now()
      await flow(send, number++, args)
      milliseconds.push(performance.now() - began)
    }
    agent.destroy()
  }
  await Promise.all(Array.from({ length: connections }, connection))
  const runs = milliseconds.length
  return {
    perSecond: (runs * 1000) / (performance.now() - start),
    runs,
    milliseconds,
    bytes: bytes / Math.max(1, runs),
  }
}

if (process.argv[1] === import.meta.filename && process.send)
  process.once('message', (plan: Plan) => {
    perform(plan)
      .catch((error: Error) => ({ failed: error.message }))
      .then((done) => process.send?.(done, () => process.exit(0)))
  })

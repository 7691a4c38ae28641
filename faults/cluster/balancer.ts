import http from 'node:http'
import net from 'node:net'
import { setInterval as every } from 'node:timers/promises'
import { problemOf } from '#contract/errors.ts'
import { errorCode } from '#server/database/setup-error.ts'

export interface Target {
  /** Port for HTTP, and the port on which it listens for the laboratory; on 127.0.0.1. */
  port: number
  hl7Port: number
}

export interface Balancer {
  /** Port that the laboratory sends to. */
  hl7Port: number
  /** The targets that are ready. */
  healthy(): Target[]
  close(): Promise<void>
}

const LOOK_EVERY_MS = 300
const HOST = '127.0.0.1'

async function isReady({ port }: Target): Promise<boolean> {
  const signal = AbortSignal.timeout(2_000)
  return fetch(`http://${HOST}:${port}/healthz`, { signal }).then(
    async (reply) => {
      await reply.arrayBuffer()
      return reply.ok
    },
    () => false,
  )
}

/** `listen` as a promise; resolves to the port. */
async function listening(server: net.Server, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, HOST, resolve)
  })
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : port
}

/**
 * Distributes requests over the targets in turn, ready ones first, and connects the laboratory to the first
 * that accepts. A request is retried on another target only if none of it was sent. `extraRoute` lists paths
 * of another server.
 */
export async function startBalancer(
  port: number,
  targets: readonly Target[],
  extraRoute: { path: string; port: number },
): Promise<Balancer> {
  const ready = new Set<Target>()
  let turn = 0
  const stop = new AbortController()
  void (async () => {
    const ticks = every(LOOK_EVERY_MS, undefined, { signal: stop.signal })
    for await (const _ of ticks)
      for (const target of targets) {
        if (await isReady(target)) ready.add(target)
        else ready.delete(target)
      }
  })().catch(() => undefined)

  /** All targets, in the order in which they are tried. */
  function inTurn(): Target[] {
    turn += 1
    const from = turn % targets.length
    const all = [...targets.slice(from), ...targets.slice(0, from)]
    return [...all.filter((one) => ready.has(one)), ...all.filter((one) => !ready.has(one))]
  }

  const agent = new http.Agent({ keepAlive: true, maxSockets: 256 })
  function pass(request: http.IncomingMessage, reply: http.ServerResponse, ports: number[]): void {
    const [first, ...others] = ports
    if (first === undefined) {
      const body = JSON.stringify(problemOf('unavailable'))
      if (reply.headersSent) reply.destroy()
      else reply.writeHead(503, { 'content-type': 'application/problem+json' }).end(body)
      return
    }
    const forwarded = [request.headers['x-forwarded-for'], request.socket.remoteAddress].filter(Boolean)
    const { method, url: path } = request
    const headers = { ...request.headers, 'x-forwarded-for': forwarded.join(', ') }
    const onward = http.request({ ...{ host: HOST, port: first, agent, headers }, method, path })
    onward.once('response', (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers)
      reply.flushHeaders()
      answer.pipe(reply)
      answer.once('error', () => reply.destroy())
    })
    onward.on('error', (error) => {
      if (!reply.closed) pass(request, reply, errorCode(error) === 'ECONNREFUSED' ? others : [])
    })
    onward.once('socket', (socket) => {
      const send = () => request.pipe(onward)
      if (socket.connecting) socket.once('connect', send)
      else send()
    })
    reply.once('close', () => onward.destroy())
  }
  const web = http.createServer((request, reply) => {
    const own = request.url?.startsWith(extraRoute.path)
    pass(request, reply, own ? [extraRoute.port] : inTurn().map((one) => one.port))
  })

  function connect(client: net.Socket, ports: number[]): void {
    const [first, ...others] = ports
    if (first === undefined) return void client.destroy()
    const onward = net.connect(first, HOST)
    onward.once('connect', () => {
      client.pipe(onward).pipe(client)
      client.once('close', () => onward.destroy())
      onward.once('close', () => client.destroy())
    })
    onward.on('error', (error) =>
      errorCode(error) === 'ECONNREFUSED' ? connect(client, others) : client.destroy(),
    )
  }
  const laboratory = net.createServer((client) => {
    client.on('error', () => undefined)
    connect(
      client,
      inTurn().map((one) => one.hl7Port),
    )
  })

  await listening(web, port)
  return {
    hl7Port: await listening(laboratory, 0),
    healthy: () => [...ready],
    async close() {
      stop.abort()
      web.closeAllConnections()
      agent.destroy()
      for (const server of [web, laboratory]) server.close()
    },
  }
}

import { once } from 'node:events'
import net from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { Statements } from './statements.ts'

/** A TCP connection between two programs that can be degraded. */
export interface TcpProxy {
  port: number
  /** Delays each chunk by this time, in both directions; 0 ends it. */
  slow(ms: number): void
  /** Blocks both directions without notice; data sent meanwhile arrives once unblocked. */
  freeze(on: boolean): void
  /** Disconnects everybody and refuses new connections. */
  down(on: boolean): void
  close(): Promise<void>
}

/** Forwards connections to `port` of this machine, where `host` listens; `statements` may cut them. */
export async function openProxy(
  to: number,
  host = '127.0.0.1',
  statements?: Pick<Statements, 'connection'>,
): Promise<TcpProxy> {
  const open = new Set<net.Socket>()
  let [lateMs, frozen, isDown] = [0, Promise.withResolvers<void>(), false]
  frozen.resolve()

  async function pass(from: net.Socket, into: net.Socket, through?: ReturnType<Statements['connection']>) {
    try {
      for await (const sent of from) {
        const { piece, cut } = through?.(sent) ?? { piece: sent, cut: false }
        if (lateMs > 0) await delay(lateMs)
        await frozen.promise
        if (cut) {
          from.destroy()
          into.end(piece)
          return
        }
        if (!into.write(piece)) await once(into, 'drain')
      }
      into.end()
    } catch {
      into.destroy()
    }
  }
  const server = net.createServer((client) => {
    if (isDown) return void client.destroy()
    const onward = net.connect(to, host)
    for (const [socket, other] of [
      [client, onward],
      [onward, client],
    ] as const) {
      open.add(socket)
      socket.setNoDelay(true)
      socket.on('error', () => other.destroy())
      socket.once('close', () => {
        open.delete(socket)
        // A client of a frozen proxy does not notice that the other end is gone.
        void frozen.promise.then(() => setTimeout(() => other.destroy(), 1_000).unref())
      })
    }
    void pass(client, onward, statements?.connection())
    void pass(onward, client)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const cut = () => {
    for (const socket of open) socket.destroy()
  }
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    slow(ms) {
      lateMs = ms
    },
    freeze(on) {
      if (on) frozen = Promise.withResolvers()
      else frozen.resolve()
    },
    down(on) {
      isDown = on
      if (on) cut()
    },
    async close() {
      frozen.resolve()
      cut()
      server.close()
    },
  }
}

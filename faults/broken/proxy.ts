import { once } from 'node:events'
import net from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** A line between two programs that can be made bad. */
export interface TcpProxy {
  port: number
  /** Each piece comes that much later, in both directions; 0 mends it. */
  slow(ms: number): void
  /** Nothing gets through either way, and nobody is told; what was sent meanwhile comes once it is mended. */
  freeze(on: boolean): void
  /** Those who are connected are cut off, and nobody is let in any more. */
  down(on: boolean): void
  close(): Promise<void>
}

/** Leads connections to `port` of this machine, where that is `host`'s. */
export async function openProxy(to: number, host = '127.0.0.1'): Promise<TcpProxy> {
  const open = new Set<net.Socket>()
  let [lateMs, frozen, isDown] = [0, Promise.withResolvers<void>(), false]
  frozen.resolve()

  async function pass(from: net.Socket, into: net.Socket): Promise<void> {
    try {
      for await (const piece of from) {
        if (lateMs > 0) await delay(lateMs)
        await frozen.promise
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
        // Who waits for a frozen line does not hear that the other end has gone.
        void frozen.promise.then(() => setTimeout(() => other.destroy(), 1_000).unref())
      })
    }
    void pass(client, onward)
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

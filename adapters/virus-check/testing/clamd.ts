import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

export interface FakeClamd {
  url: string
  /** The streams received, one per connection, in order of completion. */
  received: Buffer[]
  close(): Promise<void>
}

/** A clamd on loopback that understands only INSTREAM, and answers with `answer`; null: never. */
export async function startFakeClamd(answer: (content: Buffer) => string | null): Promise<FakeClamd> {
  const received: Buffer[] = []
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    let unread = Buffer.alloc(0)
    let content = Buffer.alloc(0)
    let greeted = false
    socket.on('error', () => socket.destroy())
    socket.on('data', (data) => {
      unread = Buffer.concat([unread, data])
      const command = Buffer.from('zINSTREAM\0')
      if (!greeted && unread.length >= command.length) {
        if (!unread.subarray(0, command.length).equals(command)) return socket.end('UNKNOWN COMMAND\0')
        greeted = true
        unread = unread.subarray(command.length)
      }
      while (greeted && unread.length >= 4) {
        const length = unread.readUInt32BE()
        if (length === 0) {
          received.push(content)
          const reply = answer(content)
          if (reply !== null) socket.end(`${reply}\0`)
          return
        }
        if (unread.length < 4 + length) return
        content = Buffer.concat([content, unread.subarray(4, 4 + length)])
        unread = unread.subarray(4 + length)
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of open) socket.destroy()
      }),
  }
}

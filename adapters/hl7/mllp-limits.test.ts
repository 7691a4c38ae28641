import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { toFrame } from './frames.ts'
import { type ListenerLimits, listenMllp } from './mllp-server.ts'

const ending: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end()
})

async function listening(limits: Partial<ListenerLimits>, isKnown?: () => Promise<boolean>) {
  const errors: string[] = []
  const listener = await listenMllp({
    ...{ host: '127.0.0.1', port: 0, limits },
    ...(isKnown && { isKnown }),
    receive: async (raw) => `taken ${raw}`,
    onError: ({ message }) => errors.push(message),
  })
  ending.push(() => listener.close())
  return { port: listener.port, errors }
}

async function opened(port: number) {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  ending.push(() => socket.destroy())
  // Writing to a closed connection may first raise an error.
  const closed = new Promise((resolve) => socket.once('close', resolve))
  await once(socket, 'connect')
  return { socket, closed }
}

const answer = async (socket: Socket, message: string) => {
  socket.write(toFrame(message))
  const [bytes] = await once(socket, 'data')
  return String(bytes)
}

describe('[SEC-18] a connection from the laboratory', () => {
  test('is closed when it sends nothing', async () => {
    const { port, errors } = await listening({ idleMs: 30 })
    const { closed } = await opened(port)
    await closed
    expect(errors).toEqual(['The connection was silent for too long'])
  })

  test('counts as silent whatever it sends outside of a message', async () => {
    const { port, errors } = await listening({ idleMs: 60 })
    const { socket, closed } = await opened(port)
    const sending = setInterval(() => socket.write('no message'), 5)
    await closed
    clearInterval(sending)
    expect(errors[0]).toBe('The connection was silent for too long')
  })

  test('that sends a message byte by byte must finish within the message’s time', async () => {
    const { port, errors } = await listening({ messageMs: 60 })
    const { socket, closed } = await opened(port)
    socket.write('\x0b')
    const sending = setInterval(() => socket.write('M'), 5)
    await closed
    clearInterval(sending)
    expect(errors[0]).toBe('The connection did not complete a message in time')
  })

  test('is closed when its message exceeds the limit', async () => {
    const { port, errors } = await listening({ frameBytes: 5 })
    const { socket, closed } = await opened(port)
    expect(await answer(socket, 'small')).toContain('taken small')
    socket.write(toFrame('larger'))
    await closed
    expect(errors).toEqual(['The message is longer than 5 bytes'])
  })

  test('makes room for an active one when there are too many', async () => {
    const { port } = await listening({ connections: 3 })
    const laboratory = await opened(port)
    expect(await answer(laboratory.socket, 'one')).toContain('taken one')
    const silent = [await opened(port), await opened(port)]
    // The laboratory was active last, so it stays; of the others, the oldest goes.
    expect(await answer(laboratory.socket, 'two')).toContain('taken two')
    const next = await opened(port)
    await silent[0]?.closed
    expect(await answer(laboratory.socket, 'three')).toContain('taken three')
    expect(await answer(next.socket, 'four')).toContain('taken four')
  })

  test('is not closed in the middle of a message to make room for a silent one', async () => {
    const { port } = await listening({ connections: 3 })
    const laboratory = await opened(port)
    expect(await answer(laboratory.socket, 'one')).toContain('taken one')
    await new Promise((resolve) => laboratory.socket.write(`\x0b${'M'.repeat(4 * 1024 * 1024)}`, resolve))
    const silent = []
    for (let more = 0; more < 6; more += 1) silent.push(await opened(port))
    await Promise.all(silent.slice(0, 3).map(({ closed }) => closed))
    const answered = once(laboratory.socket, 'data').catch(() => [])
    laboratory.socket.write('\x1c\r')
    const [bytes] = (await Promise.race([answered, laboratory.closed.then(() => [])])) as unknown[]
    expect(String(bytes)).toContain('taken MMM')
  })
})

describe('a connection of which nothing can be taken', () => {
  test('is answered once, and closed', async () => {
    const { port } = await listening({}, async () => false)
    const { socket, closed } = await opened(port)
    expect(await answer(socket, 'small')).toContain('taken small')
    await closed
  })

  test('is closed at the first message that is longer than a header, while a known one may send it', async () => {
    const long = 'x'.repeat(100_000)
    const stranger = await listening({}, async () => false)
    const { socket, closed } = await opened(stranger.port)
    socket.write(toFrame(long))
    await closed
    expect(stranger.errors).toEqual(['The message is longer than 65536 bytes'])
    const known = await listening({}, async () => true)
    expect(await answer((await opened(known.port)).socket, long)).toContain('taken xxx')
  })
})

import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { Hl7Message } from '@medplum/core'
import { Hl7Client } from '@medplum/hl7'
import { afterEach, expect, test } from 'vitest'
import { codec, result } from '../laboratory/testing/messages.ts'
import { sampleOrder } from '../laboratory/testing/order.ts'
import { readAnswer } from './acknowledgement.ts'
import { FRAME_LIMIT, toFrame } from './frames.ts'
import { connectMllp } from './mllp-client.ts'
import { listenMllp } from './mllp-server.ts'

const open: { close: () => unknown }[] = []
afterEach(async () => {
  for (const thing of open.splice(0).reverse()) await thing.close()
})

const HOST = '127.0.0.1'
const ORDER = codec.writeOrder(sampleOrder())

function acknowledge(raw: string, code = 'AA'): string {
  return `MSH|^~\\&|L|F|||||ACK|A1|P|2.5.1\rMSA|${code}|${raw.split('|')[9]}|said\r`
}

/** A listener that records what it receives. */
async function listening(receive = async (raw: string): Promise<string | null> => acknowledge(raw)) {
  const received: string[] = []
  const errors: Error[] = []
  const listener = await listenMllp({
    host: HOST,
    port: 0,
    receive: (raw) => {
      received.push(raw)
      return receive(raw)
    },
    onError: (error) => errors.push(error),
  })
  open.push(listener)
  return { listener, received, errors }
}

function sender(port: number, timeoutMs = 50_000) {
  const made = connectMllp({ read: readAnswer, host: HOST, port, timeoutMs })
  open.push(made)
  return made
}

/** A plain TCP server, for receivers that misbehave. */
async function bare(onSocket: (socket: Socket) => void): Promise<{ port: number; server: Server }> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined))
    onSocket(socket)
  })
  await once(server.listen(0, HOST), 'listening')
  open.push({
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(resolve))
    },
  })
  const address = server.address()
  return { port: typeof address === 'object' && address ? address.port : 0, server }
}

/** Writes the chunks one by one, each after the previous has left; returns all bytes received. */
async function exchange(port: number, chunks: Buffer[]): Promise<string> {
  const socket = connect(port, HOST).setNoDelay(true)
  for (const chunk of chunks) {
    await new Promise((resolve) => socket.write(chunk, resolve))
    await new Promise(setImmediate)
  }
  socket.end()
  let answered = ''
  for await (const chunk of socket) answered += chunk
  return answered
}

test('sends messages and returns their acknowledgements in order, many on one connection', async () => {
  const { listener, received } = await listening()
  const client = sender(listener.port)
  const orders = [1, 2, 3].map((id) => codec.writeOrder(sampleOrder(id)))
  const answers = await Promise.all(orders.map((raw) => client.send(raw)))
  expect(answers.map(({ code, controlId, text }) => [code, controlId, text])).toEqual([
    ['AA', 'K1-1', 'said'],
    ['AA', 'K2-1', 'said'],
    ['AA', 'K3-1', 'said'],
  ])
  expect(received).toEqual(orders)
})

test('reads frames that are split anywhere, also within a character, or arrive together', async () => {
  const { listener, received } = await listening()
  expect(ORDER).toContain('ễ')
  const bytes = toFrame(ORDER)
  const bytewise = [...bytes].map((byte) => Buffer.of(byte))
  const answered = await exchange(listener.port, [
    ...bytewise,
    Buffer.concat([Buffer.from('noise\r'), bytes, bytes]),
  ])
  expect(received).toEqual([ORDER, ORDER, ORDER])
  expect(answered.match(/MSA\|AA\|K4711-1/g)).toHaveLength(3)
})

test('serves several connections concurrently', async () => {
  let release = (): void => undefined
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  const { listener } = await listening(async (raw) => {
    if (raw.includes('|K1-1|')) await gate
    return acknowledge(raw)
  })
  const waiting = sender(listener.port).send(codec.writeOrder(sampleOrder(1)))
  await expect(sender(listener.port).send(codec.writeOrder(sampleOrder(2)))).resolves.toMatchObject({
    code: 'AA',
  })
  release()
  await expect(waiting).resolves.toMatchObject({ controlId: 'K1-1' })
})

test('closes the connection without an acknowledgement, so that the sender can send again', async () => {
  let stored = false
  const { listener, received } = await listening(async (raw) => (stored ? acknowledge(raw) : null))
  const client = sender(listener.port)
  await expect(client.send(ORDER)).rejects.toThrow('closed the connection before it answered')
  stored = true
  await expect(client.send(ORDER)).resolves.toMatchObject({ code: 'AA' })
  expect(received).toHaveLength(2)
})

test('reports an error thrown while receiving, and keeps listening', async () => {
  let isFailing = true
  const { listener, errors } = await listening(async (raw) => {
    if (isFailing) throw new Error('the database is away')
    return acknowledge(raw)
  })
  const client = sender(listener.port)
  await expect(client.send(ORDER)).rejects.toThrow('closed the connection')
  expect(errors.map((error) => error.message)).toEqual(['the database is away'])
  isFailing = false
  await expect(client.send(ORDER)).resolves.toMatchObject({ code: 'AA' })
})

test('closes the connection and reports an error for a frame over the limit', async () => {
  const { listener, received, errors } = await listening()
  const client = sender(listener.port)
  await expect(client.send(`${ORDER}NTE|1||${'x'.repeat(FRAME_LIMIT)}\r`)).rejects.toThrow('The receiver at')
  expect(errors[0]).toBeInstanceOf(RangeError)
  expect(received).toEqual([])
})

test('transfers a message of ten megabytes', async () => {
  const { listener, received } = await listening()
  const large = `${ORDER}NTE|1||${'x'.repeat(10_000_000)}\r`
  await expect(sender(listener.port).send(large)).resolves.toMatchObject({ code: 'AA' })
  expect(received[0] === large).toBe(true)
})

test('leaves no connection open after close, and answers nothing anymore', async () => {
  const { listener, errors } = await listening()
  const client = sender(listener.port)
  await client.send(ORDER)
  const idle = connect(listener.port, HOST)
  await once(idle, 'connect')
  const ended = once(
    idle.on('error', () => undefined),
    'close',
  )
  await listener.close()
  await ended
  await expect(client.send(ORDER)).rejects.toThrow(`127.0.0.1:${listener.port}`)
  expect(errors).toEqual([])
})

test('rejects when the port is taken', async () => {
  const { listener } = await listening()
  await expect(listenMllp({ host: HOST, port: listener.port, receive: async () => null })).rejects.toThrow(
    'EADDRINUSE',
  )
})

test('fails immediately if nothing is listening', async () => {
  const { port, server } = await bare(() => undefined)
  await new Promise((resolve) => server.close(resolve))
  await expect(sender(port, 60_000).send(ORDER)).rejects.toThrow('cannot be reached')
})

test('fails immediately, before the timeout, if the socket drops before the answer', async () => {
  const { port } = await bare((socket) => socket.once('data', () => socket.resetAndDestroy()))
  await expect(sender(port, 60_000).send(ORDER)).rejects.toThrow(/cannot be reached|closed the connection/)
})

test('abandons a silent receiver, and sends the next message on a new connection', async () => {
  let connections = 0
  const { port } = await bare((socket) => {
    connections += 1
    if (connections > 1)
      socket.on('data', (chunk) => socket.write(toFrame(acknowledge(chunk.toString('utf8')))))
  })
  const client = sender(port, 5000)
  await expect(client.send(ORDER)).rejects.toThrow('did not answer in 5000 ms')
  await expect(client.send(ORDER)).resolves.toMatchObject({ code: 'AA' })
  expect(connections).toBe(2)
})

test('accepts an acknowledgement only with our control ID', async () => {
  const { port } = await bare((socket) => {
    socket.on('data', (chunk) => {
      const late = 'MSH|^~\\&|L\rMSA|AE|SOMEONE-ELSE\r'
      socket.write(Buffer.concat([toFrame(late), toFrame(acknowledge(chunk.toString('utf8')))]))
    })
  })
  await expect(sender(port).send(ORDER)).resolves.toMatchObject({ code: 'AA', controlId: 'K4711-1' })
})

test.each(['AA', 'AE', 'AR', 'CA', 'CE', 'CR'])('returns the answer %s with its text', async (code) => {
  const { listener } = await listening(async (raw) => acknowledge(raw, code))
  await expect(sender(listener.port).send(ORDER)).resolves.toMatchObject({ code, text: 'said' })
})

test('does not accept an answer to another message only', async () => {
  const { port } = await bare((socket) => {
    socket.on('data', () => socket.write(toFrame('MSH|^~\\&|L\rMSA|AA|SOMEONE-ELSE\r')))
  })
  await expect(sender(port, 200).send(ORDER)).rejects.toThrow('did not answer in 200 ms')
})

test('does not accept a truncated answer', async () => {
  const { port } = await bare((socket) => {
    socket.once('data', (chunk) => {
      const answer = toFrame(acknowledge(chunk.toString('utf8')))
      socket.end(answer.subarray(0, answer.length - 9))
    })
  })
  await expect(sender(port, 60_000).send(ORDER)).rejects.toThrow('closed the connection before it answered')
})

test('ignores half a message, and keeps serving others', async () => {
  const { listener, received } = await listening()
  const frame = toFrame(ORDER)
  expect(await exchange(listener.port, [frame.subarray(0, frame.length - 20)])).toBe('')
  expect(received).toEqual([])
  await expect(sender(listener.port).send(ORDER)).resolves.toMatchObject({ code: 'AA' })
})

test('reports an answer that is not an acknowledgement', async () => {
  const { port } = await bare((socket) => socket.once('data', () => socket.write(toFrame('HELLO'))))
  await expect(sender(port).send(ORDER)).rejects.toThrow('sent an unreadable answer: MSH is missing')
})

test('rejects the pending message and all later ones on close', async () => {
  const { port } = await bare(() => undefined)
  const client = sender(port)
  const sent = [client.send(ORDER), client.send(ORDER)]
  const outcomes = Promise.allSettled(sent)
  await client.close()
  expect((await outcomes).map((outcome) => outcome.status)).toEqual(['rejected', 'rejected'])
})

test('refuses to send a message without a control ID', async () => {
  await expect(sender(1).send('MSH|^~\\&|K\r')).rejects.toThrow('MSH-10')
})

test('understands another implementation’s client', async () => {
  const { listener, received } = await listening(async (raw) =>
    codec.writeAcknowledgement(codec.read(raw), 'AA'),
  )
  const client = new Hl7Client({ host: HOST, port: listener.port })
  open.push(client)
  const answer = await client.sendAndWait(Hl7Message.parse(result('OBR|1|12|26-1').trimEnd()))
  expect(answer.getSegment('MSA')?.getComponent(1, 1)).toBe('AA')
  expect(received).toHaveLength(1)
})

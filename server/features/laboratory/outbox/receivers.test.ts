import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { toFrame } from '#adapters/hl7/frames.ts'
import { connectLaboratory } from '#adapters/laboratory/connect.ts'
import type { LaboratorySender } from '#adapters/laboratory/port.ts'
import { startPortal, type TestPortal } from '#server/testing/portal.ts'
import { PARENT } from '#server/testing/world.ts'
import { deliver } from './delivery.ts'

const HOST = '127.0.0.1'

/** What a laboratory does with the next message; anything else is the code it answers with. */
type Behaviour = 'close' | 'half' | 'garbage' | 'another' | 'silent' | 'AA' | 'AE' | 'AR' | 'CA' | 'CE' | 'CR'

/** Only opens the connection. */
const GREETING = 'MSH|^~\\&|KARYO|PORTAL|LIS|L|||ORM|HELLO|P|2.5.1\r'

let portal: TestPortal
let server: Server
let sender: LaboratorySender
let impatient: LaboratorySender
const behaviours: Behaviour[] = []
const received: string[] = []
const sockets = new Set<Socket>()

function act(socket: Socket, raw: string): void {
  const controlId = raw.split('|')[9] ?? ''
  const isGreeting = raw.includes(GREETING)
  if (!isGreeting) received.push(controlId)
  const behaviour = (isGreeting ? undefined : behaviours.shift()) ?? 'AA'
  const answer = (code: string, to = controlId) =>
    toFrame(`MSH|^~\\&|LIS|L|||||ACK|A1|P|2.5.1\rMSA|${code}|${to}|in its words\r`)
  if (behaviour === 'close') socket.destroy()
  else if (behaviour === 'half') socket.end(answer('AA').subarray(0, 30))
  else if (behaviour === 'garbage') socket.write(toFrame('\u0000\u0001 nothing of HL7'))
  else if (behaviour === 'another') socket.write(answer('AA', 'ANOTHER'))
  else if (behaviour !== 'silent') socket.write(answer(behaviour))
}

beforeAll(async () => {
  portal = await startPortal()
  server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined))
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk.toString('utf8')
      if (!text.endsWith('\u001c\r')) return
      const raw = text
      text = ''
      act(socket, raw)
    })
  })
  await once(server.listen(0, HOST), 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  sender = connectLaboratory({ host: HOST, port, timeoutMs: 50_000 })
  impatient = connectLaboratory({ host: HOST, port, timeoutMs: 300 })
})
afterEach(() => {
  behaviours.length = 0
  received.length = 0
})
afterAll(async () => {
  await Promise.all([sender?.close(), impatient?.close()])
  for (const socket of sockets) socket.destroy()
  await new Promise((resolve) => server.close(resolve))
  await portal?.stop()
})

/** Whose time then passes for the answer alone, however long a connection takes. */
async function connectedSender(sender: LaboratorySender): Promise<LaboratorySender> {
  await expect.poll(() => sender.send(GREETING).then(({ code }) => code, String)).toBe('AA')
  return sender
}
const messageOf = (id: number) =>
  portal.worker.db.selectFrom('message_out').selectAll().where('order_id', '=', id).executeTakeFirstOrThrow()
const get = (id: number) => portal.as('OrderViewer@P1').orders.get({ params: { hospital: PARENT, id } })

test.each<[Behaviour, string]>([
  ['close', 'closed the connection before it answered'],
  ['half', 'closed the connection before it answered'],
  ['garbage', 'sent an unreadable answer'],
  ['another', 'did not answer in 300 ms'],
  ['silent', 'did not answer in 300 ms'],
])('after the answer “%s” the message is sent again, and accepted once', async (behaviour, words) => {
  const { id } = await portal.submitted()
  const message = await messageOf(id)
  behaviours.push(behaviour)
  const first = words.includes('300 ms') ? await connectedSender(impatient) : sender
  await expect(deliver(portal.worker, first, message.id)).rejects.toThrow(words)
  expect(await messageOf(id)).toMatchObject({
    ...{ tries: 1, last_error: expect.stringContaining(words), answered_at: null },
  })
  await expect.poll(() => received).toHaveLength(1)
  await deliver(portal.worker, sender, message.id)
  await deliver(portal.worker, sender, message.id)
  expect(received).toEqual([`NW${id}`, `NW${id}`])
  const { events } = await get(id)
  expect(events.map(({ kind }) => kind).slice(2)).toEqual(['acknowledged'])
})

test.each<Behaviour>(['AE', 'AR', 'CE', 'CR'])(
  'a message answered with %s is not resent automatically',
  async (code) => {
    const { id } = await portal.submitted()
    const message = await messageOf(id)
    behaviours.push(code)
    await deliver(portal.worker, sender, message.id)
    await deliver(portal.worker, sender, message.id)
    expect(received).toEqual([`NW${id}`])
    expect(await messageOf(id)).toMatchObject({
      answer_code: code,
      last_error: `${code}: in its words`,
      tries: 0,
    })
    const { events, state } = await get(id)
    expect(state).toBe('en-route')
    expect(events.at(-1)).toMatchObject({ kind: 'refused-by-laboratory', detail: `${code}: in its words` })
  },
)

test.each<Behaviour>(['AA', 'CA'])('a message answered with %s is accepted', async (code) => {
  const { id } = await portal.submitted()
  behaviours.push(code)
  await deliver(portal.worker, sender, (await messageOf(id)).id)
  expect((await get(id)).events.at(-1)).toMatchObject({ kind: 'acknowledged' })
})

test('an answer that cannot be stored counts as a try, and is asked for again', async () => {
  const { id } = await portal.submitted()
  const message = await messageOf(id)
  const answer = {
    code: 'AE' as const,
    controlId: message.control_id,
    text: 'zero \0',
    updates: [],
    raw: '\0',
  }
  const broken = { send: async () => answer, close: async () => {} }
  await expect(deliver(portal.worker, broken, message.id)).rejects.toThrow()
  expect(await messageOf(id)).toMatchObject({
    ...{ tries: 1, answered_at: null },
    last_error: 'The laboratory answered, and its answer could not be stored here.',
  })
  await deliver(portal.worker, sender, message.id)
  expect(await messageOf(id)).toMatchObject({ answer_code: 'AA' })
})

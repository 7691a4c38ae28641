import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { codec } from '../laboratory/testing/messages.ts'
import { sampleOrder } from '../laboratory/testing/order.ts'
import { readAnswer } from './acknowledgement.ts'
import { connectMllp } from './mllp-client.ts'
import { listenMllp } from './mllp-server.ts'
import type { ListeningTls, SendingTls } from './port.ts'
import { makeAuthority } from './testing/certificates.ts'

const ownAuthority = await makeAuthority('Larkfield Test Authority')
const otherAuthority = await makeAuthority('Somebody Else')
const portal = await ownAuthority.certify('portal')
const laboratory = await ownAuthority.certify('laboratory')
const stranger = await otherAuthority.certify('stranger')

const HOST = '127.0.0.1'
const ORDER = codec.writeOrder(sampleOrder())

const open: { close: () => unknown }[] = []
afterEach(async () => {
  for (const thing of open.splice(0).reverse()) await thing.close()
})

async function listening(tls: ListeningTls) {
  const received: string[] = []
  const errors: Error[] = []
  const listener = await listenMllp({
    ...{ host: HOST, port: 0, tls, onError: (error: Error) => errors.push(error) },
    receive: async (raw) => {
      received.push(raw)
      return codec.writeAcknowledgement(
        { kind: 'other', controlId: 'K4711-1', sender: '', type: 'OML^O21' },
        'AA',
      )
    },
  })
  open.push(listener)
  return { port: listener.port, received, errors }
}

function sender(port: number, tls?: SendingTls, host = HOST) {
  const made = connectMllp({ read: readAnswer, host, port, timeoutMs: 50_000, ...(tls && { tls }) })
  open.push(made)
  return made
}

test('sends messages over TLS, many on one connection', async () => {
  const { port, received } = await listening(laboratory)
  const client = sender(port, { ca: ownAuthority.ca })
  const answers = await Promise.all([1, 2, 3].map(() => client.send(ORDER)))
  expect(answers.map(({ code }) => code)).toEqual(['AA', 'AA', 'AA'])
  expect(received).toEqual([ORDER, ORDER, ORDER])
})

test('presents each side’s certificate if the other requires one', async () => {
  const { port, received } = await listening({ ...laboratory, ca: ownAuthority.ca })
  await expect(sender(port, { ca: ownAuthority.ca, ...portal }).send(ORDER)).resolves.toMatchObject({
    code: 'AA',
  })
  expect(received).toEqual([ORDER])
})

test.each<[string, SendingTls | undefined]>([
  ['no certificate', { ca: ownAuthority.ca }],
  ['one of another authority', { ca: ownAuthority.ca, ...stranger }],
  ['no TLS', undefined],
])('refuses a sender that has %s, and reports it', async (_, tls) => {
  const { port, received, errors } = await listening({ ...laboratory, ca: ownAuthority.ca })
  await expect(sender(port, tls).send(ORDER)).rejects.toThrow('The receiver at')
  await expect.poll(() => errors.length).toBeGreaterThan(0)
  expect(received).toEqual([])
  // The next sender is served.
  await expect(sender(port, { ca: ownAuthority.ca, ...portal }).send(ORDER)).resolves.toMatchObject({
    code: 'AA',
  })
})

test.each<[string, ListeningTls, SendingTls]>([
  ['is of another authority', stranger, { ca: ownAuthority.ca }],
  ['is of an authority that nobody knows', laboratory, {}],
  [
    'is of another host',
    await ownAuthority.certify('elsewhere', 'lims.example.test'),
    { ca: ownAuthority.ca },
  ],
])('sends nothing to a receiver whose certificate %s', async (_, own, tls) => {
  const { port, received } = await listening(own)
  await expect(sender(port, tls).send(ORDER)).rejects.toThrow(/cannot be reached: .*certificate/i)
  expect(received).toEqual([])
})

test('checks the receiver’s host name', async () => {
  const { port } = await listening(await ownAuthority.certify('by name', 'localhost'))
  await expect(sender(port, { ca: ownAuthority.ca }, 'localhost').send(ORDER)).resolves.toMatchObject({
    code: 'AA',
  })
})

test('fails immediately if the receiver does not use TLS', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.end('no TLS here'))
  })
  await once(server.listen(0, HOST), 'listening')
  open.push(server)
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  await expect(sender(port, { ca: ownAuthority.ca }).send(ORDER)).rejects.toThrow('cannot be reached')
})

test('does not wait for silent connections when closing', async () => {
  const { port } = await listening(laboratory)
  const silent = connect(port, HOST)
  silent.on('error', () => undefined)
  await once(silent, 'connect')
  const ended = once(silent, 'close')
  for (const thing of open.splice(0)) await thing.close()
  await ended
})

test('tells the fingerprint of a sender’s certificate, whoever issued it; and that there is none', async () => {
  const seen: (string | null)[] = []
  const listener = await listenMllp({
    ...{ host: HOST, port: 0, tls: { ...laboratory, asksForCertificate: true } },
    receive: async (raw, certificate) => {
      seen.push(certificate)
      return `MSH|^~\\&|L|F|||||ACK|A1|P|2.5.1\rMSA|AA|${raw.split('|')[9]}\r`
    },
  })
  open.push(listener)
  const ca = ownAuthority.ca
  for (const own of [stranger, portal, {}]) await sender(listener.port, { ca, ...own }).send(ORDER)
  const fingerprint = ({ cert }: { cert: string }) => new X509Certificate(cert).fingerprint256
  expect(seen).toEqual([fingerprint(stranger), fingerprint(portal), null])
})

test('asks by the certificate, before anything is read, whether the sender is known', async () => {
  const fingerprint = new X509Certificate(portal.cert).fingerprint256
  const listener = await listenMllp({
    ...{ host: HOST, port: 0, tls: { ...laboratory, asksForCertificate: true } },
    isKnown: async (certificate) => certificate === fingerprint,
    receive: async (raw) => `MSH|^~\\&|L|F|||||ACK|A1|P|2.5.1\rMSA|AA|${raw.split('|')[9]}\r`,
  })
  open.push(listener)
  const long = `${ORDER}NTE|1||${'x'.repeat(100_000)}\r`
  const { ca } = ownAuthority
  expect(await sender(listener.port, { ca, ...portal }).send(long)).toMatchObject({ code: 'AA' })
  for (const own of [stranger, {}])
    await expect(sender(listener.port, { ca, ...own }).send(long)).rejects.toThrow('The receiver at')
  expect(await sender(listener.port, { ca, ...stranger }).send(ORDER)).toMatchObject({ code: 'AA' })
})

test('knows a receiver by the fingerprint of its certificate, whoever issued it, and writes nothing to another', async () => {
  const { port, received } = await listening({ ...stranger, asksForCertificate: true })
  const known = new X509Certificate(stranger.cert).fingerprint256
  const client = sender(port, { fingerprints: [known], ...portal })
  const answers = await Promise.all([client.send(ORDER), client.send(ORDER)])
  expect(answers.map(({ code }) => code)).toEqual(['AA', 'AA'])
  const other = new X509Certificate(laboratory.cert).fingerprint256
  await expect(sender(port, { fingerprints: [other], ...portal }).send(ORDER)).rejects.toThrow(
    `presents the certificate ${known}, which is not the agreed one`,
  )
  expect(received).toHaveLength(2)
})

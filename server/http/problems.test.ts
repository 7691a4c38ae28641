import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { unreadable } from './problems.ts'

/** What a connection receives whose request has not arrived in time, and when it is closed. */
async function received(server: Server, begin: string): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return new Promise((resolve) => {
    let text = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(begin))
    socket.setEncoding('latin1').on('data', (data) => (text += data))
    socket.on('error', () => {})
    socket.on('close', () => resolve(text))
  })
}
const slow = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' as const })
const HALF = 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\nhalf'

test('a request that arrives too slowly is told so, and that it may be repeated', async () => {
  const server = createServer()
  server.on('request', ({ socket }) => unreadable(slow as never, socket))
  const answer = await received(server, HALF)
  expect(answer).toMatch(/^HTTP\/1\.1 503 /)
  expect(answer).toContain('retry-after: ')
  expect(answer).toContain('took too long to arrive')
  expect(answer).not.toContain('Reload the page')
})

test('no problem is written into a reply that has begun: the connection is closed', async () => {
  const server = createServer()
  server.on('request', ({ socket }, reply) => {
    reply.writeHead(200, { 'content-length': 100 })
    reply.write('first words', () => unreadable(slow as never, socket))
  })
  const answer = await received(server, HALF)
  expect(answer).toMatch(/^HTTP\/1\.1 200 /)
  expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1)
  expect(answer).not.toContain('problem')
})

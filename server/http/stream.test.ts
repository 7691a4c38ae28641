import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import type { FastifyReply } from 'fastify'
import { expect, test } from 'vitest'
import { stream } from './stream.ts'

/** Far more than the system buffers for a connection. */
const EVENTS = 200
const EVENT = 'x'.repeat(1024 * 1024)

test('a client that does not read its stream is disconnected instead of being buffered without bound', async () => {
  let given = 0
  async function* events() {
    while (given < EVENTS) {
      given += 1
      yield EVENT
      // One event at a time, as live updates come.
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  let ended: Promise<void> | undefined
  const server = createServer((_request, raw) => {
    ended = stream({ raw, hijack: () => undefined } as unknown as FastifyReply, events(), null)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const reader = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined)
  reader.pause().write('GET / HTTP/1.1\r\nhost: portal\r\n\r\n')
  await once(server, 'request')
  await ended
  reader.destroy()
  await new Promise((resolve) => server.close(resolve))
  expect(given).toBeLessThan(EVENTS / 2)
})

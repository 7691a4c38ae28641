import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { read270 } from '#adapters/clearinghouse/read-270.ts'
import { write271 } from '#adapters/clearinghouse/write-271.ts'
import { X12Fault } from '#adapters/clearinghouse/x12.ts'
import { decide } from './answer.ts'
import type { Settings } from './settings.ts'

const PAGE = '<!doctype html><html><body><h1>We are improving our service for you</h1></body></html>'

/**
 * Accepts 270s by HTTP POST on 127.0.0.1 and answers each with a 271, except for members that simulate a
 * failure.
 */
export async function openCounter({ port, slowSeconds }: Settings) {
  // A busy caller's next request does not meet the closing of its connection.
  const server = createServer({ keepAliveTimeout: 60_000 }, async (request, response) => {
    if (request.method !== 'POST') {
      response.writeHead(405, { allow: 'POST' }).end()
      return
    }
    try {
      await answer(await text(request), response)
    } catch (error) {
      const isFault = error instanceof X12Fault
      if (!response.headersSent) response.writeHead(isFault ? 400 : 500, { 'content-type': 'text/plain' })
      response.end(isFault ? error.message : 'The simulated payer failed')
    }
  })

  async function answer(raw270: string, response: ServerResponse): Promise<void> {
    const { request, partner } = read270(raw270)
    const { answer, member } = decide(request)
    const raw271 = write271(answer, {
      ...{ provider: request.provider, controlNumber: request.controlNumber, at: new Date() },
      partner: { ...partner, sender: partner.receiver, receiver: partner.sender },
      shares: member?.writesPercent ? 'percent' : 'fraction',
    })
    // A failure is simulated only if the request itself is right.
    const fault = answer.rejections.length > 0 ? undefined : member?.fault
    if (fault === 'down') {
      response.destroy()
      return
    }
    if (fault === 'slow') await late(response)
    const isPage = fault === 'garbage'
    response.writeHead(200, { 'content-type': isPage ? 'text/html' : 'application/edi-x12' })
    response.end(isPage ? PAGE : raw271.slice(0, fault === 'cut' ? raw271.length / 2 : undefined))
  }

  /** Resolves after a delay, or as soon as the client has gone. */
  async function late(response: ServerResponse): Promise<void> {
    const gone = new AbortController()
    response.once('close', () => gone.abort())
    await wait(slowSeconds * 1000, undefined, { signal: gone.signal }).catch(() => undefined)
  }

  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    port: address !== null && typeof address === 'object' ? address.port : port,
    async close(): Promise<void> {
      server.close()
      server.closeAllConnections()
    },
  }
}

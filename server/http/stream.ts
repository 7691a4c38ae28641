import type { FastifyReply } from 'fastify'

/** Proxies close a silent connection after a minute or so. */
const HEARTBEAT_MS = 20_000
/**
 * How much is buffered for a client that does not read, besides the system's own buffers: beyond that it is
 * disconnected, and reconnects.
 */
const MOST_UNREAD_BYTES = 1024 * 1024
/** The longest possible timeout; a stream may as well end after 24 days. */
const LONGEST_MS = 2 ** 31 - 1

/**
 * Writes `events` as server-sent events until they end, the client disconnects, or its token expires
 * (`expires`, seconds since 1970): then it reconnects with a new one.
 */
export async function stream(
  reply: FastifyReply,
  events: AsyncIterable<unknown>,
  expires: number | null,
): Promise<void> {
  reply.hijack()
  const { raw } = reply
  raw.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
  })
  raw.write('retry: 1000\n\n')
  const heartbeat = setInterval(() => raw.write(':\n\n'), HEARTBEAT_MS)
  const lasts = expires === null ? LONGEST_MS : Math.min(expires * 1000 - Date.now(), LONGEST_MS)
  const left = setTimeout(() => raw.end(), lasts)
  try {
    for await (const event of events) {
      if (raw.writableEnded || raw.destroyed) break
      raw.write(`data: ${JSON.stringify(event)}\n\n`)
      if (raw.writableLength > MOST_UNREAD_BYTES) raw.destroy()
    }
  } finally {
    clearInterval(heartbeat)
    clearTimeout(left)
    if (!raw.writableEnded) raw.end()
  }
}

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type LiveUpdate, listen, reconnectDelay } from './live.ts'

const update: LiveUpdate = {
  about: 'order',
  orderId: 7,
  hospitalCode: '1001',
  state: 'reported',
  kind: 'reported',
}

/** A server whose streams are held open by the test; `down` makes it refuse. */
function setUp() {
  const streams: ReadableStreamDefaultController<Uint8Array>[] = []
  const signals: { aborted: boolean }[] = []
  const received: LiveUpdate[] = []
  const world = { down: false, worthTrying: true, requests: 0, opened: 0, retries: 0 }
  const page = Object.assign(new EventTarget(), { hidden: false })
  const live = listen({
    page,
    url: 'https://portal.example/api/events',
    fetch: async (url, init) => {
      world.requests += 1
      signals.push(init.signal)
      if (world.down) return Object.assign(new Response(null, { status: 503 }), { url: String(url) })
      const body = new ReadableStream<Uint8Array>({ start: (controller) => void streams.push(controller) })
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
    },
    onUpdate: (one) => received.push(one),
    onOpened: () => {
      world.opened += 1
    },
    worthTrying: () => world.worthTrying,
    random: () => {
      world.retries += 1
      return 0.5
    },
  })
  const push = (text: string) => streams.at(-1)?.enqueue(new TextEncoder().encode(text))
  const opened = (count: number) => expect.poll(() => streams).toHaveLength(count)
  const show = (visible: boolean) => {
    page.hidden = !visible
    page.dispatchEvent(new Event('visibilitychange'))
  }
  return {
    live,
    streams,
    received,
    world,
    push,
    opened,
    show,
    ended: () => signals.map(({ aborted }) => aborted),
  }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

test('each event is handed on', async () => {
  const { live, received, push, opened } = setUp()
  await opened(1)
  push(`:\n\ndata: ${JSON.stringify(update)}\n\n`)
  await expect.poll(() => received).toEqual([update])
  live.stop()
})

test('each opening is told, of a lost stream too: what happened before it was not heard', async () => {
  const { live, streams, world, push, opened } = setUp()
  await opened(1)
  push(':\n\n')
  await expect.poll(() => world.opened).toBe(1)
  streams[0]?.close()
  await expect.poll(() => world.retries).toBe(1)
  await vi.advanceTimersByTimeAsync(1000)
  await opened(2)
  await expect.poll(() => world.opened).toBe(2)
  live.stop()
})

test('a refusal is tried again until it is not worth trying; reconnect starts anew', async () => {
  const { live, world, streams, opened } = setUp()
  await opened(1)
  world.down = true
  streams[0]?.close()
  await expect.poll(() => world.retries).toBe(1)
  world.worthTrying = false
  await vi.advanceTimersByTimeAsync(1000)
  await expect.poll(() => world.requests).toBe(2)
  await vi.advanceTimersByTimeAsync(120_000)
  expect(world.requests).toBe(2)
  world.down = false
  live.reconnect()
  await opened(2)
  live.stop()
})

test('a page that is hidden does not listen until it is shown again', async () => {
  const { live, world, opened, show, ended } = setUp()
  await opened(1)
  show(false)
  expect(ended()).toEqual([true])
  live.reconnect()
  await vi.advanceTimersByTimeAsync(120_000)
  expect(world.requests).toBe(1)
  show(true)
  await opened(2)
  expect(ended()).toEqual([true, false])
  live.stop()
  show(false)
  show(true)
  expect(world.requests).toBe(2)
})

test('the delay doubles from a second to a minute, spread by a quarter either way', () => {
  expect([0, 1, 2, 3].map((attempt) => reconnectDelay(attempt, 0.5))).toEqual([1000, 2000, 4000, 8000])
  expect(reconnectDelay(20, 0.5)).toBe(60_000)
  expect(reconnectDelay(0, 0)).toBe(750)
  expect(reconnectDelay(0, 1)).toBe(1250)
})

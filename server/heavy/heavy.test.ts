import { threadId } from 'node:worker_threads'
import { afterEach, expect, test } from 'vitest'
import { openHeavy, openRoom, TooBusy } from './heavy.ts'

const module = new URL('./testing/work.ts', import.meta.url).href
const bounds = { threads: 1, most: 3, mostOfOne: 2, waitsMs: 60_000, withinMs: 60_000 }
let room: ReturnType<typeof openRoom>
afterEach(() => room?.close())

/** Work that runs until it is told to end. */
function lasting(who: string) {
  const flag = new SharedArrayBuffer(4)
  return {
    done: room.run<string>({ module, name: 'untilFlagged', input: flag, who }),
    end() {
      const cells = new Int32Array(flag)
      Atomics.store(cells, 0, 1)
      Atomics.notify(cells, 0)
    },
  }
}
const twice = (input: number, who: string) =>
  room.run<{ value: number; threadId: number }>({ module, name: 'twice', input, who })

test('work runs in another thread, and its result or error is returned', async () => {
  room = openRoom(bounds)
  const { value, threadId: otherThread } = await twice(21, 'a')
  expect(value).toBe(42)
  expect(otherThread).not.toBe(threadId)
  await expect(room.run({ module, name: 'fails', input: null, who: 'a' })).rejects.toThrow('as it should')
})

test('[SEC-05] the number of waiting jobs is bounded, per client below the total; clients take turns', async () => {
  room = openRoom(bounds)
  const first = lasting('a')
  const done: number[] = []
  const waiting = [
    [1, 'a'],
    [2, 'a'],
    [3, 'b'],
  ] as const
  const all = waiting.map(async ([input, who]) => {
    await twice(input, who)
    done.push(input)
  })
  await expect(twice(0, 'a')).rejects.toThrow(TooBusy)
  await expect(twice(0, 'c')).rejects.toThrow(TooBusy)
  expect(room.waiting()).toBe(3)
  first.end()
  expect(await first.done).toBe('told')
  await Promise.all(all)
  expect(done).toEqual([1, 3, 2])
})

test('[SEC-01] work that takes too long is terminated, and the next job runs', async () => {
  room = openRoom(bounds)
  const endless = room.run({ module, name: 'forEver', input: null, who: 'a', withinMs: 300 })
  const next = twice(4, 'b')
  await expect(endless).rejects.toThrow(TooBusy)
  expect((await next).value).toBe(8)
})

test('a job that waits too long for its turn is refused', async () => {
  room = openRoom({ ...bounds, waitsMs: 50 })
  const first = lasting('a')
  await expect(twice(1, 'b')).rejects.toThrow(TooBusy)
  expect(room.waiting()).toBe(0)
  first.end()
  await first.done
})

test('the portal’s PDFs are written in a thread, from copied input', async () => {
  const heavy = openHeavy()
  try {
    const work = {
      module: new URL('../features/documents/requisition/write.ts', import.meta.url).href,
      name: 'writeRequisitions',
      input: { requisitions: [], now: new Date() },
    }
    const pdf = await heavy.documents<Uint8Array>({ ...work, who: 'a' })
    expect(Buffer.from(pdf).subarray(0, 5).toString()).toBe('%PDF-')
  } finally {
    await heavy.close()
  }
})

import { expect, test } from 'vitest'
import { createRun } from './run.ts'

/** Things to send one after the other, three at once; `failures` go before the first answer. */
function world(count: number, failures: readonly unknown[] = []) {
  const left = Array.from({ length: count }, (_, index) => index)
  const sent: number[][] = []
  const waits: number[] = []
  const fails = [...failures]
  const run = createRun<number>({
    next: () => left.slice(0, 3),
    send: async (batch) => {
      sent.push([...batch])
      if (fails.length > 0) throw fails.shift()
      left.splice(0, batch.length)
    },
    worthARetry: (error) => error === 'busy',
    wait: async (tries) => void waits.push(tries),
  })
  return { run, sent, waits, left }
}

test('sends everything in batches, and tells how far it is', async () => {
  const { run, sent } = world(7)
  const seen: string[] = []
  run.subscribe(() => seen.push(`${run.state().is} ${run.state().done}/${run.state().total}`))
  await run.begin(7)
  expect(sent).toEqual([[0, 1, 2], [3, 4, 5], [6]])
  expect(seen).toEqual(['idle 0/7', 'running 0/7', 'running 3/7', 'running 6/7', 'running 7/7', 'done 7/7'])
})

test('tries a batch again that may go well a moment later, and no other', async () => {
  const busy = world(3, ['busy', 'busy'])
  await busy.run.begin(3)
  expect(busy.sent).toEqual([
    [0, 1, 2],
    [0, 1, 2],
    [0, 1, 2],
  ])
  expect(busy.waits).toEqual([1, 2])
  expect(busy.run.state().is).toBe('done')
  const refused = world(3, ['refused'])
  await refused.run.begin(3)
  expect(refused.sent).toHaveLength(1)
  expect(refused.run.state()).toMatchObject({ is: 'failed', error: 'refused', done: 0 })
})

test('gives up after three tries, and continues from there', async () => {
  const { run, left } = world(4, ['busy', 'busy', 'busy'])
  await run.begin(4)
  expect(run.state()).toMatchObject({ is: 'failed', done: 0, total: 4 })
  await run.resume()
  expect(run.state()).toMatchObject({ is: 'done', done: 4, total: 4, error: null })
  expect(left).toEqual([])
})

test('stops after the batch under way, and continues without sending it twice', async () => {
  const { run, sent } = world(7)
  const going = run.begin(7)
  run.stop()
  await going
  expect(run.state()).toMatchObject({ is: 'stopped', done: 3 })
  await run.resume()
  expect(sent).toEqual([[0, 1, 2], [3, 4, 5], [6]])
  expect(run.state().is).toBe('done')
})

test('runs once, however often it is begun', async () => {
  const { run, sent } = world(3)
  await Promise.all([run.begin(3), run.begin(3)])
  expect(sent).toEqual([[0, 1, 2]])
  run.reset()
  expect(run.state().is).toBe('idle')
})

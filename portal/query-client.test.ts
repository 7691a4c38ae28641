import { environmentManager, QueryObserver } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ProblemError, problemOf } from '#contract/errors.ts'
import { PortalQueryClient } from './query-client.ts'

const queryKey = ['orders', '1001', 'list']

/** A displayed list, whose replies come when the test says so; each is what the server held when asked. */
function displayedList() {
  const queries = new PortalQueryClient()
  const server = { holds: 'before' }
  const replies: (() => void)[] = []
  const queryFn = () => {
    const reply = server.holds
    return new Promise<string>((resolve) => replies.push(() => resolve(reply)))
  }
  const observer = new QueryObserver(queries, { queryKey, queryFn })
  const show = () => observer.subscribe(() => undefined)
  let leave = show()
  onTestFinished(() => leave())
  return {
    ...{ server, replies },
    answer: () => replies.shift()?.(),
    data: () => observer.getCurrentResult().data,
    changed: () => void queries.invalidateQueries({ queryKey: ['orders', '1001'] }),
    leave: () => leave(),
    comeBack: () => {
      leave = show()
    },
  }
}

test('a change while a list is read for the first time is not missed', async () => {
  const { server, replies, answer, data, changed } = displayedList()
  server.holds = 'after'
  changed()
  answer()
  await expect.poll(() => replies).toHaveLength(1)
  answer()
  await expect.poll(() => data()).toBe('after')
  expect(replies).toEqual([])
})

test('a displayed list is read again once, also while it is being read', async () => {
  const { server, replies, answer, data, changed } = displayedList()
  answer()
  await expect.poll(() => data()).toBe('before')
  changed()
  server.holds = 'after'
  changed()
  expect(replies).toHaveLength(2)
  answer()
  answer()
  await expect.poll(() => data()).toBe('after')
  expect(replies).toEqual([])
})

test('a change is not missed by a list that was left while it was being read', async () => {
  const { server, replies, answer, data, changed, leave, comeBack } = displayedList()
  answer()
  await expect.poll(() => data()).toBe('before')
  changed()
  expect(replies).toHaveLength(1)
  leave()
  server.holds = 'after'
  changed()
  answer()
  // Its page is back once the older reply has come.
  await new Promise(setImmediate)
  comeBack()
  expect(replies).toHaveLength(1)
  answer()
  await expect.poll(() => data()).toBe('after')
})

test.each([
  ['unavailable', 'after'],
  ['too-many-requests', 'after'],
  ['forbidden', 'before'],
] as const)('what could not be read again (%s) displays %s in a minute', async (code, displayed) => {
  vi.useFakeTimers()
  // Without a window the library tries nothing again by itself.
  environmentManager.setIsServer(() => false)
  onTestFinished(() => {
    environmentManager.setIsServer(() => true)
    vi.useRealTimers()
  })
  const queries = new PortalQueryClient()
  let failures = 0
  const queryFn = () => {
    if (failures === 0) return Promise.resolve('after')
    failures -= 1
    return Promise.reject(new ProblemError(problemOf(code)))
  }
  const observer = new QueryObserver(queries, {
    queryKey,
    queryFn,
    initialData: 'before',
    staleTime: Infinity,
  })
  onTestFinished(observer.subscribe(() => undefined))
  // The first and the two at once that follow, and once more.
  failures = 4
  void queries.invalidateQueries({ queryKey })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(observer.getCurrentResult().data).toBe(displayed)
})

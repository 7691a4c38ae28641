import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readAgain } from './read-again.ts'

/** A query that is shown, whose replies come when the test says so; each is what the server held when asked. */
function displayed() {
  const queries = new QueryClient()
  const server = { holds: 'before' }
  const replies: (() => void)[] = []
  const queryFn = () => {
    const reply = server.holds
    return new Promise<string>((resolve) => replies.push(() => resolve(reply)))
  }
  const observer = new QueryObserver(queries, { queryKey: ['coverage', '1001', 'price'], queryFn })
  onTestFinished(observer.subscribe(() => undefined))
  const answer = () => replies.shift()?.()
  return { queries, server, replies, answer, data: () => observer.getCurrentResult().data }
}

test('a change while something is read for the first time is not missed', async () => {
  const { queries, server, replies, answer, data } = displayed()
  server.holds = 'after'
  readAgain(queries, ['coverage', '1001'])
  answer()
  await vi.waitFor(() => expect(replies).toHaveLength(1))
  answer()
  await vi.waitFor(() => expect(data()).toBe('after'))
  expect(replies).toEqual([])
})

test('what has been read is read again once, also while it is being read', async () => {
  const { queries, server, replies, answer, data } = displayed()
  answer()
  await vi.waitFor(() => expect(data()).toBe('before'))
  readAgain(queries, ['coverage', '1001'])
  server.holds = 'after'
  readAgain(queries, ['coverage', '1001'])
  expect(replies).toHaveLength(2)
  answer()
  answer()
  await vi.waitFor(() => expect(data()).toBe('after'))
  expect(replies).toEqual([])
})
